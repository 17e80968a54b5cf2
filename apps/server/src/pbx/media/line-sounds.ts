import { fileURLToPath } from 'node:url';

/** What users hear of their own line: what is switched there, and who called it. Those with `to` go on with a number. */
export const lineSounds = [
  'dnd-on',
  'dnd-off',
  'always-to',
  'always-off',
  'busy-to',
  'busy-off',
  'no-answer-to',
  'no-answer-off',
  'unreachable-to',
  'unreachable-off',
  'voicemail',
  'colleague',
  'nothing-on',
  'refused',
  'no-target',
  'nobody-called',
  'call-now',
] as const;
export type LineSound = (typeof lineSounds)[number];

/** Path of a sound about the own line. */
export const lineFile = (name: LineSound, locale: 'de' | 'en'): string =>
  fileURLToPath(new URL(`../../../assets/sounds/line/${name}.${locale}.wav`, import.meta.url));
