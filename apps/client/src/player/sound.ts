import type { PartStatus } from '@sidetone/contract/entities/documentation.ts';

/** The kind of a sound: recordings of a call by hand, by rule or of the older kind, and messages of callers. */
export type SoundKind = 'manual' | 'automatic' | 'legacy' | 'voicemail';

/** Which sound of which call. */
export interface SoundKey {
  readonly channelId: string;
  readonly docId: string;
  readonly kind: SoundKind;
}

/** Loudness between 0 and 1 over the length of a sound, by side. */
export interface Sides {
  readonly user: readonly number[];
  readonly remote: readonly number[];
}

/** A sound that can be played, or will be. */
export interface Sound {
  readonly key: SoundKey;
  readonly status: PartStatus;
  /** Peaks between 0 and 1 of both sides together. */
  readonly waveform: readonly number[];
  /** The same by side, where the sides are known. */
  readonly waveforms?: Sides | null;
  /** Seconds; null where unknown. */
  readonly duration: number | null;
  /** ISO 8601; null where unknown. */
  readonly callEndedAt: string | null;
  /** The name of its download, before the rules of file names and without an extension. */
  readonly downloadName: string;
}

/** Whether two keys name one sound. */
export function isSameSound(a: SoundKey | null | undefined, b: SoundKey | null | undefined): boolean {
  return !!a && !!b && a.channelId === b.channelId && a.docId === b.docId && a.kind === b.kind;
}

/** The address of a sound. Throws Error where the channel or the call is missing. */
export function placeOf({ channelId, docId }: Pick<SoundKey, 'channelId' | 'docId'>): {
  channelId: string;
  docId: string;
} {
  if (!channelId) throw new Error('a sound without its channel has no address');
  if (!docId) throw new Error('a sound without its call has no address');
  return { channelId, docId };
}
