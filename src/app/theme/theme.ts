import { useSyncExternalStore } from 'react';
import { useApp } from '../store/store.ts';
import type { Theme } from '../store/view.ts';

const dark = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : undefined;
const reduced = typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : undefined;

/** The theme that is drawn for a choice. */
export function resolveTheme(theme: Theme): 'light' | 'dark' {
  return theme === 'system' ? (dark?.matches ? 'dark' : 'light') : theme;
}

/** Puts the theme on the page. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = resolveTheme(theme);
  const colour = getComputedStyle(document.documentElement).getPropertyValue('--surface-panel').trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', colour);
}

function subscribeTo(query: MediaQueryList | undefined): (onChange: () => void) => () => void {
  return (onChange) => {
    query?.addEventListener('change', onChange);
    return () => query?.removeEventListener('change', onChange);
  };
}

const subscribeDark = subscribeTo(dark);
const subscribeReduced = subscribeTo(reduced);

/** The theme that is drawn, following the system where that was chosen. */
export function useResolvedTheme(): 'light' | 'dark' {
  const theme = useApp((state) => state.theme);
  const isDark = useSyncExternalStore(subscribeDark, () => dark?.matches ?? false);
  return theme === 'system' ? (isDark ? 'dark' : 'light') : theme;
}

/** True if the reader asked the system for less motion. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(subscribeReduced, () => reduced?.matches ?? false);
}

/** True below a width of the window. */
export function useNarrow(width: number): boolean {
  return useSyncExternalStore(
    (onChange) => {
      window.addEventListener('resize', onChange);
      return () => window.removeEventListener('resize', onChange);
    },
    () => window.innerWidth < width,
  );
}
