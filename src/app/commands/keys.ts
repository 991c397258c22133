import { useEffect } from 'react';
import type { Session } from '../session/session.ts';
import { useApp } from '../store/store.ts';
import { COMMANDS, type Command } from './command-list.ts';

const KEY_NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  ' ': 'Space',
};

/** A key as people read it: `Ctrl K`, `Shift →`. */
export function keyText(key: string): string {
  return key
    .split(/\+(?=.)/)
    .map((part) => KEY_NAMES[part] ?? (part.length === 1 && key.includes('Ctrl+') ? part.toUpperCase() : part))
    .join(' ');
}

/** True if the event is the key. Shift counts only for names of keys: letters and signs already carry it. */
export function matchesKey(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>, key: string): boolean {
  const parts = key.split(/\+(?=.)/);
  const name = parts.at(-1)!;
  if (parts.includes('Ctrl') !== (event.ctrlKey || event.metaKey)) return false;
  if (event.altKey && name.length > 1) return false;
  if (name.length > 1 && parts.includes('Shift') !== event.shiftKey) return false;
  if (name.length === 1 && /[a-z]/.test(name) && event.shiftKey !== parts.includes('Shift')) return false;
  return name.length === 1 ? event.key.toLowerCase() === name : event.key === name;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest('input, textarea, select, .monaco-editor, [role="dialog"], [role="menu"], [role="listbox"]') !== null
  );
}

/** Widgets that use the arrow keys, Home and End themselves. */
function usesArrows(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (key === ' ' || key === 'Enter')
    return target.closest('button, a, [role="treeitem"], [role="tab"], [role="option"], [role="separator"], [role="radio"]') !== null;
  if (!/^(?:Arrow|Home|End)/.test(key)) return false;
  if (target.closest('[role="tablist"], [role="radiogroup"], [role="separator"], [role="toolbar"][data-arrows]') !== null) return true;
  return /^Arrow(?:Up|Down)|^(?:Home|End)/.test(key) && target.closest('[role="tree"], [role="listbox"], [data-scroll]') !== null;
}

/** True in a field whose own text the keys for undo and redo belong to. */
function ownsUndo(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.closest('input, textarea, .monaco-editor') !== null && target.closest('[data-undo="rows"]') === null;
}

/** The command that an event means, if any. */
export function commandFor(event: KeyboardEvent): Command | undefined {
  const state = useApp.getState();
  if (state.dialog !== undefined) return undefined;
  const withCtrl = event.ctrlKey || event.metaKey;
  if (!withCtrl && (isTyping(event.target) || usesArrows(event.target, event.key))) return undefined;
  const isSingle = event.key.length === 1 && !withCtrl;
  if (isSingle && !state.singleKeys && event.key !== '?') return undefined;
  return COMMANDS.find(
    (command) =>
      command.keys.some((key) => matchesKey(event, key)) &&
      !(command.yieldsToText && ownsUndo(event.target)) &&
      (command.isEnabled?.(state) ?? true),
  );
}

/** Listens for the keys of all commands while mounted. */
export function useCommandKeys(session: Session): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      const command = commandFor(event);
      if (!command) return;
      event.preventDefault();
      command.run(session);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [session]);
}
