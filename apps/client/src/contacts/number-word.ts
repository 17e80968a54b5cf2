import type { ContactNumber } from '@sidetone/contract/entities/contact.ts';

const words = {
  mobile: 'mobile',
  work: 'work',
  home: 'home',
  main: 'main',
  switchboard: 'main',
  fax: 'fax',
  other: 'other',
  direct: 'direct',
} as const;

/** Key of the words under `people.numberTypes` for a kind of number; null for a custom label. */
export function numberWord({ type }: Pick<ContactNumber, 'type'>): (typeof words)[keyof typeof words] | null {
  const known: Readonly<Record<string, (typeof words)[keyof typeof words]>> = words;
  return known[type.toLowerCase()] ?? null;
}
