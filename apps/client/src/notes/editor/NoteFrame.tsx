import type { ReactNode } from 'react';
import { useWords } from '#i18n/use-words.ts';

interface NoteFrameProps {
  /** At the end of the heading's line. */
  beside: ReactNode;
  /** Between the heading and the note. */
  above?: ReactNode;
  children: ReactNode;
}

/** The heading of a note, and its box. */
export function NoteFrame({ beside, above, children }: NoteFrameProps) {
  const { t } = useWords();
  return (
    <section aria-label={t(($) => $.notes.note)} className="flex min-w-0 flex-col gap-2">
      <div className="flex min-h-5 flex-wrap items-center justify-between gap-x-3">
        <h3 className="font-semi text-12 text-ink-2">{t(($) => $.notes.note)}</h3>
        <div className="min-w-0 text-12 text-ink-3">{beside}</div>
      </div>
      {above}
      <div className="min-w-0 rounded-m border border-line-strong bg-raised">{children}</div>
    </section>
  );
}
