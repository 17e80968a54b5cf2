import type { AdminNumber } from '@sidetone/contract/entities/admin-channel.ts';
import { newUser } from '@sidetone/contract/entities/admin-user.ts';
import { type NumberAsker, proposeExtensions, proposeNumbers } from '../users/propose-numbers.ts';
import { pastedPeople } from './pasted-people.ts';
import type { PastedPerson } from './read-people.ts';

/** The corrections of a row; a missing field is as it was pasted or proposed. */
interface Corrections extends Partial<PastedPerson> {
  admin?: boolean;
  /** Null: no number. */
  number?: string | null;
}

/** A line of the box with its corrections. */
export interface PeopleRow {
  /** The line as it is read. */
  readonly pasted: PastedPerson;
  readonly corrected: Corrections;
  /** Removed from the list, though its line is still in the box. */
  readonly isLeftOut: boolean;
  /** The server's answer in words; null where there is none. */
  readonly refusal: string | null;
}

/** A person as they will be invited. */
export interface Invitee extends PastedPerson {
  readonly admin: boolean;
  readonly extension: string;
  readonly number: string | null;
}

type RowProblem = 'incomplete' | 'sameTwice' | 'extensionWrong' | 'extensionTaken';

/**
 * The rows for the present text of the box. Corrections stay with their line: found by its address, or by its place
 * while the address itself is being typed.
 */
export function mergePeople(rows: readonly PeopleRow[], text: string): PeopleRow[] {
  const people = pastedPeople(text);
  const addresses = new Set(people.map(({ email }) => email.toLowerCase()));
  const byAddress = new Map(rows.map((row) => [row.pasted.email.toLowerCase(), row]));
  return people.map((pasted, at) => {
    const same = byAddress.get(pasted.email.toLowerCase());
    const there = rows[at];
    const inPlace = there && !addresses.has(there.pasted.email.toLowerCase()) ? there : undefined;
    const known = same ?? inPlace;
    return known ? { ...known, pasted } : { pasted, corrected: {}, isLeftOut: false, refusal: null };
  });
}

/** Writes a row back as a line that reads the same. */
export const lineOf = ({ firstName, lastName, email }: PastedPerson): string =>
  `${`${firstName} ${lastName}`.trim()} <${email}>`;

/** A row whose person could not be invited, as it stays: its line says name and address alone, so the rest is corrected. */
export const leftRow = (
  { corrected, ...row }: PeopleRow,
  { firstName, lastName, email }: PastedPerson,
  refusal: string | null,
): PeopleRow => {
  const { extension } = { ...row.pasted, ...corrected };
  return {
    ...row,
    pasted: { firstName, lastName, email },
    corrected: extension === undefined ? corrected : { ...corrected, extension },
    refusal,
  };
};

interface Company {
  readonly numbers: readonly Pick<AdminNumber, 'id' | 'channelId'>[];
  readonly isTaken: (extension: string) => boolean;
  /** An existing user who gets a number in the same go, such as the administrator. */
  readonly first: NumberAsker | null;
  /** Whether numbers are proposed. */
  readonly proposes: boolean;
}

/** All people of the list with their extensions and numbers. The first number is that of `first`. */
export function invitees(
  rows: readonly PeopleRow[],
  { numbers, isTaken, first, proposes }: Company,
): { people: Invitee[]; first: string | null } {
  const typed = new Set(rows.map(({ pasted, corrected }) => corrected.extension ?? pasted.extension));
  const open = proposeExtensions(rows.length, (extension) => isTaken(extension) || typed.has(extension));
  const people = rows.map(({ pasted, corrected }) => ({
    ...pasted,
    admin: false,
    ...corrected,
    extension: corrected.extension ?? pasted.extension ?? open.shift() ?? '',
  }));
  const chosen = (number: string | null | undefined) => (number === undefined && !proposes ? null : number);
  const askers = people.map(({ extension, number }) => ({ extension, chosen: chosen(number) }));
  const you = first ? [{ ...first, chosen: chosen(first.chosen) }] : [];
  const given = proposeNumbers(numbers, [...you, ...askers]);
  return {
    people: people.map((person, at) => ({ ...person, number: given[at + you.length] ?? null })),
    first: first ? (given[0] ?? null) : null,
  };
}

/** Why a person cannot be invited; null where no reason is known here. */
export function problemOf(
  people: readonly Invitee[],
  at: number,
  isTaken: (extension: string) => boolean,
): RowProblem | null {
  const person = people[at];
  if (!person) return null;
  const { extension, email } = person;
  const before = people.slice(0, at);
  const checked = newUser.safeParse({ ...person, number: null });
  const wrong = checked.success ? [] : checked.error.issues.map(({ path }) => path[0]);
  if (wrong.some((field) => field !== 'extension')) return 'incomplete';
  if (before.some((other) => other.email.toLowerCase() === email.toLowerCase())) return 'sameTwice';
  if (wrong.length > 0) return 'extensionWrong';
  return isTaken(extension) || before.some((other) => other.extension === extension) ? 'extensionTaken' : null;
}
