import type { Contact } from '@sidetone/contract/entities/contact.ts';
import { type FavoriteWithContact, favoriteContactId } from '@sidetone/contract/entities/favorite.ts';
import { maxFavorites } from '@sidetone/contract/rules/limits.ts';

/** A favorite as it is shown: as the server has it, or as it will have it in a moment (`id` null). */
export interface ShownFavorite {
  readonly id: string | null;
  /** `integrationName:id of the contact there`, one for each favorite. */
  readonly contactId: string;
  readonly displayName: string;
  /** Null where the contact is gone or no longer has a number. */
  readonly contact: Contact | null;
}

/** Orders that the server's rows do not show yet: contacts to add by their key, and keys to remove. */
export interface Wishes {
  readonly added: ReadonlyMap<string, Contact>;
  readonly removed: ReadonlySet<string>;
}

/** Favorites by display name, with the pending orders already carried out; one for each contact. */
export function shownFavorites(
  rows: readonly FavoriteWithContact[],
  { added, removed }: Wishes,
  language: string,
): ShownFavorite[] {
  const shown = new Map<string, ShownFavorite>();
  for (const row of rows) {
    if (removed.has(row.contactId) || shown.has(row.contactId)) continue;
    shown.set(row.contactId, {
      id: row.id,
      contactId: row.contactId,
      displayName: row.contact?.displayName || row.displayName,
      contact: row.contact,
    });
  }
  for (const [contactId, contact] of added) {
    if (shown.has(contactId)) continue;
    shown.set(contactId, { id: null, contactId, displayName: contact.displayName || contact.name, contact });
  }
  const byName = new Intl.Collator(language, { sensitivity: 'base', numeric: true });
  return [...shown.values()].sort(
    (a, b) => byName.compare(a.displayName, b.displayName) || (a.contactId < b.contactId ? -1 : 1),
  );
}

/** The orders that are still pending once the server's rows are these. */
export function openWishes(rows: readonly FavoriteWithContact[], { added, removed }: Wishes): Wishes {
  const here = new Set(rows.map((row) => row.contactId));
  return {
    added: new Map([...added].filter(([key]) => !here.has(key))),
    removed: new Set([...removed].filter((key) => here.has(key))),
  };
}

/** What a press on the star of a contact does, or why it does nothing. */
export type StarState = 'remove' | 'add' | 'needsNumber' | 'full';

/**
 * A favorite can always be removed. A contact without a number cannot be added, nor can any when all places are taken.
 */
export function starOf(
  contact: Pick<Contact, 'id' | 'source' | 'phoneNumbers'>,
  shown: readonly ShownFavorite[],
): StarState {
  const key = favoriteContactId(contact);
  if (shown.some((favorite) => favorite.contactId === key)) return 'remove';
  if (contact.phoneNumbers.length === 0) return 'needsNumber';
  return shown.length >= maxFavorites ? 'full' : 'add';
}

/**
 * The words under the pictures of a strip: a person's first name, an organisation's first word. Where two would read
 * the same both get the first letter of the next word, and where they still do, their whole names.
 */
export function shortNames(shown: readonly ShownFavorite[]): string[] {
  const names = shown.map(({ contact, displayName }) => {
    const [first = displayName, ...rest] = displayName.trim().split(/\s+/);
    const given = contact?.firstName?.trim() || first;
    const next = contact?.firstName ? (contact.lastName ?? '') : (rest[0] ?? '');
    return { given, next };
  });
  const isTwice = repeatedIn(names.map(({ given }) => given));
  const words = names.map(({ given, next }) => (isTwice(given) && next !== '' ? `${given} ${[...next][0]}.` : given));
  const isStillTwice = repeatedIn(words);
  return words.map((word, place) => (isStillTwice(word) ? (shown[place]?.displayName.trim() ?? word) : word));
}

function repeatedIn(words: readonly string[]): (word: string) => boolean {
  const times = new Map<string, number>();
  for (const word of words) times.set(word, (times.get(word) ?? 0) + 1);
  return (word) => (times.get(word) ?? 0) > 1;
}

/** The digit that calls the favorite at this place, counting from 0: 1 to 9, then 0; null for the others. */
export function digitOf(place: number): string | null {
  return place < 10 ? String((place + 1) % 10) : null;
}
