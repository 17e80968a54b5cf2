import { z } from 'zod';
import { timestamp } from './common.ts';

/** How far a part of a call's documentation is. ENT-024, SENT-053 */
export const partStatus = z.enum(['waiting', 'loading', 'error', 'success', 'disabled']);
export type PartStatus = z.infer<typeof partStatus>;

/** Why a part is disabled or failed, where there is more to say than its status. */
export const partReason = z.enum([
  'skipped',
  'switchedOff',
  'noConsent',
  'noSound',
  'tooShort',
  'noRecognizer',
  'unsupportedLanguage',
  'quota',
  'emergency',
  'serviceDown',
  'serviceRefused',
  'badAnswer',
  'soundGone',
  'noQuestions',
]);
export type PartReason = z.infer<typeof partReason>;

/** What made a part: `basic` is the analysis by quotes and rules, without a model. */
export const madeBy = z.object({
  kind: z.enum(['basic', 'model']),
  service: z.string().nullish(),
  model: z.string().nullish(),
  /** Id and version of the prompt, 'summary.v1'. */
  prompt: z.string().nullish(),
  language: z.string().nullish(),
  /** Of the transcript that it was made of: another transcript has another one. */
  fingerprint: z.string().nullish(),
  at: timestamp,
});
export type MadeBy = z.infer<typeof madeBy>;

/** A part was asked for again: what there is stays until the new content has come, and where it could not be made. */
export const partRenewal = z.object({
  /** Who is to make it. */
  by: madeBy.shape.kind,
  status: z.enum(['waiting', 'error']),
  /** Why it could not be made. */
  reason: partReason.nullish(),
  at: timestamp,
});
export type PartRenewal = z.infer<typeof partRenewal>;

const part = { status: partStatus };
/** What a part says besides once the documentation of calls made it, or could not. */
const made = { ...part, madeBy: madeBy.nullish(), reason: partReason.nullish(), renewal: partRenewal.nullish() };

/** Ids of items of the transcript that a point rests on. */
const evidence = z.array(z.string());

/** Peaks between 0 and 1, and the length in seconds. */
const sound = {
  waveform: z.array(z.number()).default([]),
  /** The same by side, where the sound knows them apart: as many of each. */
  waveforms: z.object({ user: z.array(z.number()), remote: z.array(z.number()) }).nullish(),
  duration: z.number().nonnegative().nullable().default(null),
};

/** What people wrote about a call. ENT-025 */
export const note = z.object({
  ...part,
  /** HTML of the few elements that the editor knows; empty for a note without a word. */
  content: z.string().default(''),
  /** Goes up by one with each write; who writes names the one that they changed, 0 for the first. */
  revision: z.number().int().nonnegative().default(0),
  /** Web user who wrote last. */
  updatedBy: z.string().nullish(),
  /** What a model read out of the note, by name. */
  extractedData: z.record(z.string(), z.unknown()).nullish(),
  createdAt: timestamp.nullish(),
  updatedAt: timestamp.nullish(),
});

export type Note = z.infer<typeof note>;

/** ENT-026 */
export const summary = z.object({
  ...made,
  topics: z.array(z.string()).default([]),
  text: z.string().nullable().default(null),
  keyPoints: z.array(z.string()).default([]),
  /** What the text, each key point and each topic rest on, in their order. */
  evidence: z
    .object({
      text: evidence.default([]),
      keyPoints: z.array(evidence).default([]),
      topics: z.array(evidence).default([]),
    })
    .nullish(),
});

/** Who spoke: 0 is our user, 1 the other side. */
export const speaker = z.union([z.literal(0), z.literal(1)]);
/** SENT-049 */
export const speakerNames = ['USER', 'REMOTE'] as const;

/** ENT-027, SENT-048 */
export const transcriptionItem = z.object({
  /** What evidence points to: 's1', 's2' …, stable for the life of the transcript. Older transcripts have none. */
  id: z.string().optional(),
  speaker,
  /** Seconds from the start of the recording. */
  startTime: z.number().nonnegative(),
  endTime: z.number().nonnegative(),
  text: z.string(),
  /** From -1 (negative) to 1 (positive). */
  sentiment: z.number().min(-1).max(1).nullish(),
});

/** ENT-027, SENT-048 */
export const transcription = z.object({
  ...made,
  items: z.array(transcriptionItem).default([]),
  /** The sound that its seconds are of; `captured` is one that nobody plays. Older transcripts do not say. */
  sound: z.enum(['manual', 'automatic', 'voicemail', 'captured']).nullish(),
});

