import { departmentName, emailAddress, type NewUser } from '@sidetone/contract/entities/admin-user.ts';
import { extensionNumber, type Locale, typedName } from '@sidetone/contract/entities/common.ts';
import type {
  PersonCell,
  PersonProblem,
  PersonProblemCode,
  TypedPerson,
} from '@sidetone/contract/entities/people-import.ts';
import {
  type AdminRights,
  type AdminRole,
  adminRoles,
  mayDoAllOf,
} from '@sidetone/contract/rules/admin/admin-roles.ts';
import { defaultGrants } from '@sidetone/contract/rules/grants.ts';
import { type NumberPlace, normalizeNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { numbersByExtension } from '@sidetone/contract/rules/numbers/number-by-extension.ts';

/** What is taken in a company, and what it has to give. */
export interface CompanyNow {
  /** In small letters, of everyone on this server → whether they are of this company. */
  readonly emails: ReadonlyMap<string, 'here' | 'elsewhere'>;
  /** Extension → whose it is. */
  readonly extensions: ReadonlyMap<string, string>;
  /** Whether an extension is an emergency number or a short code. */
  isMeaningful(extension: string): boolean;
  /** Number → whom it leads to; null: nobody yet. */
  readonly numbers: ReadonlyMap<string, string | null>;
  /** Folded name of a shared channel → its id. */
  readonly queues: ReadonlyMap<string, string>;
  readonly place: NumberPlace;
  /** How many users the company may still get; left out: as many as it likes. */
  readonly seats?: number | undefined;
}

/** Nothing of it is written yet: a person who can be created, one who is here already, or what is wrong. */
export type ReadPerson =
  | { readonly state: 'ready'; readonly person: NewUser & { readonly extension: string } }
  | { readonly state: 'here' }
  | {
      readonly state: 'problem';
      readonly problems: readonly PersonProblem[];
      readonly extension: string | null;
      readonly number: string | null;
    };

interface Options {
  readonly numbersByExtension: boolean;
  readonly locale: Locale;
  /** Of who imports. */
  readonly rights: AdminRights;
}

/** What one row says, before rows are compared with each other. */
interface Draft {
  readonly typed: TypedPerson;
  readonly email: string;
  extension: string;
  number: string | null;
  readonly queueIds: string[];
  readonly locale: Locale;
  readonly admin: boolean;
  readonly roles: readonly AdminRole[];
  readonly isHere: boolean;
  readonly problems: PersonProblem[];
}

/** How names of channels are compared: as people type them. */
export const foldName = (name: string): string => name.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ');

/**
 * Reads the rows of a table of people. Extensions and numbers that rows leave out are given in the order of the rows,
 * never one that another row names.
 */
export function readPeople(rows: readonly TypedPerson[], company: CompanyNow, options: Options): ReadPerson[] {
  const drafts = rows.map((typed) => draftOf(typed, company, options));
  const newcomers = drafts.filter(({ isHere }) => !isHere);
  findTwice(newcomers, 'email', ({ email }) => email, 'emailTwice');
  findTwice(newcomers, 'extension', ({ extension }) => extension, 'extensionTwice');
  findTwice(newcomers, 'number', ({ number }) => number ?? '', 'numberTwice');
  giveExtensions(newcomers, company);
  if (options.numbersByExtension) giveNumbers(newcomers, company);
  suggestExtensions(newcomers, company);
  limitSeats(newcomers, company);
  return drafts.map(readOf);
}

/** The first rows get the seats that are left. */
function limitSeats(newcomers: readonly Draft[], { seats = Number.POSITIVE_INFINITY }: CompanyNow): void {
  const creatable = newcomers.filter(({ problems }) => problems.length === 0);
  for (const { problems } of creatable.slice(Math.min(seats, creatable.length))) {
    problems.push({ cell: 'email', problem: 'usersFull', detail: null, suggestion: null });
  }
}

const readOf = (draft: Draft): ReadPerson => {
  const { typed, email, extension, number, queueIds, locale, admin, roles, isHere, problems } = draft;
  if (isHere) return { state: 'here' };
  if (problems.length > 0) return { state: 'problem', problems, extension: extension || null, number };
  const department = typed.department.trim();
  return {
    state: 'ready',
    person: {
      firstName: typed.firstName.trim(),
      lastName: typed.lastName.trim(),
      email,
      locale,
      admin,
      roles: [...roles],
      grants: [...defaultGrants],
      extension,
      number,
      channelIds: queueIds,
      department: department === '' ? null : department,
      password: null,
    },
  };
};

function draftOf(typed: TypedPerson, company: CompanyNow, options: Options): Draft {
  const problems: PersonProblem[] = [];
  const refuse = (cell: PersonCell, problem: PersonProblemCode, detail: string | null = null) => {
    problems.push({ cell, problem, detail, suggestion: null });
  };
  for (const cell of ['firstName', 'lastName'] as const) refuseName(typed[cell], cell, refuse);
  if (typed.department.trim() !== '') refuseName(typed.department, 'department', refuse);
  const locale = readWord(typed.locale, locales) ?? options.locale;
  if (!isWordOf(typed.locale, locales)) refuse('locale', 'localeUnknown', typed.locale.trim());
  const { admin, roles } = readRights(typed.role, options.rights, refuse);
  const email = typed.email.trim();
  const known = company.emails.get(email.toLowerCase());
  if (email === '') refuse('email', 'missing');
  else if (!emailAddress.safeParse(email).success) refuse('email', 'notAnEmail');
  else if (known === 'elsewhere') refuse('email', 'emailTaken');
  return {
    typed,
    email,
    extension: readExtension(typed.extension, company, refuse),
    number: readNumber(typed.number, company, refuse),
    queueIds: readQueues(typed.queues, company, refuse),
    locale,
    admin,
    roles,
    isHere: known === 'here',
    problems,
  };
}

type Refuse = (cell: PersonCell, problem: PersonProblemCode, detail?: string | null) => void;

/** What a spreadsheet would calculate is nobody's name. */
const formula = /^[\s'"]*[=+\-@＝＋－＠|]/u;

function refuseName(text: string, cell: 'firstName' | 'lastName' | 'department', refuse: Refuse): void {
  const name = text.trim();
  const schema = cell === 'department' ? departmentName : typedName(100);
  if (name === '') refuse(cell, 'missing');
  else if (formula.test(name)) refuse(cell, 'formula');
  else if (!schema.safeParse(name).success) refuse(cell, 'notAName');
}

function readExtension(text: string, { extensions, isMeaningful }: CompanyNow, refuse: Refuse): string {
  // Phone books write `-23` for the extension of a block.
  const extension = text.trim().replace(/^[-–]\s*/, '');
  if (extension === '') return '';
  const owner = extensions.get(extension);
  if (!extensionNumber.safeParse(extension).success) refuse('extension', 'notAnExtension');
  else if (owner !== undefined) refuse('extension', 'extensionTaken', owner);
  else if (isMeaningful(extension)) refuse('extension', 'extensionMeaning');
  return extension;
}

function readNumber(text: string, { numbers, place }: CompanyNow, refuse: Refuse): string | null {
  if (text.trim() === '') return null;
  const number = normalizeNumber(text, place);
  if (number === null) refuse('number', 'notANumber');
  else if (!numbers.has(number)) refuse('number', 'numberUnknown');
  else {
    const owner = numbers.get(number) ?? null;
    if (owner !== null) refuse('number', 'numberTaken', owner);
  }
  return number;
}

function readQueues(text: string, { queues }: CompanyNow, refuse: Refuse): string[] {
  if (text.trim() === '') return [];
  const whole = queues.get(foldName(text));
  if (whole !== undefined) return [whole];
  const names = text.split(/[,;|\n]/).filter((name) => name.trim() !== '');
  const ids = names.flatMap((name) => {
    const id = queues.get(foldName(name));
    if (id === undefined) refuse('queues', 'queueUnknown', name.trim());
    return id === undefined ? [] : [id];
  });
  return [...new Set(ids)];
}

const locales: Readonly<Record<string, Locale>> = {
  de: 'de',
  'de-de': 'de',
  deutsch: 'de',
  german: 'de',
  en: 'en',
  'en-gb': 'en',
  'en-us': 'en',
  englisch: 'en',
  english: 'en',
};

/** Several roles follow one another; an administrator has no others. */
function readRights(text: string, rights: AdminRights, refuse: Refuse): Pick<Draft, 'admin' | 'roles'> {
  const words = text.split(/[,;|+\n]/).filter((word) => word.trim() !== '');
  const read = words.map((word) => readWord(word, roles));
  const unknown = words.filter((_word, at) => read[at] === undefined);
  for (const word of unknown) refuse('role', 'roleUnknown', word.trim());
  const admin = read.includes('admin');
  const held = admin ? [] : adminRoles.filter((role) => read.includes(role));
  if (!mayDoAllOf(rights, { admin, roles: held })) refuse('role', 'roleNotYours', text.trim());
  return { admin, roles: held };
}

const roles: Readonly<Record<string, 'member' | 'admin' | AdminRole>> = {
  member: 'member',
  user: 'member',
  mitglied: 'member',
  benutzer: 'member',
  admin: 'admin',
  administrator: 'admin',
  administratorin: 'admin',
  people: 'people',
  'user management': 'people',
  benutzerverwaltung: 'people',
  numbers: 'numbers',
  nummern: 'numbers',
  queues: 'queues',
  warteschlangen: 'queues',
  reports: 'reports',
  'call records': 'reports',
  anruflisten: 'reports',
};

const readWord = <Meaning>(text: string, words: Readonly<Record<string, Meaning>>): Meaning | undefined => {
  const word = foldName(text);
  return Object.hasOwn(words, word) ? words[word] : undefined;
};

const isWordOf = <Meaning>(text: string, words: Readonly<Record<string, Meaning>>): boolean =>
  text.trim() === '' || readWord(text, words) !== undefined;

/** Of rows that say the same, all but the first have a problem. */
function findTwice(
  drafts: readonly Draft[],
  cell: 'email' | 'extension' | 'number',
  textOf: (draft: Draft) => string,
  problem: PersonProblemCode,
): void {
  const first = new Map<string, Draft>();
  for (const draft of drafts) {
    const value = textOf(draft).toLowerCase();
    if (value === '') continue;
    const other = first.get(value);
    if (other === undefined) first.set(value, draft);
    else {
      const detail = `${other.typed.firstName.trim()} ${other.typed.lastName.trim()}`.trim() || null;
      draft.problems.push({ cell, problem, detail, suggestion: null });
    }
  }
}

/** The lowest extensions from 20 on that nobody has and no row names. */
function* freeExtensions(drafts: readonly Draft[], { extensions, isMeaningful }: CompanyNow): Generator<string, never> {
  const named = new Set(drafts.map(({ extension }) => extension));
  for (let next = 20; ; next += 1) {
    const extension = String(next);
    if (!named.has(extension) && !extensions.has(extension) && !isMeaningful(extension)) yield extension;
  }
}

/** Rows with a problem are given nothing: left out, they must not change what the others get. */
const isRight = ({ problems }: Draft): boolean => problems.length === 0;

function giveExtensions(drafts: readonly Draft[], company: CompanyNow): void {
  const right = drafts.filter(isRight);
  const free = freeExtensions(right, company);
  for (const draft of right) if (draft.extension === '') draft.extension = free.next().value;
}

function suggestExtensions(drafts: readonly Draft[], company: CompanyNow): void {
  const free = freeExtensions(drafts, company);
  for (const { problems } of drafts) {
    for (const [at, problem] of problems.entries()) {
      if (problem.cell === 'extension') problems[at] = { ...problem, suggestion: free.next().value };
    }
  }
}

function giveNumbers(drafts: readonly Draft[], { numbers }: CompanyNow): void {
  const without = drafts.filter((draft) => isRight(draft) && draft.number === null && draft.typed.number.trim() === '');
  const named = new Set(drafts.filter(isRight).map(({ number }) => number));
  const free = [...numbers].filter(([number, owner]) => owner === null && !named.has(number)).map(([number]) => number);
  const given = numbersByExtension(
    { all: [...numbers.keys()], free },
    without.map(({ extension }) => extension),
  );
  for (const [at, draft] of without.entries()) draft.number = given[at] ?? null;
}
