import { useEffect } from 'react';
import { useApp } from '../store/store.ts';
import { readPreference, writePreference } from './preferences.ts';

interface Remembered {
  readonly theme: 'system' | 'light' | 'dark';
  readonly changedOnly: boolean;
  readonly singleKeys: boolean;
  readonly speed: number;
  readonly hiddenPanels: readonly ('left' | 'right')[];
  readonly dock?: boolean;
}

function isRemembered(value: unknown): value is Partial<Remembered> {
  return typeof value === 'object' && value !== null;
}

/** Puts the reader's choices back before the first paint. */
export function restoreView(): void {
  const saved = readPreference('view', isRemembered);
  if (!saved) return;
  const state = useApp.getState();
  state.setReplay({ dock: typeof saved.dock === 'boolean' ? saved.dock : undefined });
  state.setViewState({
    theme: saved.theme === 'light' || saved.theme === 'dark' ? saved.theme : 'system',
    changedOnly: saved.changedOnly !== false,
    singleKeys: saved.singleKeys !== false,
    speed: typeof saved.speed === 'number' && saved.speed > 0 && saved.speed <= 8 ? saved.speed : 1,
    hiddenPanels: new Set(
      Array.isArray(saved.hiddenPanels) ? saved.hiddenPanels.filter((panel) => panel === 'left' || panel === 'right') : [],
    ),
  });
}

/** Remembers the reader's choices. */
export function useRememberedView(): void {
  const theme = useApp((state) => state.theme);
  const changedOnly = useApp((state) => state.changedOnly);
  const singleKeys = useApp((state) => state.singleKeys);
  const speed = useApp((state) => state.speed);
  const hiddenPanels = useApp((state) => state.hiddenPanels);
  const dock = useApp((state) => state.dock);
  useEffect(() => {
    const remembered: Remembered = {
      theme,
      changedOnly,
      singleKeys,
      speed,
      hiddenPanels: [...hiddenPanels],
      ...(dock !== undefined && { dock }),
    };
    writePreference('view', remembered);
  }, [theme, changedOnly, singleKeys, speed, hiddenPanels, dock]);
}
