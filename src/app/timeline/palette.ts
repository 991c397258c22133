/** Colours and fonts of the canvas, read from the tokens of the theme that stands on the page. */

const TOKENS = {
  canvas: '--surface-canvas',
  panel: '--surface-panel',
  raised: '--surface-raised',
  selected: '--surface-selected',
  hover: '--surface-hover',
  grid: '--grid',
  border: '--border',
  borderStrong: '--border-strong',
  text1: '--text-1',
  text2: '--text-2',
  text3: '--text-3',
  onAccent: '--text-on-accent',
  accent: '--accent',
  focus: '--focus-ring',
  playhead: '--playhead',
  watermark: '--watermark',
  watermarkBg: '--watermark-bg',
  ontime: '--ontime',
  late: '--late',
  dropped: '--dropped',
  windowFg: '--window-fg',
  windowBg: '--window-bg',
  windowLine: '--window-line',
  windowFired: '--window-fired-bg',
  fires: '--rk-i-fg',
  insert: '--rk-i-fg',
  insertBg: '--rk-i-bg',
  updateBefore: '--rk-ub-fg',
  updateBeforeBg: '--rk-ub-bg',
  updateAfter: '--rk-ua-fg',
  updateAfterBg: '--rk-ua-bg',
  delete: '--rk-d-fg',
  deleteBg: '--rk-d-bg',
  roleScan: '--role-scan',
  roleCalc: '--role-calc',
  roleJoin: '--role-join',
  roleAggregate: '--role-aggregate',
  roleWindow: '--role-window',
  roleExchange: '--role-exchange',
  roleSink: '--role-sink',
  roleWatermark: '--role-watermark',
} as const;

export type Colour = keyof typeof TOKENS;

export interface Palette {
  readonly colours: Readonly<Record<Colour, string>>;
  readonly font: string;
}

/** Reads the tokens that hold for an element. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const colours = Object.fromEntries(
    Object.entries(TOKENS).map(([name, token]) => [name, style.getPropertyValue(token).trim() || '#888']),
  ) as Record<Colour, string>; // built from the keys of TOKENS
  return { colours, font: style.getPropertyValue('--font-ui').trim() || 'sans-serif' };
}

/** Calls back when the theme of the page changes; gives the way to stop. */
export function onThemeChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class', 'style'] });
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    dark.removeEventListener('change', changed);
  };
}
