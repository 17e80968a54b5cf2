import { z } from 'zod';
import { mostImportedPeople } from '../rules/limits.ts';
import { e164, locale, timestamp, typedName, webUserId } from './common.ts';

/** What a table of people may say of each of them, in the order in which it is shown. */
export const personCells = [
  'firstName',
  'lastName',
  'email',
  'extension',
  'number',
  'queues',
  'department',
  'locale',
  'role',
] as const;
export type PersonCell = (typeof personCells)[number];

const cell = z.string().max(300).default('');

/** A row of a table of people as it was typed; what is empty is decided by the server. */
export const typedPerson = z.object({
  firstName: cell,
  lastName: cell,
  email: cell,
  /** Empty: the lowest free one from 20 on. */
  extension: cell,
  /** A direct number, in any way in which people write it. */
  number: cell,
  /** Names of shared channels, with commas, semicolons or bars between. */
  queues: cell,
  department: cell,
  /** Empty: the language of the import. */
  locale: cell,
  /** Empty: a member. */
  role: cell,
});
export type TypedPerson = z.infer<typeof typedPerson>;

/**
 * Why a row makes no person. `formula`: it begins as a formula of a spreadsheet does; `…Twice`: a row above has the same;
 * `numberUnknown`: the company has no such number; `extensionMeaning`: it is an emergency number or a short code;
 * `usersFull`: the company has as many users as the operator lets it have.
 */
export const personProblems = [
  'missing',
  'notAName',
  'formula',
  'notAnEmail',
  'emailTaken',
  'emailTwice',
  'notAnExtension',
  'extensionTaken',
  'extensionMeaning',
  'extensionTwice',
  'notANumber',
  'numberUnknown',
  'numberTaken',
  'numberTwice',
  'queueUnknown',
  'localeUnknown',
  'roleUnknown',
  'roleNotYours',
  'usersFull',
] as const;
export type PersonProblemCode = (typeof personProblems)[number];

const personProblem = z.object({
  cell: z.enum(personCells),
  problem: z.enum(personProblems),
  /** Who has it already, or the word that is unknown; null where there is nothing to say. */
  detail: z.string().nullable(),
  /** A value that would be accepted instead; null where nothing is known. */
  suggestion: z.string().nullable(),
});
export type PersonProblem = z.infer<typeof personProblem>;

/** What becomes of a row: `here` is a person of the company already, by their email address, and is left as they are. */
export const checkedPerson = z.object({
  state: z.enum(['ready', 'here', 'problem']),
  /** Those that they get; null where there is none. */
  extension: z.string().nullable(),
  number: e164.nullable(),
  problems: z.array(personProblem),
});
export type CheckedPerson = z.infer<typeof checkedPerson>;

const people = z.array(typedPerson).min(1).max(mostImportedPeople);

/** How rows are read. */
const reading = {
  /** People without a direct number in the table get the free one of a block that ends in their extension. */
  numbersByExtension: z.boolean().default(false),
  /** Of those whose row names none. */
  locale: locale.default('de'),
  people,
};
export const peopleCheck = z.object(reading);
export type PeopleCheck = z.infer<typeof peopleCheck>;

/** `each`: rows that cannot be created are left out; `all`: then nobody is created. */
const importMode = z.enum(['each', 'all']);

export const newPeopleImport = z.object({
  ...reading,
  /** The name of the file; null for a pasted table. */
  name: typedName(200).nullable().default(null),
  mode: importMode.default('each'),
});
export type NewPeopleImport = z.infer<typeof newPeopleImport>;

/** `running`; `done`; `failed`: one of `all` could not be created, or it was given up; what was created stays; `undone`: taken back. */
const importState = z.enum(['running', 'done', 'failed', 'undone']);

/** An import of people as administrators see it. */
export const peopleImport = z.object({
  id: z.string(),
  name: z.string().nullable(),
  mode: importMode,
  state: importState,
  startedAt: timestamp,
  endedAt: timestamp.nullable(),
  /** Who began it; null when they are gone. */
  startedBy: webUserId.nullable(),
  total: z.number().int().nonnegative(),
  created: z.number().int().nonnegative(),
  /** Were people of the company already. */
  here: z.number().int().nonnegative(),
  refused: z.number().int().nonnegative(),
  /** Created and removed again by undoing. */
  removed: z.number().int().nonnegative(),
});
export type PeopleImport = z.infer<typeof peopleImport>;

/** One row of an import. `userId` is that of the person who was created. */
export const importedRow = z.object({
  /** From 1. */
  place: z.number().int().positive(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  extension: z.string().nullable(),
  number: e164.nullable(),
  state: z.enum(['waiting', 'created', 'here', 'refused', 'removed']),
  userId: webUserId.nullable(),
  problem: z.enum(personProblems).nullable(),
});
export type ImportedRow = z.infer<typeof importedRow>;
