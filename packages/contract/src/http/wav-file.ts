import type { Intake } from './route.ts';

/** A WAV file as the body of a route, as it is: greetings, announcements, music. */
export const wavFile = {
  as: 'bytes',
  types: ['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave'],
  largest: 10 * 1024 * 1024,
} as const satisfies Intake;
