import { z } from 'zod';
import { ProviderFailure } from './failure.ts';
import type { Heard, HeardStretch, HeardWord } from './speech.ts';

const word = z.object({ word: z.string(), start: z.number(), end: z.number() });
const segment = z.object({
  start: z.number(),
  end: z.number(),
  text: z.string(),
  no_speech_prob: z.number().nullish(),
  avg_logprob: z.number().nullish(),
  /** whisper.cpp's server puts words in here, others at the top. */
  words: z.array(word).nullish(),
});

/** What servers of OpenAI's protocol answer, as far as it is read; most leave something out. */
const answer = z.object({
  text: z.string().nullish(),
  language: z.string().nullish(),
  segments: z.array(segment).nullish(),
  words: z.array(word).nullish(),
});

/** Pauses that end a stretch where a service gives words alone. */
const pauseSeconds = 0.8;
/** Models of half a minute fill their last one up, so times may go beyond the sound by so much. */
const overhangSeconds = 31;

/** What was heard, of an answer to a piece of so many seconds. Throws `ProviderFailure`. */
export function heardOf(value: unknown, seconds: number): Heard {
  const read = answer.safeParse(value);
  if (!read.success) throw new ProviderFailure('again', 'notTheProtocol');
  const { text, language = null, segments, words } = read.data;
  if (typeof text !== 'string' && !segments && !words) throw new ProviderFailure('again', 'notTheProtocol');
  const top = (words ?? []).map(wordOf);
  const stretches = segments?.length
    ? segments.map((each) => stretchOf(each, top))
    : stretchesOf(top, text ?? '', seconds);
  checkTimes(stretches, seconds);
  return { stretches, language };
}

const wordOf = ({ word: text, start, end }: z.infer<typeof word>): HeardWord => ({ text: text.trim(), start, end });

function stretchOf(
  { start, end, text, no_speech_prob, avg_logprob, words }: z.infer<typeof segment>,
  top: readonly HeardWord[],
): HeardStretch {
  const own = words?.length
    ? words.map(wordOf)
    : top.filter((each) => isWithin((each.start + each.end) / 2, start, end));
  return {
    text: text.trim(),
    start,
    end,
    words: own,
    ...(typeof no_speech_prob === 'number' && { noSpeech: no_speech_prob }),
    ...(typeof avg_logprob === 'number' && { likelihood: avg_logprob }),
  };
}

const isWithin = (at: number, start: number, end: number): boolean => at >= start && at < end;

/** Of words without stretches, by their pauses; of a text without any times the whole piece. */
export function stretchesOf(words: readonly HeardWord[], text: string, seconds: number): HeardStretch[] {
  if (words.length === 0) {
    return text.trim() === '' ? [] : [{ text: text.trim(), start: 0, end: seconds, words: [] }];
  }
  const groups: HeardWord[][] = [];
  for (const each of words) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group !== undefined && last !== undefined && each.start - last.end < pauseSeconds) group.push(each);
    else groups.push([each]);
  }
  return groups.map((group) => ({
    text: group.map((each) => each.text).join(' '),
    start: group[0]?.start ?? 0,
    end: group.at(-1)?.end ?? 0,
    words: group,
  }));
}

/** Services have given nanoseconds and milliseconds: better no times than wrong ones. */
export function checkTimes(stretches: readonly HeardStretch[], seconds: number): void {
  const times = stretches.flatMap((stretch) => [stretch, ...stretch.words]);
  const isOdd = ({ start, end }: HeardWord) => start < 0 || end < start || end > seconds + overhangSeconds;
  if (times.some(isOdd)) throw new ProviderFailure('never', 'notTheProtocol');
}
