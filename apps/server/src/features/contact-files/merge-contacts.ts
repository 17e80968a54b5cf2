import type { ContactNumber } from '@sidetone/contract/entities/contact.ts';
import { mostNumbersOfOwnContact } from '@sidetone/contract/rules/limits.ts';
import type { ImportContact } from './import-contact.ts';

/** A contact that is in the address book already, or was just read. */
export interface KnownContact {
  readonly id: string;
  readonly uid: string | null;
  readonly name: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly organization: string | null;
  readonly email: string | null;
  readonly avatarUrl: string | null;
  readonly numbers: readonly ContactNumber[];
  /** Null where nothing is kept of it besides. */
  readonly original: unknown;
}

/** What an import does with someone. */
export type Merged =
  | { readonly do: 'create'; readonly contact: KnownContact }
  | { readonly do: 'update'; readonly contact: KnownContact }
  | { readonly do: 'skip' };

/** Those who are known, by everything that someone of a file can be found by. */
export interface KnownContacts {
  put(contact: KnownContact): void;
  /** Who this is: the same UID, else the same name and a number, an e-mail address, or nothing else at all. */
  find(contact: ImportContact): KnownContact | undefined;
}

export function knownContacts(first: readonly KnownContact[]): KnownContacts {
  const byId = new Map<string, KnownContact>();
  const byKey = new Map<string, Set<string>>();
  const put = (contact: KnownContact) => {
    byId.set(contact.id, contact);
    for (const key of [`id ${contact.id}`, ...keysOf(contact)]) {
      const ids = byKey.get(key) ?? new Set<string>();
      byKey.set(key, ids.add(contact.id));
    }
  };
  for (const contact of first) put(contact);
  return {
    put,
    find(contact) {
      const found = (key: string) => [...(byKey.get(key) ?? [])].flatMap((id) => byId.get(id) ?? []);
      const same = contact.uid === null ? [] : [...found(`uid ${contact.uid}`), ...found(`id ${contact.uid}`)];
      return same[0] ?? keysOf({ ...contact, uid: null }).flatMap(found)[0];
    },
  };
}

/** Adds someone of a file to who is known, and says what came of it. `newId` names a contact or one of its numbers. */
export function mergeContact(known: KnownContacts, contact: ImportContact, newId: () => string): Merged {
  const before = known.find(contact);
  if (before === undefined) {
    const id = newId();
    const created = { ...contact, id, numbers: numbered(id, [], contact.numbers) };
    known.put(created);
    return { do: 'create', contact: created };
  }
  const after = updated(before, contact);
  if (after === null) return { do: 'skip' };
  known.put(after);
  return { do: 'update', contact: after };
}

/**
 * What is known, with what the file adds: numbers, and what was missing. With the same UID the file is a newer copy of the
 * same card, and its name and company win. Null where nothing is new.
 */
const updated = (before: KnownContact, contact: ImportContact): KnownContact | null => {
  const isSameCard = contact.uid !== null && (contact.uid === before.uid || contact.uid === before.id);
  const pick = <Text extends string | null>(old: Text, given: Text): Text =>
    isSameCard ? (given ?? old) : (old ?? given);
  const missing = contact.numbers.filter(({ e164 }) => !before.numbers.some((number) => number.e164 === e164));
  const room = Math.max(0, mostNumbersOfOwnContact - before.numbers.length);
  const after: KnownContact = {
    id: before.id,
    uid: before.uid ?? (contact.uid === before.id ? null : contact.uid),
    name: isSameCard ? contact.name : before.name,
    firstName: pick(before.firstName, contact.firstName),
    lastName: pick(before.lastName, contact.lastName),
    organization: pick(before.organization, contact.organization),
    email: pick(before.email, contact.email),
    avatarUrl: pick(before.avatarUrl, contact.avatarUrl),
    numbers: [...before.numbers, ...numbered(before.id, before.numbers, missing.slice(0, room))],
    original: isSameCard ? (contact.original ?? before.original) : (before.original ?? contact.original),
  };
  const isSame = (['name', 'firstName', 'lastName', 'organization', 'email', 'avatarUrl'] as const).every(
    (field) => after[field] === before[field],
  );
  // What nobody sees here is no news by itself: programs write the same card in many ways. A UID is, for the next time.
  return isSame && after.uid === before.uid && after.numbers.length === before.numbers.length ? null : after;
};

const numbered = (
  contactId: string,
  taken: readonly ContactNumber[],
  numbers: ImportContact['numbers'],
): ContactNumber[] => {
  const ids = new Set(taken.map(({ id }) => id));
  return numbers.map(({ label, localized, e164 }) => {
    let at = 1;
    while (ids.has(`${contactId}-${at}`)) at += 1;
    ids.add(`${contactId}-${at}`);
    return { id: `${contactId}-${at}`, type: label, label, localized, e164 };
  });
};

/** Spellings of one name: letters alone, without marks and case. */
const nameKey = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

type Findable = Pick<KnownContact, 'uid' | 'name' | 'email'> & { readonly numbers: readonly { e164: string | null }[] };

const keysOf = ({ uid, name, email, numbers }: Findable): string[] => {
  const by = nameKey(name);
  const keys = [
    ...numbers.flatMap(({ e164 }) => (e164 === null ? [] : [`number ${e164} ${by}`])),
    ...(email === null ? [] : [`email ${email.toLowerCase()} ${by}`]),
  ];
  return [...(uid === null ? [] : [`uid ${uid}`]), ...(keys.length > 0 ? keys : [`name ${by}`])];
};
