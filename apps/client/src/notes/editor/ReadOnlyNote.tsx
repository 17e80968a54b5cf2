import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { isEmptyNote } from '@sidetone/contract/rules/note-markup.ts';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Icon } from '#ui/Icon.tsx';
import { Tooltip } from '#ui/Tooltip.tsx';
import { NoteFrame } from './NoteFrame.tsx';
import { NoteText } from './NoteText.tsx';

interface ReadOnlyNoteProps {
  row: InboxRow;
  /** The users who may write it. */
  owner: string | null;
  writer: ReactNode;
}

/** A note that the user may read but not write, and why (specification 4.10). */
export function ReadOnlyNote({ row, owner, writer }: ReadOnlyNoteProps) {
  const { t } = useWords();
  const content = row.documentation.note?.content ?? '';
  const why = owner === null ? t(($) => $.notes.nobody) : t(($) => $.notes.onlyOwner, { name: owner });
  const hint = (
    <Tooltip text={why}>
      <button
        type="button"
        aria-label={`${t(($) => $.notes.readOnly)}. ${why}`}
        className="inline-flex cursor-default items-center gap-1.5 rounded-s"
      >
        <Icon of={Lock} size={12} />
        {t(($) => $.notes.readOnly)}
      </button>
    </Tooltip>
  );
  return (
    <NoteFrame beside={hint}>
      <div className="px-3 pt-2.5 pb-2 text-14">
        {isEmptyNote(content) ? (
          <p className="text-ink-3">{t(($) => $.notes.none)}</p>
        ) : (
          <NoteText html={content} className="text-ink-2" />
        )}
      </div>
      <div className="flex min-h-8 items-center justify-end px-2 pb-1">{writer}</div>
    </NoteFrame>
  );
}
