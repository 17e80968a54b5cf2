import { z } from 'zod';
import { timestamp } from './common.ts';

export const contactFileFormat = z.enum(['vcard', 'csv']);
export type ContactFileFormat = z.infer<typeof contactFileFormat>;

/** Why an entry of a file was left out, or came only in part. */
export const importProblemCodes = [
  'UNREADABLE',
  'NO_NAME',
  'INVALID_NUMBER',
  'INVALID_EMAIL',
  'TOO_MANY_NUMBERS',
  /** A text was longer than a contact keeps it, and was cut. */
  'LONG_NAME',
  'LONG_FIRST_NAME',
  'LONG_LAST_NAME',
  'LONG_ORGANIZATION',
  /** The address of a picture is of no use when it is cut, and was left out. */
  'LONG_PICTURE',
  'DUPLICATE',
  /** A list of other cards, which is nobody to call. */
  'GROUP',
  /** Of the file as a whole: so many photos, as `text` says, were left out. Only addresses of pictures are kept. */
  'PHOTOS',
  /** Of the file as a whole: columns that are of no use here. */
  'IGNORED_COLUMNS',
  /** Of the file as a whole: what stands from this place on was not read any more. */
  'CUT_OFF',
] as const;
export type ImportProblemCode = (typeof importProblemCodes)[number];

/** What is wrong with an entry of a file. `place` counts entries (vCard) or lines (CSV) from 1. */
export const importProblem = z.object({
  place: z.number().int().positive(),
  code: z.enum(importProblemCodes),
  text: z.string().max(200),
});
export type ImportProblem = z.infer<typeof importProblem>;

/** A file of contacts on its way into the company's address book. */
export const contactImport = z.object({
  id: z.string(),
  fileName: z.string(),
  format: contactFileFormat,
  state: z.enum(['RUNNING', 'DONE', 'FAILED', 'UNDONE']),
  total: z.number().int().nullable(),
  /** Entries looked at so far; `created`, `updated` and `skipped` add up to it. */
  done: z.number().int(),
  created: z.number().int(),
  updated: z.number().int(),
  skipped: z.number().int(),
  /** Contacts that went when it was taken back: those it had created, but for who was changed or deleted since. */
  removed: z.number().int(),
  /** The first hundred. */
  problems: z.array(importProblem),
  startedAt: timestamp,
  endedAt: timestamp.nullable(),
});
export type ContactImport = z.infer<typeof contactImport>;
