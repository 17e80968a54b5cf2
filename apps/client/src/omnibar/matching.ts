import type { ChannelRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { Contact } from '@sidetone/contract/entities/contact.ts';
import type { Colleague } from '@sidetone/contract/entities/webuser.ts';
import { fold, foldGerman } from '#ui/folded-text.ts';

/**
 * The characters that the search on this device takes: letters and digits of any script, spaces, and `+ - . , ' @ & ( )
 * / * # _`.
 */
const searchable = /^[\p{L}\p{M}\p{N}\s+\-.,'’@&()/*#_]*$/u;

/** Whether the typed text can be searched for on this device. */
export function isSearchable(typed: string): boolean {
  return searchable.test(typed);
}

/** How the typed text matches somebody: each typed word begins one of their words, or one is only within a word. */
export type Match = 'begins' | 'within';

/** Fewest letters that are searched for within words: fewer are in nearly every name. */
const fewestLettersWithin = 3;

/**
 * How all typed words match one of the texts each, regardless of accents and case; `mueller` finds `Müller`. Null where
 * one does not.
 */
export function matchOf(texts: readonly (string | null)[], typed: string): Match | null {
  const words = fold(typed)
    .split(/[\s,]+/)
    .filter(Boolean);
  const folded = texts.flatMap((text) => (text ? [fold(text), foldGerman(text)] : []));
  const found = words.map((word) => bestOf(folded.map((text) => wordIn(text, word))));
  if (found.length === 0 || found.includes(null)) return null;
  return found.every((match) => match === 'begins') ? 'begins' : 'within';
}

function wordIn(text: string, word: string): Match | null {
  const first = text.indexOf(word);
  for (let at = first; at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{M}\p{N}]/u.test(text[at - 1] ?? '')) return 'begins';
  }
  return first >= 0 && [...word].length >= fewestLettersWithin ? 'within' : null;
}

const bestOf = (found: readonly (Match | null)[]): Match | null =>
  found.find((match) => match === 'begins') ?? found.find((match) => match !== null) ?? null;

/** How a colleague matches the typed text; digits match the beginning of their number. Null where they do not. */
export function colleagueMatch(person: Colleague, typed: string): Match | null {
  const { firstName, lastName, email, extension, number } = person;
  if (numberMatches([number], typed)) return 'begins';
  return matchOf([`${firstName} ${lastName}`, addressPart(email, typed), extension], typed);
}

/** The same for a channel that the user shares. */
export function channelMatch({ name, extension, phoneNumbers }: ChannelRow, typed: string): Match | null {
  const numbers = phoneNumbers.map(({ phoneNumber }) => phoneNumber);
  return numberMatches(numbers, typed) ? 'begins' : matchOf([name, extension], typed);
}

/** The same for a contact. */
export function contactMatch(contact: Contact, typed: string): Match | null {
  const { name, displayName = null, firstName, lastName, organization, email, phoneNumbers } = contact;
  const numbers = phoneNumbers.map((each) => each.e164 ?? each.localized);
  if (numberMatches(numbers, typed)) return 'begins';
  return matchOf([name, displayName, firstName, lastName, organization, addressPart(email, typed)], typed);
}

/** The part of a mail address before the @: the rest is the same for everybody of a company. */
function addressPart(email: string | null, typed: string): string | null {
  return typed.includes('@') ? email : (email?.split('@')[0] ?? null);
}

/** Fewest digits that numbers are searched by: fewer are in nearly every number. */
const fewestDigits = 3;

/** Whether a number contains the typed digits, in any spelling: 0171 finds +49 171. */
function numberMatches(numbers: readonly (string | null)[], typed: string): boolean {
  if (!/^[\d\s+\-./()]+$/.test(typed)) return false;
  const digits = typed.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length >= fewestDigits && numbers.some((number) => number?.replace(/\D/g, '').includes(digits));
}
