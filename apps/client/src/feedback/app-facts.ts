import type { FeedbackFacts } from '@sidetone/contract/entities/feedback.ts';

/** Browsers' own names, the most special first: Edge says that it is Chrome as well. */
const browsers: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Sidetone', /\bElectron\/([\d.]+)/],
  ['Edge', /\bEdg(?:A|iOS)?\/([\d.]+)/],
  ['Opera', /\bOPR\/([\d.]+)/],
  ['Samsung Internet', /\bSamsungBrowser\/([\d.]+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /\b(?:Chrome|HeadlessChrome|CriOS)\/([\d.]+)/],
  ['Safari', /\bVersion\/([\d.]+).*\bSafari\//],
];

const systems: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Windows', /\bWindows NT ([\d.]+)/],
  ['iOS', /\b(?:iPhone|iPad);.*? OS ([\d_]+)/],
  ['macOS', /\bMac OS X ([\d_.]+)/],
  ['Android', /\bAndroid ([\d.]+)/],
  ['ChromeOS', /\bCrOS \S+ ([\d.]+)/],
  ['Linux', /\bLinux()/],
];

/** The browser and the system with their versions, from the browser's own words; empty where it says nothing. */
export function machineOf(userAgent: string): Pick<FeedbackFacts, 'browser' | 'os'> {
  return { browser: named(browsers, userAgent), os: named(systems, userAgent) };
}

function named(names: typeof browsers, userAgent: string): string {
  for (const [name, pattern] of names) {
    const found = pattern.exec(userAgent);
    if (found) return `${name} ${(found[1] ?? '').replaceAll('_', '.')}`.trim();
  }
  return '';
}
