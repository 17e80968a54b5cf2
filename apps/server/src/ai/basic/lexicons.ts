import type { Language } from './call.ts';
import { german } from './de/lexicon.ts';
import { english } from './en/lexicon.ts';
import type { Lexicon } from './lexicon.ts';

/** Languages that the analysis reads. */
export const lexicons: Readonly<Record<Language, Lexicon>> = { de: german, en: english };
