import type { UsableConnection } from './usable-connection.ts';

/** How a service of speech is asked for times, the best first. */
export type SpeechFormat = 'words' | 'stretches' | 'verbose' | 'plain';
const speechFormats: readonly SpeechFormat[] = ['words', 'stretches', 'verbose', 'plain'];

/** What was learnt of a service by asking it. */
interface Learnt {
  /** It refuses a schema for its answer and is told of it in words. */
  withoutSchema?: boolean;
  /** The best form that it did not refuse. */
  speechFormat?: SpeechFormat;
}

/** What a model of speech is known for, by its name. */
export interface SpeechQuirks {
  readonly formats: readonly SpeechFormat[];
  /** It takes words to expect. */
  readonly takesWords: boolean;
  /** It wants to be told that it may cut sound of more than half a minute. */
  readonly wantsChunking: boolean;
}

/** The family of gpt-4o-transcribe gives no times, and its model for several speakers takes no words. */
export function speechQuirks(model: string): SpeechQuirks {
  if (/gpt-4o.*diarize/.test(model)) return { formats: ['plain'], takesWords: false, wantsChunking: true };
  if (/gpt-4o.*transcribe/.test(model)) return { formats: ['plain'], takesWords: true, wantsChunking: false };
  return { formats: speechFormats, takesWords: true, wantsChunking: false };
}

/** What was learnt, by service: kept for the life of the process, since servers are updated. */
export type Memory = (connection: UsableConnection) => Learnt;

/** A memory that is empty. */
export function newMemory(): Memory {
  const learnt = new Map<string, Learnt>();
  return ({ id, url, model }) => {
    const key = JSON.stringify([id, url, model]);
    const known = learnt.get(key) ?? {};
    learnt.set(key, known);
    return known;
  };
}
