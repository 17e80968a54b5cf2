import { useStore } from 'zustand';
import { playing } from '#player/playing.ts';
import { type SpokenWord, wordAt } from './timed-words.ts';

/** The utterance that plays, with the word that is said now. It draws itself with each word, and nothing around it. */
export function SpokenText({ text, words }: { text: string; words: readonly SpokenWord[] }) {
  const at = useStore(playing, ({ now }) => (now === null ? -1 : wordAt(words, now.at)));
  const word = words[at];
  if (word === undefined) return text;
  return (
    <>
      {text.slice(0, word.from)}
      <span data-spoken className="rounded-xs bg-accent-tint-2 text-ink">
        {text.slice(word.from, word.until)}
      </span>
      {text.slice(word.until)}
    </>
  );
}
