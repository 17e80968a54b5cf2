import { useCallback } from 'react';
import { useReadNumber } from '#contacts/number-place.ts';
import { useWords } from '#i18n/use-words.ts';
import { threads } from '#i18n/word-tables.ts';

/** Numbers and their labels in words of the language shown now. */
export function useNumberWords() {
  const { t } = useWords();
  return {
    /** An extension is named as one. */
    number: useReadNumber(),
    /** A known label in the words of the language, any other as it was written; null stays null. */
    label: useCallback(
      (label: string | null) => {
        const known = label?.toLowerCase() ?? '';
        return isKnown(known) ? t(($) => $.threads.label[known]) : label;
      },
      [t],
    ),
  };
}

const isKnown = (label: string): label is keyof typeof threads.label => label in threads.label;
