import { pictureUrl } from '@sidetone/contract/entities/common.ts';
import type { ContactNumber } from '@sidetone/contract/entities/contact.ts';
import type { ImportProblem } from '@sidetone/contract/entities/contact-import.ts';
import { localizedNumber, type NumberPlace, normalizeNumber } from '@sidetone/contract/rules/dialable.ts';
import { mostNumbersOfOwnContact } from '@sidetone/contract/rules/limits.ts';
import { z } from 'zod';
import type { FileEntry } from './file-contact.ts';

/** Somebody as they can stand in the company's own address book. */
export interface ImportContact {
  readonly uid: string | null;
  readonly name: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly organization: string | null;
  readonly email: string | null;
  readonly numbers: readonly ImportNumber[];
  readonly avatarUrl: string | null;
  readonly original: unknown;
}

/** A number of theirs; its id comes with the contact. */
type ImportNumber = Pick<ContactNumber, 'label' | 'localized'> & { readonly e164: string };

export interface ReadEntry {
  /** Null where the entry is left out. */
  readonly contact: ImportContact | null;
  readonly problems: readonly ImportProblem[];
}

/** Longest texts of a contact, in characters. */
const longest = { name: 200, email: 254, uid: 400, number: 200 };
/** Numbers of an entry that are looked at: more than a contact has, since some are read twice or not at all. */
const mostNumbersRead = 5 * mostNumbersOfOwnContact;

/** What an entry of a file gives, and what is wrong with it. */
export function readEntry({ place, contact, start }: FileEntry, numberPlace: NumberPlace): ReadEntry {
  const problems: ImportProblem[] = [];
  const found = (code: ImportProblem['code'], text: string) => {
    problems.push({ place, code, text: text.slice(0, 200).toWellFormed() });
  };
  if (contact === 'nobody' || contact === 'ignoredColumns') return { contact: null, problems };
  if (contact === null) {
    found('UNREADABLE', start);
    return { contact: null, problems };
  }
  const name = clean(contact.name ?? contact.organization);
  if (name === null) {
    found('NO_NAME', contact.email ?? contact.phoneNumbers[0]?.number ?? start);
    return { contact: null, problems };
  }
  const numbers = new Map<string, ImportNumber>();
  for (const { label, number } of contact.phoneNumbers.slice(0, mostNumbersRead)) {
    const e164 = readNumber(number.slice(0, longest.number), numberPlace);
    if (e164 === null) found('INVALID_NUMBER', `${name}: ${number}`);
    else if (!numbers.has(e164)) {
      numbers.set(e164, { label, localized: localizedNumber(e164, numberPlace.country), e164 });
    }
  }
  const isCut = contact.phoneNumbers.length > mostNumbersRead;
  if (isCut || numbers.size > mostNumbersOfOwnContact) found('TOO_MANY_NUMBERS', name);
  const email = contact.email === null ? null : clean(contact.email, longest.email);
  const isEmail = email !== null && z.email().safeParse(email).success;
  if (email !== null && !isEmail) found('INVALID_EMAIL', `${name}: ${email}`);
  return {
    contact: {
      uid: clean(contact.uid, longest.uid),
      name,
      firstName: clean(contact.firstName),
      lastName: clean(contact.lastName),
      organization: clean(contact.organization),
      email: isEmail ? email : null,
      numbers: [...numbers.values()].slice(0, mostNumbersOfOwnContact),
      avatarUrl: pictureUrl.max(2000).safeParse(contact.avatarUrl).data ?? null,
      original: contact.original,
    },
    problems,
  };
}

/** A number in E.164; what follows it, such as an extension, cannot be dialled from outside and goes. */
const readNumber = (number: string, place: NumberPlace): string | null =>
  normalizeNumber(number, place) ?? normalizeNumber(number.replace(/\s*(?:ext\b|x\d|#|,|;|durchwahl).*$/i, ''), place);

const clean = (text: string | null, most = longest.name): string | null =>
  (text ?? '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, most)
    .trim()
    .toWellFormed() || null;
