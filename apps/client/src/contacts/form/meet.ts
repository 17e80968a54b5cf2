import { type ContactField, type ContactValues, contactFields, type NumberEntry } from './contact-values.ts';

/** A field that both changed, with the other user's value. */
export interface Clash {
  readonly field: ContactField;
  readonly theirs: string;
}

/**
 * The values of the form after another user changed the contact: theirs where nothing was changed here, the own ones
 * everywhere else. Numbers are merged one by one. `base` is the common start.
 */
export function meet(
  base: ContactValues,
  mine: ContactValues,
  theirs: ContactValues,
): { values: ContactValues; clashes: Clash[] } {
  const clashes: Clash[] = [];
  const values = { ...mine };
  for (const field of contactFields) {
    const [before, own, other] = [base[field].trim(), mine[field].trim(), theirs[field].trim()];
    if (other === before || other === own) continue;
    if (own === before) values[field] = theirs[field];
    else clashes.push({ field, theirs: other });
  }
  values.phoneNumbers = meetNumbers(base.phoneNumbers, mine.phoneNumbers, theirs.phoneNumbers);
  return { values, clashes };
}

type Entries = readonly NumberEntry[];
const same = (one: NumberEntry, other: NumberEntry) =>
  one.label === other.label && one.typed.replace(/[\s-]/g, '') === other.typed.replace(/[\s-]/g, '');
const holds = (entries: Entries, entry: NumberEntry) => entries.some((one) => same(one, entry));

/** Own rows stay where they are, without those that the others removed; rows that they added come last. */
function meetNumbers(base: Entries, mine: Entries, theirs: Entries): NumberEntry[] {
  const kept = mine.filter((entry) => !holds(base, entry) || holds(theirs, entry));
  const added = theirs.filter((entry) => !holds(base, entry) && !holds(mine, entry));
  return [...kept, ...added.map((entry, place) => ({ ...entry, key: `theirs ${place} ${entry.key}` }))];
}
