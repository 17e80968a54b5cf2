import type { ReactNode } from 'react';
import { useWords } from '#i18n/use-words.ts';

/** What the words do, by one sentence without and with them. */
export function Effect() {
  const { t } = useWords();
  return (
    <section>
      <h3 className="mb-2 font-med text-12 text-ink-2">{t(($) => $.customWords.effect)}</h3>
      <div className="grid grid-cols-2 gap-x-6 gap-y-3 rounded-m border border-line bg-raised px-4 py-3 max-[559px]:grid-cols-1">
        <div>
          <div className="text-12 text-ink-3">{t(($) => $.customWords.without)}</div>
          <p className="text-ink-2">
            {marked(
              t(($) => $.customWords.exampleWithout),
              (word) => (
                <span className="underline decoration-line-control decoration-wavy">{word}</span>
              ),
            )}
          </p>
        </div>
        <div>
          <div className="text-12 text-ink-3">{t(($) => $.customWords.with)}</div>
          <p>
            {marked(
              t(($) => $.customWords.exampleWith),
              (word) => (
                <b className="font-semi text-accent">{word}</b>
              ),
            )}
          </p>
        </div>
      </div>
    </section>
  );
}

/** What stands between stars is drawn by `mark`. */
const marked = (text: string, mark: (word: string) => ReactNode): ReactNode[] =>
  text.split('*').map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change
    <span key={at}>{at % 2 === 0 ? part : mark(part)}</span>
  ));
