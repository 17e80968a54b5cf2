import { isEmptyNote } from '@sidetone/contract/rules/note-markup.ts';
import { TriangleAlert } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { NoteText } from './NoteText.tsx';

interface ConflictProps {
  /** The note as it is on the server; empty where it was deleted. */
  theirs: string;
  /** The name of the user who wrote it. */
  by: string | null;
  onChoose: (version: 'mine' | 'theirs' | 'both') => void;
}

/** Another user wrote while the own version was not on the server yet: both are shown, and the user chooses. */
export function Conflict({ theirs, by, onChoose }: ConflictProps) {
  const { t } = useWords();
  const isGone = isEmptyNote(theirs);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-label={t(($) => $.notes.conflict.title)}
      className="flex flex-col gap-2 rounded-m border border-ring-line bg-ring-tint px-3 py-2.5"
    >
      <p className="flex items-start gap-2 font-med">
        <Icon of={TriangleAlert} className="mt-0.5 text-ring" />
        <span>{whatHappened()}</span>
      </p>
      {isGone ? null : (
        <figure className="flex flex-col gap-1">
          <figcaption className="text-12 text-ink-2">{t(($) => $.notes.conflict.theirs)}</figcaption>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
          <blockquote tabIndex={0} className="max-h-40 overflow-y-auto rounded-s bg-raised px-3 py-2 text-14">
            <NoteText html={theirs} />
          </blockquote>
        </figure>
      )}
      <p className="text-12 text-ink-2">{t(($) => $.notes.conflict.mine)}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="s" onClick={() => onChoose('mine')}>
          {t(($) => $.notes.conflict.keepMine)}
        </Button>
        <Button size="s" onClick={() => onChoose('theirs')}>
          {t(($) => $.notes.conflict[isGone ? 'takeDeletion' : 'takeTheirs'])}
        </Button>
        {isGone ? null : (
          <Button size="s" onClick={() => onChoose('both')}>
            {t(($) => $.notes.conflict.keepBoth)}
          </Button>
        )}
      </div>
    </div>
  );

  function whatHappened(): string {
    if (isGone) return t(($) => $.notes.conflict.deleted);
    return by === null
      ? t(($) => $.notes.conflict.changedBySomebody)
      : t(($) => $.notes.conflict.changed, { name: by });
  }
}
