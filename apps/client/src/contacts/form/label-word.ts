import { useCallback } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { people } from '#i18n/word-tables.ts';

/** A kind of number in the words of the language; an unknown one reads as the address book wrote it. */
export function useLabelWord(): (label: string) => string {
  const { t } = useWords();
  return useCallback(
    (label: string) => {
      const known = label.toLowerCase();
      return isKnown(known) ? t(($) => $.people.numberTypes[known]) : label;
    },
    [t],
  );
}

const isKnown = (label: string): label is keyof typeof people.numberTypes => label in people.numberTypes;
