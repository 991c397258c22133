import { lazy, Suspense, useEffect } from 'react';
import { Toaster } from 'sonner';
import { useCommandKeys } from './commands/keys.ts';
import { useRememberedView } from './persist/remembered-view.ts';
import type { Session } from './session/session.ts';
import { SessionContext } from './session/session-context.ts';
import { Notices } from './shell/notices.tsx';
import { PanelBoundary } from './shell/panel-boundary.tsx';
import { PhoneShell } from './shell/phone-shell.tsx';
import { StageStrip } from './shell/stage-strip.tsx';
import { StatusLine } from './shell/status-line.tsx';
import { TopBar } from './shell/top-bar.tsx';
import { Workspace } from './shell/workspace.tsx';
import { useApp } from './store/store.ts';
import { applyTheme, useNarrow, useResolvedTheme } from './theme/theme.ts';
import { msg } from './messages/messages.ts';

const ShareDialog = lazy(() => import('./dialogs/share-dialog.tsx').then((module) => ({ default: module.ShareDialog })));
const KeySheet = lazy(() => import('./dialogs/key-sheet.tsx').then((module) => ({ default: module.KeySheet })));
const CommandPalette = lazy(() => import('./dialogs/palette.tsx').then((module) => ({ default: module.CommandPalette })));
const GalleryDialog = lazy(() => import('./dialogs/gallery-dialog.tsx').then((module) => ({ default: module.GalleryDialog })));
const OptionsDialog = lazy(() => import('./dialogs/options-dialog.tsx').then((module) => ({ default: module.OptionsDialog })));
const SemanticsDialog = lazy(() => import('./dialogs/semantics-dialog.tsx').then((module) => ({ default: module.SemanticsDialog })));

const TourCard = lazy(() => import('./tour/tour-card.tsx').then((module) => ({ default: module.TourCard })));

const PHONE_WIDTH = 720;

function Dialogs() {
  const dialog = useApp((state) => state.dialog);
  const isTour = useApp((state) => state.tour !== undefined);
  return (
    <Suspense fallback={null}>
      {isTour && <TourCard />}
      {dialog === 'share' && <ShareDialog />}
      {dialog === 'keys' && <KeySheet />}
      {dialog === 'palette' && <CommandPalette />}
      {dialog === 'gallery' && <GalleryDialog />}
      {dialog === 'options' && <OptionsDialog />}
      {dialog === 'semantics' && <SemanticsDialog />}
    </Suspense>
  );
}

function useTitle(): void {
  const name = useApp((state) => state.name);
  useEffect(() => {
    document.title = name === '' ? 'Planscope' : `${name} · Planscope`;
  }, [name]);
}

/** The whole screen. */
export function App({ session }: { readonly session: Session }) {
  const theme = useApp((state) => state.theme);
  const resolved = useResolvedTheme();
  const isPhone = useNarrow(PHONE_WIDTH);
  useCommandKeys(session);
  useRememberedView();
  useTitle();
  useEffect(() => applyTheme(theme), [theme, resolved]);
  useEffect(() => {
    void session.start();
  }, [session]);
  return (
    <SessionContext value={session}>
      <div className={isPhone ? 'app is-phone' : 'app'}>
        {isPhone ? (
          <>
            <Notices />
            <PhoneShell />
          </>
        ) : (
          <>
            <TopBar />
            <PanelBoundary title={msg('strip.label')}>
              <StageStrip />
            </PanelBoundary>
            <Notices />
            <Workspace />
            <StatusLine />
          </>
        )}
      </div>
      <Dialogs />
      <Toaster theme={resolved} position="bottom-right" closeButton toastOptions={{ classNames: { toast: 'toast' } }} />
    </SessionContext>
  );
}
