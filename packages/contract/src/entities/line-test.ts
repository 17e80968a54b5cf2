import { z } from 'zod';
import { e164 } from './common.ts';

/** What a test of a trunk looks at, in its order. */
export const lineTestSteps = [
  /** The name of the server leads to an address. */
  'name',
  /** The other side answers. */
  'answer',
  /** It has us registered. */
  'registration',
  /** A call through it is taken. */
  'call',
  /** A call to an own number comes back here. */
  'arrival',
  /** It comes back with the number that it was to show. */
  'callerId',
  /** What we say is heard there. */
  'audioOut',
  /** What is said there is heard here. */
  'audioIn',
  /** Keys that are pressed arrive. */
  'keys',
] as const;
export type LineTestStep = (typeof lineTestSteps)[number];

/** `skipped`: it does not come to that here. `unknown`: it was not to be found out. */
const lineTestState = z.enum(['ok', 'failed', 'unknown', 'skipped']);

export const lineTestFinding = z.object({
  step: z.enum(lineTestSteps),
  state: lineTestState,
  /** SIP status of a call that was not taken. */
  status: z.int().nullable(),
  /** What the other side said, or the number that was shown. */
  said: z.string().nullable(),
});
export type LineTestFinding = z.infer<typeof lineTestFinding>;

/** Whom a test calls: a number of the company, which comes back, or a person who answers and presses 1. */
export const lineTestCall = z.object({ number: e164 });

export const lineTest = z.object({
  /** Whether it called an own number. */
  isLoop: z.boolean(),
  findings: z.array(lineTestFinding),
});
export type LineTest = z.infer<typeof lineTest>;
