import type { Contact } from '@sidetone/contract/entities/contact.ts';
import type { Colleague } from '@sidetone/contract/entities/webuser.ts';

/** What the search on this device takes: letters and digits of any script, spaces, and `+ - . ' @ & ( ) / * # _`. */
const searchable = /^[\p{L}\p{M}\p{N}\s+\-.'’@&()/*#_]*$/u;

/** Whether what was typed can be looked for on this device. */
export function isSearchable(typed: string): boolean {
  return searchable.test(typed);
}

/** Whether every typed word stands somewhere in one of the texts, whatever accents and case; `mueller` finds `Müller`. */
export function matches(texts: readonly (string | null)[], typed: string): boolean {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  const folded = texts.flatMap((text) => (text ? [fold(text), foldGerman(text)] : []));
  return words.length > 0 && words.every((word) => folded.some((text) => text.includes(word)));
}

/** Without accents and in small letters. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/ı/g, 'i').replace(/ß/g, 'ss');
}

const german: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

function foldGerman(text: string): string {
  return fold(
    text
      .normalize('NFC')
      .toLowerCase()
      .replace(/[äöü]/g, (letter) => german[letter] ?? letter),
  );
}

export function colleagueMatches(person: Colleague, typed: string): boolean {
  const { firstName, lastName, email, extension, number } = person;
  return (
    matches([`${firstName} ${lastName}`, addressPart(email, typed), extension], typed) || numberMatches([number], typed)
  );
}

export function contactMatches(contact: Contact, typed: string): boolean {
  const { name, displayName = null, firstName, lastName, organization, email, phoneNumbers } = contact;
  return (
    matches([name, displayName, firstName, lastName, organization, addressPart(email, typed)], typed) ||
    numberMatches(
      phoneNumbers.map((each) => each.e164 ?? each.localized),
      typed,
    )
  );
}

/** Of an address for mail what stands before the @: behind it everybody of a company is the same. */
function addressPart(email: string | null, typed: string): string | null {
  return typed.includes('@') ? email : (email?.split('@')[0] ?? null);
}

/** Fewest digits that numbers are looked for by: fewer stand in nearly every number. */
const fewestDigits = 3;

/** Whether the digits that were typed stand in a number, in whatever spelling: 0171 finds +49 171. */
function numberMatches(numbers: readonly (string | null)[], typed: string): boolean {
  if (!/^[\d\s+\-./()]+$/.test(typed)) return false;
  const digits = typed.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length >= fewestDigits && numbers.some((number) => number?.replace(/\D/g, '').includes(digits));
}
