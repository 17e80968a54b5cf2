import type { ContactDraft } from '../connector.ts';
import { type JCard, type JProperty, jCard, partsOf, readText, writeCard, writeText } from './j-card.ts';
import { contactOfCard, labelsOf, numberOf } from './read-card.ts';

export interface WriteOptions {
  /** For a card that has none yet. */
  readonly uid: string;
  /** The card before, as `CardContact.original`; whatever the draft says nothing of stays as it is. */
  readonly original?: unknown;
  /** Of a card that has none; 3.0 is what every program reads. */
  readonly version?: '3.0' | '4.0';
}

/**
 * A card of what people entered, as text with CRLF and folded lines. Of an `original` only what differs from the draft
 * is changed: further e-mail addresses, photos, addresses, notes and types of numbers stay.
 */
export function writeVCard(draft: ContactDraft, { uid, original, version = '3.0' }: WriteOptions): string {
  const before = jCard.safeParse(original).data ?? (['vcard', [line('version', version)]] satisfies JCard);
  const its = contactOfCard(before);
  let all = before[1];
  const name = nameOf(draft, before);
  if (clean(name) !== (its.name ?? '') || !all.some(([one]) => one === 'fn'))
    all = replaced(all, 'fn', writeText(name));
  if (clean(draft.firstName) !== (its.firstName ?? '') || clean(draft.lastName) !== (its.lastName ?? '')) {
    all = replaced(all, 'n', nameParts(draft, all).join(';'));
  } else if (!all.some(([one]) => one === 'n')) all = replaced(all, 'n', ';;;;');
  if (clean(draft.organization) !== (its.organization ?? '')) {
    const units = partsOf(all.find(([one]) => one === 'org')?.[3] ?? '').slice(1);
    const parts = [writeText(draft.organization ?? ''), ...units];
    all = parts.some((part) => part !== '') ? replaced(all, 'org', parts.join(';')) : without(all, 'org');
  }
  if (clean(draft.email) !== (its.email ?? '')) all = withEmail(all, clean(draft.email));
  all = withNumbers(all, draft.phoneNumbers);
  if (!all.some(([one]) => one === 'uid')) all = [...all, line('uid', writeText(uid))];
  return writeCard(['vcard', all]);
}

const line = (name: string, value: string, parameters: JProperty[1] = {}): JProperty => [
  name,
  parameters,
  'unknown',
  value,
];

const clean = (text: string | null): string => (text ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim();

/**
 * The name that is shown. Where people change first or last name alone, the whole name follows; where they give none,
 * it is made of what there is.
 */
const nameOf = (draft: ContactDraft, before: JCard): string => {
  const its = contactOfCard(before);
  const partsChanged =
    clean(draft.firstName) !== (its.firstName ?? '') || clean(draft.lastName) !== (its.lastName ?? '');
  const given = clean(draft.name);
  if (given !== '' && !(partsChanged && given === its.name)) return given;
  if (given === '' && !partsChanged && its.name !== null && (its.firstName ?? its.lastName) !== null) return its.name;
  const parts = nameParts(draft, before[1]).map(readText);
  const [last, first, middle, prefix, suffix] = parts;
  const composed = [prefix, first, middle, last, suffix].filter(Boolean).join(' ');
  const number = draft.phoneNumbers[0]?.number ?? '';
  return composed || given || clean(draft.organization) || clean(draft.email) || clean(number);
};

/** Last name, first name, and what there was of middle names, titles and additions. */
const nameParts = (draft: ContactDraft, all: readonly JProperty[]): string[] => {
  const [, , middle = '', prefix = '', suffix = ''] = partsOf(all.find(([name]) => name === 'n')?.[3] ?? '');
  return [writeText(draft.lastName ?? ''), writeText(draft.firstName ?? ''), middle, prefix, suffix];
};

/** The first line of this name gets the value; without one there is a new line. */
const replaced = (all: readonly JProperty[], name: string, value: string): JProperty[] => {
  const at = all.findIndex(([one]) => one === name);
  if (at < 0) return [...all, line(name, value)];
  return all.map((property, index) => (index === at ? withValue(property, value) : property));
};

const without = (all: readonly JProperty[], name: string): JProperty[] => all.filter(([one]) => one !== name);

const withValue = ([name, parameters, ,]: JProperty, value: string): JProperty => [name, parameters, 'unknown', value];

/** The first address that says something is the contact's; the others are not ours to touch. */
const withEmail = (all: readonly JProperty[], email: string): JProperty[] => {
  const at = all.findIndex(([name, , , value]) => name === 'email' && readText(value) !== '');
  if (email === '') return at < 0 ? [...all] : withoutLabels(all.filter((_property, index) => index !== at));
  if (at >= 0) return all.map((property, index) => (index === at ? withValue(property, writeText(email)) : property));
  return [...all, line('email', writeText(email), { type: ['internet'] })];
};

const typesOf: Record<string, readonly string[]> = {
  WORK: ['work', 'voice'],
  MOBILE: ['cell', 'voice'],
  HOME: ['home', 'voice'],
  SWITCHBOARD: ['main', 'work'],
  FAX: ['fax'],
};

/**
 * The numbers in the draft's order. A number that was there keeps its line, and so does one whose kind was there: then it
 * is the same line with another number.
 */
const withNumbers = (all: readonly JProperty[], wanted: ContactDraft['phoneNumbers']): JProperty[] => {
  const labelOf = labelsOf(all);
  const free = all.filter((property) => property[0] === 'tel' && numberOf(property) !== '');
  const take = (fits: (property: JProperty) => boolean): JProperty | undefined => {
    const at = free.findIndex(fits);
    return at < 0 ? undefined : free.splice(at, 1)[0];
  };
  const same = wanted.map(({ label, number }) =>
    take((one) => digits(numberOf(one)) === digits(number) && labelOf(one) === label),
  );
  const lines = wanted.map(({ label, number }, at) => {
    const kept = same[at] ?? take((one) => labelOf(one) === label);
    if (kept === undefined) return line('tel', writeText(number), { type: [...(typesOf[label] ?? ['voice'])] });
    return digits(numberOf(kept)) === digits(number) ? kept : withValue(kept, writeText(number));
  });
  const before = all.filter((property) => property[0] === 'tel' && numberOf(property) !== '');
  if (lines.length === before.length && lines.every((property, at) => property === before[at])) return [...all];
  const at = all.findIndex(({ 0: name }) => name === 'tel');
  const others = all.filter((property) => !before.includes(property));
  const place = at < 0 ? others.length : all.slice(0, at).filter((property) => !before.includes(property)).length;
  return withoutLabels([...others.slice(0, place), ...lines, ...others.slice(place)]);
};

const digits = (number: string): string =>
  number
    .replace(/^tel:/i, '')
    .replace(/[^\d+*#a-z]/gi, '')
    .replace(/^00/, '+');

/** A label that Apple keeps beside a line goes when that line is gone. */
const withoutLabels = (all: readonly JProperty[]): JProperty[] => {
  const used = new Set(all.flatMap(([name, { group }]) => (name.startsWith('x-ab') || !group ? [] : [String(group)])));
  return all.filter(([name, { group }]) => !(name.startsWith('x-ab') && group && !used.has(String(group))));
};
