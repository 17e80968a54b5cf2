import type { ChannelRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { Contact, ContactScope } from '@sidetone/contract/entities/contact.ts';
import type { Colleague } from '@sidetone/contract/entities/webuser.ts';
import { omnibarScope, type SearchType } from '@sidetone/contract/rules/defaults.ts';
import { shownSearchResults } from '@sidetone/contract/rules/limits.ts';
import type { NumberPlace } from '@sidetone/contract/rules/numbers/dialable.ts';
import { reachability } from '#contacts/presence.ts';
import { type DialledLast, dialledRows } from './dialled-last.ts';
import { channelMatch, colleagueMatch, contactMatch, isSearchable, type Match } from './matching.ts';
import {
  type BookLimits,
  channelRow,
  colleagueRows,
  contactRows,
  type DialObstacle,
  targetRow,
} from './people-rows.ts';
import { isAction, opens, type ResultRow } from './rows.ts';
import { type TypedNumber, typedNumber } from './typed-number.ts';
import { inWay, type Way } from './ways.ts';

export interface ResultGroup {
  /** `alsoTeam`: colleagues whose names contain the typed letters only within a word. */
  name: 'typed' | 'dialled' | 'favorites' | 'team' | 'channels' | 'contacts' | 'alsoTeam' | 'actions';
  rows: readonly ResultRow[];
  /** There are more than these. */
  more: boolean;
  /** The number of all matches, where there are more and it is known. */
  total?: number;
}

export interface Results {
  groups: ResultGroup[];
  /** The typed text cannot be searched for on this device. */
  unsearchable: boolean;
  /** The number that a contact is to get is not one that contacts keep. */
  unaddable: boolean;
}

export interface SearchInput {
  type: SearchType;
  text: string;
  scope: ContactScope;
  /** The number that a contact is to get, unchanged; only for `addPhoneNumber`. */
  numberToAdd: string | null;
  colleagues: readonly Colleague[];
  /** The channels that the user shares with others. */
  shared: readonly ChannelRow[];
  favorites: readonly Contact[];
  /** What the user dialled last, the newest first. */
  dialled: readonly DialledLast[];
  /** What becomes of the running call, where somebody is added to one. */
  way: Way;
  contacts: readonly Contact[];
  /** The number of contacts that match, favorites among them; null where it is not known. */
  total: number | null;
  /** The user who searches: they are not among the results. */
  ownId: string | null;
  /** Numbers that ring the user who searches, as they are dialled. */
  ownNumbers: readonly string[];
  place: NumberPlace;
  /** The obstacle to every call now. */
  dialObstacle: DialObstacle | null;
  /** Whether the user may write contacts. */
  mayWrite: boolean;
  /** Whether the running call can be parked. */
  mayPark: boolean;
  books: ReadonlyMap<string, BookLimits>;
  /** The person or contact whose lines are open, by id: null opens the first that has several, `''` none. */
  opened: string | null;
}

/** The scope of this search: a participant for a call is looked for in the team until the user types. */
export function scopeOf(type: SearchType, text: string, chosen: ContactScope | null): ContactScope {
  return chosen ?? (text.trim() === '' ? omnibarScope(type) : 'all');
}

/** The results of a search, best first. */
export function resultsOf(input: SearchInput): Results {
  const text = input.text.trim();
  const typed = input.type === 'addPhoneNumber' ? null : typedNumber(text, input);
  const people = input.type === 'addPhoneNumber' ? targetGroups(text, input) : callGroups(text, input);
  const groups: ResultGroup[] = [
    { name: 'typed', rows: typed ? [typed.row] : [], more: false },
    { name: 'dialled', rows: text === '' ? dialledOf(input) : [], more: false },
    ...people,
    { name: 'actions', rows: actionRows(text, typed, people.length > 0, input), more: false },
  ];
  const way = input.type === 'addParticipant' ? input.way : 'ask';
  return {
    groups: groups
      .filter(({ rows }) => rows.length > 0)
      .map((group) => ({ ...group, rows: inWay(group.rows, way, input.place) })),
    unsearchable: text !== '' && !isSearchable(text),
    unaddable: input.numberToAdd !== null && addedNumber(input) === null,
  };
}

/** What can be dialled once more, where nothing was typed and no call waits for somebody. */
const dialledOf = (input: SearchInput): ResultRow[] =>
  input.type === 'default' && input.scope === 'all' ? dialledRows(input.dialled, input) : [];

/** The contact that this search would create: by the typed name or number, and with the number to be added. */
export function newContact(input: SearchInput): { name: string; number: string | null } {
  const name = input.text.trim();
  if (input.type === 'addPhoneNumber') return { name, number: addedNumber(input) || null };
  const number = typedNumber(name, input)?.e164 ?? null;
  return number === null ? { name, number } : { name: '', number };
}

/** In E.164 form; empty while the form is to ask for it, null where contacts cannot keep it. */
const addedNumber = (input: SearchInput): string | null =>
  input.numberToAdd === '' || input.numberToAdd === null
    ? input.numberToAdd
    : (typedNumber(input.numberToAdd, input)?.e164 ?? null);

/** Every line of all groups in the order they are drawn. */
export function rowsOf(results: Results): ResultRow[] {
  return results.groups.flatMap((group) => group.rows);
}

/**
 * The default line for Enter while none was chosen: the first that can be chosen, among people the first whose words
 * begin with the text. None where the user means something else (a number that cannot be dialled, somebody who only has
 * the letters within a word), where nothing was typed, or where contacts are still being searched for and only actions
 * are there so far.
 */
export function unaskedRow(results: Results, { type, text }: SearchInput, pending: boolean): string | null {
  if (text.trim() === '' && type !== 'addParticipant') return null;
  const rows = rowsOf(results);
  if (rows[0]?.kind === 'typed' && rows[0].obstacle !== null) return null;
  const first = rows.find(
    (row) =>
      row.obstacle === null &&
      row.kind !== 'park' &&
      !(row.kind === 'contact' && row.open) &&
      beginsWith(text.trim(), row) &&
      !(pending && isAction(row)),
  );
  // Where only such people were found, Enter does not create a contact either.
  const somebodyElse = first !== undefined && isAction(first) && rows.some((row) => !beginsWith(text.trim(), row));
  return somebodyElse ? null : (first?.key ?? null);
}

/** Whether the words of the person that this line calls begin with the text; true for lines that call nobody. */
function beginsWith(text: string, row: ResultRow): boolean {
  switch (row.kind) {
    case 'colleague':
    case 'colleagueNumber':
      return text === '' || colleagueMatch(row.person, text) === 'begins';
    case 'channel':
      return channelMatch(row.channel, text) === 'begins';
    case 'contact':
    case 'number':
    case 'email':
      return text === '' || contactMatch(row.contact, text) === 'begins';
    default:
      return true;
  }
}

function callGroups(text: string, input: SearchInput): ResultGroup[] {
  const { scope, type, ownId } = input;
  const others = input.colleagues.filter((person) => person.id !== ownId);
  if (text === '' && type === 'addParticipant' && scope !== 'contacts') {
    return [{ name: 'team', rows: sortedRows(others, input), more: false }];
  }
  const people =
    text === '' || isSearchable(text) ? { others, ...input } : { others: [], ...input, favorites: [], contacts: [] };
  const favorites = people.favorites.filter((contact) => inScope(contact, scope) && contact.id !== ownId);
  const kept = text === '' ? favorites : bestFirst(favorites, (contact) => favoriteMatch(contact, text, others));
  const keptIds = new Set(kept.map(({ id }) => id));
  const team = text === '' || scope === 'contacts' ? [] : people.others.filter((person) => !keptIds.has(person.id));
  const teamWho = byMatch(team, (person) => colleagueMatch(person, text));
  const channels =
    text === '' || scope === 'contacts' ? [] : bestFirst(input.shared, (channel) => channelMatch(channel, text));
  const found = text === '' || scope === 'team' ? [] : people.contacts.filter((contact) => !keptIds.has(contact.id));
  const shown = found.slice(0, shownSearchResults);
  const open = openedOf([...kept.filter(({ isTeam }) => !isTeam), ...shown], text, input.opened);
  const byId = new Map(others.map((person) => [person.id, person]));
  const groups: ResultGroup[] = [
    {
      name: 'favorites',
      rows: kept.flatMap((contact) => {
        const colleague = contact.isTeam ? byId.get(contact.id) : undefined;
        if (colleague) return colleagueRows(colleague, input.opened === colleague.id, input);
        return contactRows(contact, contact.id === open, input);
      }),
      more: false,
    },
    { name: 'team', rows: sortedRows(teamWho.begins, input), more: false },
    { name: 'channels', rows: channels.map((channel) => channelRow(channel, input)), more: false },
    {
      name: 'contacts',
      rows: shown.flatMap((contact) => contactRows(contact, contact.id === open, input)),
      ...beyond(shown, kept, input),
    },
    { name: 'alsoTeam', rows: sortedRows(teamWho.within, input), more: false },
  ];
  return groups.filter((group) => group.rows.length > 0);
}

/**
 * Whether there are more than are shown, and how many in all without those among the favorites. The results are
 * limited, so that favorites among them may leave fewer lines than there are further matches.
 */
function beyond(
  shown: readonly Contact[],
  favorites: readonly Contact[],
  { contacts, total }: SearchInput,
): Pick<ResultGroup, 'more' | 'total'> {
  const isCutOff = contacts.length > shownSearchResults;
  if (!isCutOff || total === null) return { more: isCutOff };
  const others = total - favorites.filter(({ isTeam }) => !isTeam).length;
  return others > shown.length ? { more: true, total: others } : { more: false };
}

/** The contacts that a number can be added to, and those that cannot take it, so that users see why. */
function targetGroups(text: string, input: SearchInput): ResultGroup[] {
  const { scope, favorites, colleagues, contacts, mayWrite, books } = input;
  const ground = { number: addedNumber(input), mayWrite, books };
  const kept = favorites.filter(
    (contact) => !contact.isTeam && inScope(contact, scope) && (text === '' || contactMatch(contact, text) !== null),
  );
  const keptIds = new Set(kept.map(({ id }) => id));
  const found =
    text === '' || scope === 'team' ? [] : contacts.filter((contact) => !keptIds.has(contact.id) && !contact.isTeam);
  const shown = found.slice(0, shownSearchResults);
  const team =
    text === '' || scope === 'contacts' ? [] : bestFirst(colleagues, (person) => colleagueMatch(person, text));
  const groups: ResultGroup[] = [
    { name: 'favorites', rows: kept.map((contact) => targetRow(contact, ground)), more: false },
    {
      name: 'contacts',
      rows: shown.map((contact) => targetRow(contact, ground)),
      ...beyond(shown, kept, input),
    },
    { name: 'team', rows: team.map((person) => targetRow(colleagueAsContact(person), ground)), more: false },
  ];
  return groups.filter((group) => group.rows.length > 0);
}

/** Creating a contact from the text, and adding the number to an existing one. */
function actionRows(
  text: string,
  typed: TypedNumber | null,
  foundSomebody: boolean,
  { type, mayWrite, mayPark }: SearchInput,
): ResultRow[] {
  if (type === 'addParticipant') return text === '' && mayPark ? [{ key: 'park', kind: 'park', obstacle: null }] : [];
  if (text === '' || type === 'addPhoneNumber') return [];
  const number = typed?.e164 ?? null;
  const create: ResultRow = {
    key: 'create',
    kind: 'create',
    text,
    number,
    obstacle: mayWrite ? null : 'noGrant',
  };
  // Among people it would only be in the way; where nobody was found it says what else is possible.
  if (typed === null && foundSomebody) return [create];
  const add: ResultRow = {
    key: 'addNumber',
    kind: 'addNumber',
    number,
    obstacle: number === null ? 'needsNumber' : mayWrite ? null : 'noGrant',
  };
  return [create, add];
}

function sortedRows(people: readonly Colleague[], input: SearchInput): ResultRow[] {
  return [...people]
    .sort((a, b) => reachability(a.neoPbxStatus) - reachability(b.neoPbxStatus))
    .flatMap((person) => colleagueRows(person, input.opened === person.id, input));
}

function openedOf(contacts: readonly Contact[], text: string, opened: string | null): string | null {
  if (opened !== null) return opened;
  return text === '' ? null : (contacts.find(opens)?.id ?? null);
}

const inScope = (contact: Contact, scope: ContactScope): boolean =>
  scope === 'all' || contact.isTeam === (scope === 'team');

/** A colleague is found by their extension as well, which their record as a contact may lack. */
function favoriteMatch(contact: Contact, text: string, colleagues: readonly Colleague[]): Match | null {
  const colleague = contact.isTeam ? colleagues.find(({ id }) => id === contact.id) : undefined;
  return colleague ? colleagueMatch(colleague, text) : contactMatch(contact, text);
}

/** The matches, those whose words begin with the text first. */
function bestFirst<Somebody>(people: readonly Somebody[], matchOf: (one: Somebody) => Match | null): Somebody[] {
  const { begins, within } = byMatch(people, matchOf);
  return [...begins, ...within];
}

function byMatch<Somebody>(
  people: readonly Somebody[],
  matchOf: (one: Somebody) => Match | null,
): Record<Match, Somebody[]> {
  const found: Record<Match, Somebody[]> = { begins: [], within: [] };
  for (const one of people) {
    const match = matchOf(one);
    if (match !== null) found[match].push(one);
  }
  return found;
}

function colleagueAsContact(person: Colleague): Contact {
  const name = `${person.firstName} ${person.lastName}`.trim();
  return {
    id: person.id,
    source: 'TEAM',
    integrationId: null,
    type: 'contacts',
    name,
    displayName: null,
    firstName: person.firstName,
    lastName: person.lastName,
    organization: null,
    email: person.email,
    phoneNumbers: [],
    avatarUrl: person.avatarUrl ?? null,
    contactUrl: null,
    readonly: true,
    isTeam: true,
    relatesTo: [],
    priority: 0,
  };
}
