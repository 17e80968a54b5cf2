import { type ContactDraft, IntegrationError } from '../connector.ts';

interface NumberFields {
  /** Fields that a record may have numbers in, in their order. */
  readonly fields: readonly string[];
  /** The field that each label has of its own. */
  readonly ofLabel: Readonly<Record<string, string>>;
  readonly vendor: string;
}

/**
 * What numbers of a draft are written into the fields of a record: each into that of its label, or into the first that is free; null empties
 * one. Throws an `IntegrationError` (too_many_numbers) where there is no field for one of them.
 */
export function numbersInFields(
  phoneNumbers: ContactDraft['phoneNumbers'],
  { fields, ofLabel, vendor }: NumberFields,
): Readonly<Record<string, string | null>> {
  const free = new Set(fields);
  const placed = new Map<string, string>();
  const rest = phoneNumbers.filter(({ label, number }) => {
    const own = Object.hasOwn(ofLabel, label) ? ofLabel[label] : undefined;
    if (own === undefined || !free.delete(own)) return true;
    placed.set(own, number);
    return false;
  });
  for (const { number } of rest) {
    const [next] = free;
    if (next === undefined) {
      throw new IntegrationError('too_many_numbers', `${vendor} has no field for another number`, {
        provablyNotTaken: true,
      });
    }
    free.delete(next);
    placed.set(next, number);
  }
  return Object.fromEntries(fields.map((name) => [name, placed.get(name) ?? null]));
}