/** A word, and the seconds at which it begins and ends: few letters each, as an hour has thousands of them. */
export const timedWord = z.tuple([z.string(), z.number(), z.number()]);
export type TimedWord = z.infer<typeof timedWord>;

/** The words of one side of a call, in their order. */
export const transcriptSide = z.object({ id: z.string(), speaker, words: z.array(timedWord) });

/** ENT-028 */
export const recording = z.object(part);
/** ENT-031 */
export const manualRecording = z.object({ ...part, ...sound });
/** ENT-032 */
export const automaticRecording = z.object({ ...part, ...sound });

/**
 * A message on the machine: its sound, and what was said. Where `status` is missing, the two tell their own.
 * ENT-029, ENT-030, SENT-047
 */
export const voicemail = z.object({
  status: partStatus.optional(),
  visual: z.discriminatedUnion('status', [
    z.object({ status: z.literal('pending') }),
    z.object({ status: z.literal('failed') }),
    z.object({ status: z.literal('deleted') }),
    z.object({ status: z.literal('processed'), waveform: z.array(z.number()), duration: z.number().nonnegative() }),
  ]),
  transcription: z.object({ ...made, text: z.string().nullable().default(null) }).nullish(),
  /** When a member first listened to it, or said so; missing where nobody has. */
  readAt: timestamp.nullish(),
});
export type Voicemail = z.infer<typeof voicemail>;

/** ENT-033, SENT-050 */
export const actionItem = z.object({
  ...made,
  items: z
    .array(
      z.object({
        id: z.string(),
        text: z.string(),
        checked: z.boolean().default(false),
        evidence: evidence.optional(),
        /** Who has to do it. */
        by: speaker.nullish(),
        /** The day it is due where the account is, YYYY-MM-DD, if the words of the call name one. */
        due: z.iso.date().nullish(),
      }),
    )
    .default([]),
});

export const smallTalkItem = z.object({
  id: z.string(),
  topic: z.string(),
  description: z.string(),
  pinned: z.boolean().default(false),
  dismissed: z.boolean().default(false),
  evidence: evidence.optional(),
});

/** ENT-034, SENT-052 */
export const smallTalk = z.object({ ...made, items: z.array(smallTalkItem).default([]) });

/** ENT-035, SENT-051 */
export const smartAnswers = z.object({
  ...made,
  /** The set whose questions were answered; while answers wait, the one that will be. */
  setId: z.string().nullable().default(null),
  /** Its title as it was then. */
  setTitle: z.string().nullish(),
  /** Its revision as it was then. */
  setRev: z.number().nullish(),
  /** Whose set it is. */
  byUserId: z.string().nullish(),
  /** When the answers were asked for last. */
  askedAt: timestamp.nullish(),
  /** When the answers were written into the note of the call, if they were. */
  copiedToNoteAt: timestamp.nullish(),
  items: z
    .array(
      z.object({
        questionId: z.string(),
        question: z.string(),
        /** Null: nothing of it was said in the call. */
        answer: z.string().nullable(),
        userId: z.string().nullish(),
        title: z.string().nullish(),
        /** Of the question: lists show the newest first, and those without it after them in their order. */
        createdAt: timestamp.nullish(),
        evidence: evidence.optional(),
      }),
    )
    .default([]),
});

/** ENT-036 */
export const callHeadline = z.object({
  ...made,
  text: z.string().nullable().default(null),
  evidence: evidence.optional(),
});

/** What the CRM holds of a call: by integration name or entry id. ENT-037 */
export const integrationInfo = z.object({
  ...part,
  entries: z
    .record(
      z.string(),
      z.object({
        taskId: z.string().nullish(),
        loggedEntities: z
          .array(z.object({ id: z.string(), type: z.string(), source: z.string().nullish() }))
          .default([]),
        selectedOutcome: z.object({ id: z.string(), displayValue: z.string() }).nullish(),
      }),
    )
    .default({}),
});

/**
 * Everything known about a call beyond its signalling. A part that is missing was never asked for.
 * ENT-025 to -037, SENT-045
 */
export const documentation = z.object({
  note: note.optional(),
  summary: summary.optional(),
  transcription: transcription.optional(),
  recording: recording.optional(),
  voicemail: voicemail.optional(),
  manualRecording: manualRecording.optional(),
  automaticRecording: automaticRecording.optional(),
  actionItem: actionItem.optional(),
  smallTalk: smallTalk.optional(),
  smartAnswers: smartAnswers.optional(),
  callHeadline: callHeadline.optional(),
  integrationInfo: integrationInfo.optional(),
});
export type Documentation = z.infer<typeof documentation>;
