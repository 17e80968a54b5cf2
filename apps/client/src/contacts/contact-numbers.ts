import type { Contact, ContactNumber } from '@sidetone/contract/entities/contact.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { useCallback } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { useLabelWord } from './form/label-word.ts';

/** The number to call somebody at where none was chosen: the first that can be dialled. Null where there is none. */
export function standardNumber({
  phoneNumbers,
  isTeam,
}: Pick<Contact, 'phoneNumbers' | 'isTeam'>): ContactNumber | null {
  return phoneNumbers.find((number) => canBeDialled(number, isTeam)) ?? null;
}

/** A number needs its public form to be dialled; a colleague's extension has none, and needs none (specification 5). */
export function canBeDialled(number: ContactNumber, isTeam: boolean): boolean {
  return number.e164 !== null || (isTeam && /^[0-9]{1,5}$/.test(number.localized));
}

/** Numbers of contacts and their labels in words of the language shown now. */
export function useContactNumberWords() {
  const { t } = useWords();
  const labelWord = useLabelWord();
  return {
    /** An extension is named as one; a number that cannot be dialled stays as it was written. */
    number: useCallback(
      ({ e164, localized }: ContactNumber) => {
        if (e164 !== null) return formatNumber(e164);
        return /^[0-9]{1,5}$/.test(localized) ? t(($) => $.people.extensionShort, { number: localized }) : localized;
      },
      [t],
    ),
    /** A known label in the words of the language, any other as it was written. */
    label: useCallback(
      ({ label }: Pick<ContactNumber, 'label'>) =>
        label.toLowerCase() === 'extension' ? t(($) => $.contacts.extension) : labelWord(label),
      [t, labelWord],
    ),
  };
}
