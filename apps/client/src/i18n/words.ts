import { entry as entryDe } from './de/entry.ts';
import { inside as insideDe } from './de/inside.ts';
import { later as laterDe } from './de/later.ts';
import { entry } from './en/entry.ts';
import { inside } from './en/inside.ts';
import { later } from './en/later.ts';

/**
 * All words, one file per room and language. English is the model: German is checked against it. For types and tests:
 * the built app has them from `language.ts`, each when it is needed.
 */
export const en = { ...entry, ...inside, ...later };

export const de = { ...entryDe, ...insideDe, ...laterDe };
