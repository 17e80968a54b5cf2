import type { PersonCell } from '@sidetone/contract/entities/people-import.ts';

/** What a column of a table holds; `name` is first and last name in one cell. */
export type PersonColumn = PersonCell | 'name';

/** In the order in which they can be chosen. */
export const personColumns = [
  'name',
  'firstName',
  'lastName',
  'email',
  'extension',
  'number',
  'queues',
  'department',
  'locale',
  'role',
] as const satisfies readonly PersonColumn[];

/** Headings in both languages, in small letters without signs. */
const headings: Readonly<Record<PersonColumn, readonly string[]>> = {
  name: [
    'name',
    'fullname',
    'displayname',
    'anzeigename',
    'vollstandigername',
    'vornamenachname',
    'nachnamevorname',
    'vorundnachname',
    'firstandlastname',
    'mitarbeiter',
    'mitarbeiterin',
    'employee',
    'person',
    'benutzer',
    'user',
  ],
  firstName: ['firstname', 'givenname', 'first', 'forename', 'vorname'],
  lastName: ['lastname', 'surname', 'familyname', 'last', 'nachname', 'familienname', 'zuname'],
  email: ['email', 'emailaddress', 'emailadresse', 'mail', 'mailadresse', 'mailaddress'],
  extension: ['extension', 'ext', 'extensionnumber', 'nebenstelle', 'nst', 'internenummer', 'intern', 'internalnumber'],
  number: [
    'directnumber',
    'directdial',
    'did',
    'ddi',
    'number',
    'phone',
    'phonenumber',
    'telephone',
    'durchwahl',
    'direktwahl',
    'rufnummer',
    'nummer',
    'telefon',
    'telefonnummer',
  ],
  queues: [
    'queue',
    'queues',
    'group',
    'groups',
    'team',
    'teams',
    'channel',
    'channels',
    'warteschlange',
    'warteschlangen',
    'gruppe',
    'gruppen',
    'kanal',
    'kanale',
  ],
  department: ['department', 'dept', 'abteilung', 'bereich'],
  locale: ['language', 'locale', 'sprache'],
  role: ['role', 'rolle'],
};

const byHeading = new Map(
  Object.entries(headings).flatMap(([column, names]) => names.map((name) => [name, column as PersonColumn] as const)),
);

/** A heading in small letters without signs. */
export const plainHeading = (heading: string): string =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

const columnOf = (heading: string): PersonColumn | null => byHeading.get(plainHeading(heading)) ?? null;

/** Whether the first row names columns: it has no email address, and one cell is a known heading. */
export const hasHeading = (rows: readonly (readonly string[])[]): boolean =>
  rows[0]?.every((cell) => !cell.includes('@')) === true && rows[0].some((cell) => columnOf(cell) !== null);

/**
 * What each column of a table holds: by the headings where there are some, else by the cells below; null for a column
 * that nobody recognises, and for the second one of a kind.
 */
export function columnsOf(rows: readonly (readonly string[])[], isHeaded: boolean): (PersonColumn | null)[] {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const people = isHeaded ? rows.slice(1) : rows;
  const cellsAt = (at: number) => people.map((row) => row[at] ?? '').filter((cell) => cell !== '');
  const columns = Array.from({ length: width }, (_none, at) => {
    const column = isHeaded ? columnOf(rows[0]?.[at] ?? '') : byContent(cellsAt(at));
    // A Durchwahl is written as the whole number or as its end alone.
    return column === 'number' && isShort(cellsAt(at)) ? ('extension' as const) : column;
  });
  const named = isHeaded ? columns : withNames(columns, people);
  return named.map((column, at) => (column !== null && named.indexOf(column) === at ? column : null));
}

const isShort = (cells: readonly string[]): boolean =>
  cells.length > 0 && cells.every((cell) => /^[-–]?\s*[0-9]{1,5}$/.test(cell));

function byContent(cells: readonly string[]): PersonColumn | null {
  if (cells.length === 0) return null;
  const most = (test: RegExp) => cells.filter((cell) => test.test(cell)).length * 2 > cells.length;
  if (most(/@/)) return 'email';
  if (isShort(cells)) return 'extension';
  if (most(/^[+0(][0-9 ()/-]{5,}$/)) return 'number';
  if (most(/^(de|en|deutsch|german|englisch|english)$/i)) return 'locale';
  return most(/^(admin|administrator|member|mitglied)$/i) ? 'role' : null;
}

/** The first columns of words are names: one of both, or one each. */
function withNames(
  columns: readonly (PersonColumn | null)[],
  people: readonly (readonly string[])[],
): (PersonColumn | null)[] {
  const words = columns.flatMap((column, at) => (column === null && people.some((row) => row[at]) ? [at] : []));
  const [first, second] = words;
  const hasTwoWords = people.some((row) => (row[first ?? -1] ?? '').includes(' '));
  return columns.map((column, at) => {
    if (at === first) return hasTwoWords || second !== first + 1 ? 'name' : 'firstName';
    return at === second && first !== undefined && second === first + 1 && !hasTwoWords ? 'lastName' : column;
  });
}
