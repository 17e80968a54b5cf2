/** Browsers that users know by name. */
export type BrowserName = 'Chrome' | 'Firefox' | 'Edge' | 'Safari' | 'Opera';
export type SystemName = 'windows' | 'mac' | 'linux' | 'android' | 'ios' | 'other';

// Most browsers also name others that they want to pass as, so the order counts.
const browsers: readonly (readonly [BrowserName, RegExp])[] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|Chromium|CriOS)\//],
  ['Safari', /\bSafari\//],
];

const systems: readonly (readonly [SystemName, RegExp])[] = [
  ['android', /Android/],
  ['ios', /iPhone|iPad|iPod/],
  ['windows', /Windows/],
  ['mac', /Mac OS X|Macintosh/],
  ['linux', /Linux|CrOS|X11/],
];

/** The browser of a User-Agent (RFC 9110 §10.1.5); null for any other. */
export const browserOf = (agent: string): BrowserName | null =>
  browsers.find(([, pattern]) => pattern.test(agent))?.[0] ?? null;

export const systemOf = (agent: string): SystemName =>
  systems.find(([, pattern]) => pattern.test(agent))?.[0] ?? 'other';
