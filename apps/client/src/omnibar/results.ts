import type { Contact, ContactNumber, ContactScope } from '@sidetone/contract/entities/contact.ts';
import type { Colleague } from '@sidetone/contract/entities/webuser.ts';
import {
  formatNumber,
  isDialable,
  type NumberPlace,
  normalizeNumber,
  withoutPunctuation,
} from '@sidetone/contract/rules/dialable.ts';
import { reachability } from '#contacts/presence.ts';
import { matches } from './highlight.ts';

/** What is searched for: somebody to call, or somebody to be asked into the running call. */
export type SearchType = 'call' | 'addParticipant';

/** One line that can be chosen. `key` is unique among all lines. */
export type ResultRow =
  /** `person` is the colleague who has that number. */
  | { kind: 'typed'; key: string; number: string; shown: string; person: Colleague | null }
  | { kind: 'colleague'; key: string; person: Colleague; number: string | null }
  | { kind: 'contact'; key: string; contact: Contact; open: boolean }
  | { kind: 'number'; key: string; contact: Contact; number: ContactNumber };

export interface ResultGroup {
  name: 'typed' | 'colleagues' | 'contacts';
  rows: ResultRow[];
  /** How many there are beyond those shown; null where all are shown. */
  outOf: number | null;
}

type TypedProblem = 'ownNumber' | 'notDialable';

export interface Results {
  groups: ResultGroup[];
  /** Why what was typed cannot be dialled, where it reads like a number. */
  problem: TypedProblem | null;
}

export interface SearchInput {
  type: SearchType;
  text: string;
  scope: ContactScope;
  colleagues: readonly Colleague[];
  /** The person who searches: nobody calls themselves. */
  ownId: string | null;
  /** Numbers that ring the person who searches, as they are dialled. */
  ownNumbers: readonly string[];
  contacts: readonly Contact[];
  place: NumberPlace;
  /** Contacts whose numbers are shown, by id; null opens the first that has several. */
  opened: string | null;
}

/** Most contacts that one search shows. */
export const shownContacts = 20;

/** What a search shows, best first. */
export function resultsOf(input: SearchInput): Results {
  const text = input.text.trim();
  if (text === '') {
    // Only somebody to be asked into a call is sought among colleagues before a letter is typed.
    const rows = input.type === 'addParticipant' && input.scope !== 'contacts' ? colleagueRows(text, input) : [];
    return { groups: rows.length > 0 ? [{ name: 'colleagues', rows, outOf: null }] : [], problem: null };
  }
  const typed = typedNumber(text, input);
  const groups: ResultGroup[] = [];
  if (typed.row) groups.push({ name: 'typed', rows: [typed.row], outOf: null });
  if (input.scope !== 'contacts') groups.push({ name: 'colleagues', rows: colleagueRows(text, input), outOf: null });
  if (input.scope !== 'team') groups.push(contactGroup(input));
  return { groups: groups.filter((group) => group.rows.length > 0), problem: typed.problem };
}

/** Every line of all groups in the order they are drawn. */
export function rowsOf(results: Results): ResultRow[] {
  return results.groups.flatMap((group) => group.rows);
}

/** The number that choosing a line dials; null where it dials nothing. */
export function dialledBy(row: ResultRow): string | null {
  switch (row.kind) {
    case 'typed':
    case 'colleague':
      return row.number;
    case 'number':
      return dialForm(row.number);
    case 'contact': {
      const [only, second] = row.contact.phoneNumbers;
      return only && !second ? dialForm(only) : null;
    }
  }
}

function typedNumber(text: string, input: SearchInput): { row: ResultRow | null; problem: TypedProblem | null } {
  const dialled = withoutPunctuation(text);
  if (!/^[0-9*#+]+$/.test(dialled)) return { row: null, problem: null };
  if (!isDialable(text, input.place)) return { row: null, problem: 'notDialable' };
  const e164 = normalizeNumber(text, input.place);
  const number = e164 ?? dialled;
  if (input.ownNumbers.includes(number)) return { row: null, problem: 'ownNumber' };
  const person = input.colleagues.find((each) => each.extension === number || each.number === number) ?? null;
  return { row: { kind: 'typed', key: 'typed', number, shown: formatNumber(number), person }, problem: null };
}

function colleagueRows(text: string, { colleagues, ownId }: SearchInput): ResultRow[] {
  return colleagues
    .filter((person) => person.id !== ownId)
    .filter(
      (person) =>
        text === '' ||
        matches([person.firstName, person.lastName, person.email, person.extension, person.number], text),
    )
    .sort((a, b) => reachability(a.neoPbxStatus) - reachability(b.neoPbxStatus))
    .map((person) => ({ kind: 'colleague', key: person.id, person, number: person.extension ?? person.number }));
}

function contactGroup({ contacts, opened }: SearchInput): ResultGroup {
  const shown = contacts.slice(0, shownContacts);
  const open = opened ?? shown.find((contact) => contact.phoneNumbers.length > 1)?.id ?? null;
  const rows = shown.flatMap((contact): ResultRow[] => {
    const isOpen = contact.id === open && contact.phoneNumbers.length > 1;
    const head: ResultRow = { kind: 'contact', key: contact.id, contact, open: isOpen };
    if (!isOpen) return [head];
    const numbers = contact.phoneNumbers.map(
      (number): ResultRow => ({ kind: 'number', key: `${contact.id} ${number.id}`, contact, number }),
    );
    return [head, ...numbers];
  });
  return { name: 'contacts', rows, outOf: contacts.length > shown.length ? contacts.length : null };
}

function dialForm(number: ContactNumber): string {
  return number.e164 ?? number.localized;
}
