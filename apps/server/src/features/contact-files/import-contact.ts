import { createHash } from 'node:crypto';
import { pictureUrl } from '@sidetone/contract/entities/common.ts';
import type { ContactNumber } from '@sidetone/contract/entities/contact.ts';
import type { ImportProblem } from '@sidetone/contract/entities/contact-import.ts';
import { mostNumbersOfOwnContact } from '@sidetone/contract/rules/limits.ts';
import { localizedNumber, type NumberPlace, normalizeNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { withoutExtension } from '@sidetone/contract/rules/numbers/number-reading.ts';
import { plainLine } from '@sidetone/contract/rules/plain-line.ts';
import { z } from 'zod';
import type { FileEntry } from './file-contact.ts';

/** Someone as they can are in the company's own address book. */
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
  /** A photo of theirs was left out. */
  readonly hasPhoto?: boolean;
}

/** Longest texts of a contact, in characters. */
const longest = { name: 200, email: 254, uid: 400, number: 200, picture: 2000 };
/** Numbers of an entry that are looked at: more than a contact has, since some are read twice or not at all. */
const mostNumbersRead = 5 * mostNumbersOfOwnContact;

/** What an entry of a file gives, and what is wrong with it. */
export function readEntry({ place, contact, start }: FileEntry, numberPlace: NumberPlace): ReadEntry {
  const problems: ImportProblem[] = [];
  const found = (code: ImportProblem['code'], text: string) => {
    problems.push({ place, code, text: text.slice(0, 200).toWellFormed() });
  };
  if (contact === 'nobody') found('GROUP', start);
  if (contact === 'nobody' || contact === 'ignoredColumns') return { contact: null, problems };
  if (contact === null) {
    found('UNREADABLE', start);
    return { contact: null, problems };
  }
  const told = new Set<string>();
  /** A text as a contact keeps it; what is said of two fields alike is told once. */
  const kept = (text: string | null, code: ImportProblem['code']): string | null => {
    const whole = clean(text);
    const cut = clean(whole, longest.name);
    if (whole !== null && whole !== cut && !told.has(whole)) {
      told.add(whole);
      found(code, cut ?? '');
    }
    return cut;
  };
  const name = kept(contact.name ?? contact.organization, 'LONG_NAME');
  if (name === null) {
    found('NO_NAME', contact.email ?? contact.phoneNumbers[0]?.number ?? start);
    return { contact: null, problems };
  }
  const numbers = new Map<string, ImportNumber>();
  for (const { label, number } of contact.phoneNumbers.slice(0, mostNumbersRead)) {
    // The beginning of a number may be someone else's.
    const e164 = number.length > longest.number ? null : readNumber(number, numberPlace);
    if (e164 === null) found('INVALID_NUMBER', `${name}: ${number}`);
    else if (!numbers.has(e164)) {
      numbers.set(e164, { label, localized: localizedNumber(e164, numberPlace.country), e164 });
    }
  }
  const isCut = contact.phoneNumbers.length > mostNumbersRead;
  if (isCut || numbers.size > mostNumbersOfOwnContact) found('TOO_MANY_NUMBERS', name);
  const email = clean(contact.email);
  const isEmail = email !== null && z.email().max(longest.email).safeParse(email).success;
  if (email !== null && !isEmail) found('INVALID_EMAIL', `${name}: ${email}`);
  const avatarUrl = pictureUrl.safeParse(contact.avatarUrl).data ?? null;
  const isLongPicture = avatarUrl !== null && avatarUrl.length > longest.picture;
  if (isLongPicture) found('LONG_PICTURE', avatarUrl);
  return {
    contact: {
      uid: uidOf(contact.uid),
      name,
      firstName: kept(contact.firstName, 'LONG_FIRST_NAME'),
      lastName: kept(contact.lastName, 'LONG_LAST_NAME'),
      organization: kept(contact.organization, 'LONG_ORGANIZATION'),
      email: isEmail ? email : null,
      numbers: [...numbers.values()].slice(0, mostNumbersOfOwnContact),
      avatarUrl: isLongPicture ? null : avatarUrl,
      original: contact.original,
    },
    problems,
    hasPhoto: contact.hasPhoto === true,
  };
}

/** A number in E.164; what follows it, such as an extension, cannot be dialled from outside and goes. */
const readNumber = (number: string, place: NumberPlace): string | null =>
  normalizeNumber(number, place) ?? normalizeNumber(withoutExtension(number), place);

/** A UID is compared and nothing else; of a long one the beginning may be that of many. */
const uidOf = (text: string | null): string | null => {
  const uid = clean(text);
  return uid === null || uid.length <= longest.uid ? uid : `sha256:${createHash('sha256').update(uid).digest('hex')}`;
};

const clean = (text: string | null, most = Number.POSITIVE_INFINITY): string | null =>
  plainLine(text ?? '')
    .slice(0, most)
    .trim()
    .toWellFormed() || null;
