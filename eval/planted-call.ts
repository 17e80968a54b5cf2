import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { SpokenCall, Utterance } from '../apps/server/src/ai/basic/call.ts';

const side = z.enum(['user', 'remote']);
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
/** One of each group has to stand in one and the same item. */
const say = z.array(z.array(z.string()).nonempty());

const fact = z.strictObject({
  id: z.string(),
  kind: z.string(),
  part: z.enum(['summary', 'actionItem', 'smallTalk']),
  say,
  evidence: z.array(z.string()).nonempty(),
  by: side.optional(),
  due: day.optional(),
  dueMay: z.array(day).optional(),
});
export type Fact = z.infer<typeof fact>;

const question = z.strictObject({
  id: z.string(),
  title: z.string(),
  question: z.string(),
  say: say.nullable(),
  evidence: z.array(z.string()),
  notSay: z.array(z.string()).optional(),
  mayQuote: z.array(z.string()).optional(),
});
export type PlantedQuestion = z.infer<typeof question>;

const party = z.strictObject({ name: z.string().nullable(), organization: z.string().nullable(), voice: z.string() });

/** A scripted call with what someone who reads its documentation must learn. */
const plantedCall = z.strictObject({
  id: z.string(),
  language: z.enum(['de', 'en']),
  kind: z.enum(['call', 'voicemail']),
  direction: z.enum(['INCOMING', 'OUTGOING']),
  startedAt: z.iso.datetime({ offset: true }),
  timeZone: z.string(),
  sides: z.strictObject({ user: party, remote: party }),
  lines: z.array(z.strictObject({ id: z.string(), side, text: z.string() })).nonempty(),
  facts: z.array(fact),
  questions: z.array(question),
  /** Words that nothing made of the call may have, unless its own evidence has them. */
  absent: z.array(z.string()),
  /** Phrases that may stand in a quote only. */
  absentAsFact: z.array(z.string()).default([]),
  mood: z.strictObject({ remote: z.enum(['rises', 'falls']).nullable() }).nullable(),
});
export type PlantedCall = z.infer<typeof plantedCall>;

/** The calls of `eval/calls`, by name. Throws what is wrong with a file. */
export function plantedCalls(): PlantedCall[] {
  const folder = join(import.meta.dirname, 'calls');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => plantedCall.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))));
}

/** The call as the analysis gets it, with these utterances. */
export function spokenCall(call: PlantedCall, utterances: readonly Utterance[]): SpokenCall {
  return {
    language: call.language,
    day: new Intl.DateTimeFormat('en-CA', { timeZone: call.timeZone }).format(new Date(call.startedAt)),
    isVoicemail: call.kind === 'voicemail',
    user: call.sides.user,
    remote: call.sides.remote,
    utterances,
  };
}
