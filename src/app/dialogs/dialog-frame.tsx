import type { ReactNode } from 'react';
import { Dialog } from 'radix-ui';
import { X } from 'lucide-react';
import { msg } from '../messages/messages.ts';
import { useApp } from '../store/store.ts';

export interface DialogFrameProps {
  readonly title: string;
  readonly description?: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** Closes whichever dialog is open. */
export function closeDialog(): void {
  useApp.getState().setViewState({ dialog: undefined });
}

/** The frame of all dialogs: title, text, close. */
export function DialogFrame({ title, description, isWide = false, children }: DialogFrameProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && closeDialog()}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content
          className={`dialog${isWide ? ' is-wide' : ''}`}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <div className="dialog-head">
            <Dialog.Title>{title}</Dialog.Title>
            <Dialog.Close className="btn icon ghost" aria-label={msg('dialog.close')}>
              <X size={16} />
            </Dialog.Close>
          </div>
          {description !== undefined && <Dialog.Description className="dialog-text">{description}</Dialog.Description>}
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
