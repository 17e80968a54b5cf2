import type { Language, SpokenCall, Topic } from './call.ts';
import { lexicons } from './lexicons.ts';
import type { Sentence } from './sentences.ts';
import { stemOf } from './words.ts';

const mostTopics = 5;
/** A thing that is named once is a topic only where few things are. */
const fewestMentions = 2;

interface Noun {
  /** As it was said most often, and how often in each form. */
  readonly forms: Map<string, number>;
  readonly ids: Set<string>;
  count: number;
}

/** What the call is about: things that were named again and again, in the word that was used most. */
export function topicsOf(call: SpokenCall, business: readonly Sentence[]): Topic[] {
  const nouns = new Map<string, Noun>();
  for (const sentence of business) {
    for (const word of nounsIn(sentence.text, call.language)) {
      if (isParty(word, call)) continue;
      const stem = stemOf(word, call.language);
      const known = nouns.get(stem) ?? { forms: new Map(), ids: new Set(), count: 0 };
      known.forms.set(word, (known.forms.get(word) ?? 0) + 1);
      known.ids.add(sentence.id);
      known.count += 1;
      nouns.set(stem, known);
    }
  }
  return [...nouns.values()]
    .filter(({ count }) => count >= fewestMentions)
    .sort((a, b) => b.count - a.count || b.ids.size - a.ids.size)
    .slice(0, mostTopics)
    .map(({ forms, ids }) => ({ name: mostUsed(forms), evidence: [...ids].slice(0, 6) }));
}

/** Nouns of a sentence: German writes them large, English puts an article or the like before most of them. */
function nounsIn(text: string, language: Language): string[] {
  const { articles, fillers, weekdays, months } = lexicons[language];
  const words = text.match(/\p{L}[\p{L}'-]*/gu) ?? [];
  return words.filter((word, at) => {
    const low = word.toLowerCase();
    if (low.length < 4 || fillers.has(low) || weekdays.some((day) => low.startsWith(day)) || months.includes(low))
      return false;
    const before = words[at - 1]?.toLowerCase();
    if (language === 'de') return /^\p{Lu}/u.test(word) && at > 0;
    return before !== undefined && articles.has(before) && !/(?:ed|ing|ly)$/.test(low) && !/^\p{Lu}/u.test(word);
  });
}

function isParty(word: string, { user, remote }: SpokenCall): boolean {
  const names = [user.name, user.organization, remote.name, remote.organization].join(' ').toLowerCase();
  return names.includes(word.toLowerCase());
}

const mostUsed = (forms: ReadonlyMap<string, number>): string =>
  [...forms].sort((a, b) => b[1] - a[1] || a[0].length - b[0].length)[0]?.[0] ?? '';
