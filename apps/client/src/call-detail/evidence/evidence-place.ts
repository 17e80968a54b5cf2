import { createContext } from 'react';
import type { Sound } from '#player/sound.ts';
import type { Utterance } from '#transcript/talk-share.ts';

/** The call in which points were found. */
export interface EvidencePlace {
  /** What was said, by the ids that points rest on; empty without a transcript. */
  readonly utterances: ReadonlyMap<string, Utterance>;
  /** The sound in step with it; null where none may be played. */
  readonly sound: Sound | null;
  readonly names: { readonly user: string; readonly remote: string };
  /** Shows these utterances in the transcript. */
  show(ids: readonly string[]): void;
}

/** Null outside of the page of a call. */
export const EvidenceContext = createContext<EvidencePlace | null>(null);
