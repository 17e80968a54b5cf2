import { z } from 'zod';

/*
 * What is said about files where a media process has a folder of its own: it shares no disk with its carriers. Sounds are
 * given to it by their content, and recordings are fetched from it by their ids. The carrier asks, as for everything else.
 */

/** How much of a file is in one line: more would keep the orders of calls waiting behind it. */
export const chunkBytes = 128 * 1024;
/** Nearly six minutes at 48 kHz, and seventeen at 16: no longer sound is played. */
export const mostSoundBytes = 32 * 1024 * 1024;
/** Recordings that one answer lists. */
export const listedAtOnce = 200;

const longestChunk = Math.ceil(chunkBytes / 3) * 4;
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const soundBytes = z.number().int().positive().max(mostSoundBytes);
const count = z.number().int().nonnegative();
const recordingId = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/);

/**
 * Where a recording belongs: below the data folder of its carrier, whichever machine that is. Only the folders that
 * recordings are made in, and no dot but that of the ending.
 */
export const recordingPlace = z
  .string()
  .max(500)
  .regex(/^(recordings|captures|voicemails|answers|run\/sounds)(\/[A-Za-z0-9_-]{1,200}){1,4}\.wav$/);

/** A sound by what is in it. */
export const soundContent = z.object({
  sha256,
  bytes: soundBytes,
  /** The name of a sound that comes with the program, so that a media process of the same release has it already. */
  program: z
    .string()
    .max(200)
    .regex(/^([A-Za-z0-9-]+\/)?[A-Za-z0-9-]+(\.[a-z]{2})?\.wav$/)
    .exactOptional(),
  /** Played once, such as a message that its user hears: it is not kept. */
  passing: z.literal(true).exactOptional(),
});
export type SoundContent = z.output<typeof soundContent>;

const chunk = z.string().max(longestChunk);

export const fileRequests = {
  /** A piece of a sound, in order; the digest of the whole is checked with the last one. */
  putSound: z.object({ sha256, bytes: soundBytes, offset: count, data: chunk }),
  /** Recordings of the owner that nobody has dropped, by their ids, those after this one. */
  listRecordings: z.object({ after: z.union([z.literal(''), recordingId]) }),
  readRecording: z.object({ recordingId, offset: count, length: z.number().int().min(1).max(chunkBytes) }),
  sumRecording: z.object({ recordingId }),
  /** The carrier has it on its disk: it is removed here. */
  dropRecording: z.object({ recordingId }),
} as const;

const nothing = z.object({});

export const keptRecording = z.object({
  recordingId,
  endpointId: z.string().min(1).max(200),
  place: recordingPlace,
  durationMs: z.number().nonnegative(),
  /** It grows no longer. */
  isComplete: z.boolean(),
});
export type KeptRecording = z.output<typeof keptRecording>;

export const fileResults = {
  putSound: nothing,
  listRecordings: z.object({ recordings: z.array(keptRecording).max(listedAtOnce), isLast: z.boolean() }),
  readRecording: z.object({ data: chunk }),
  sumRecording: z.object({ sha256, bytes: count }),
  dropRecording: nothing,
} as const;
