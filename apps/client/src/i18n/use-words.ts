import i18next, { type TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';
import type { Language } from './language.ts';

interface Words {
  readonly t: TFunction;
  readonly language: Language;
}

/** The words of the language that is shown now: the same object as long as that is. */
let shown: (Words & { readonly code: string }) | null = null;

/**
 * The words and the language they are in; the component draws again when the language changes. Nearly every component
 * asks, so nothing is looked up here but the language: words are loaded before what is written in them is drawn.
 */
export function useWords(): Words {
  return useSyncExternalStore(follow, wordsNow, wordsNow);
}

function follow(onChange: () => void): () => void {
  i18next.on('languageChanged', onChange);
  return () => i18next.off('languageChanged', onChange);
}

function wordsNow(): Words {
  const code = i18next.language;
  if (shown === null || shown.code !== code)
    shown = { code, t: i18next.getFixedT(code), language: code === 'de' ? 'de' : 'en' };
  return shown;
}
