import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { isMissed } from '@sidetone/contract/rules/inbox-status.ts';
import { mayWriteNote } from '@sidetone/contract/rules/note-permission.ts';
import { fullName, useColleagues } from '#contacts/colleagues.ts';
import { useWords } from '#i18n/use-words.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { NoteField } from './NoteField.tsx';
import { ReadOnlyNote } from './ReadOnlyNote.tsx';
import './note.css';

interface CallNoteProps {
  row: InboxRow;
  me: string;
  autoFocus?: boolean;
  /** The note is finished, said by Ctrl+Enter or Cmd+Enter. */
  onDone: () => void;
}

/** The note of a call: written by users who may, and read by everyone else who sees the call. */
export function CallNote({ row, me, autoFocus = false, onDone }: CallNoteProps) {
  const colleagues = useColleagues();
  const owner = row.owner === null ? undefined : colleagues.get(row.owner);
  const may = mayWriteNote({
    // No integration is connected, and the local address book accepts notes.
    integrationSupportsNotes: true,
    isOwner: row.owner === me,
    isMissed: isMissed(row.call),
    // Only members get the row.
    isMember: true,
  });
  const nameOf = (user: string | null) => {
    const person = user === null ? undefined : colleagues.get(user);
    return person ? fullName(person) : null;
  };
  if (may)
    return (
      <NoteField
        row={row}
        me={me}
        autoFocus={autoFocus}
        nameOf={nameOf}
        onDone={onDone}
        writer={<Writer row={row} />}
      />
    );
  return <ReadOnlyNote row={row} owner={owner ? fullName(owner) : null} writer={<Writer row={row} />} />;
}

/** The user who wrote the note last; without one, the user whose call it is (specification 4.10). */
function Writer({ row }: { row: InboxRow }) {
  const { t } = useWords();
  const colleagues = useColleagues();
  const writer = row.documentation.note?.updatedBy ?? null;
  const shown = writer ?? row.owner;
  const person = shown === null ? undefined : colleagues.get(shown);
  if (!person) return null;
  const name = fullName(person);
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-12 text-ink-3">
      <Avatar name={name} imageUrl={person.avatarUrl ?? null} size="ai" />
      <span className="truncate">
        <span className="sr-only">{t(($) => $.notes[writer === null ? 'ownedBy' : 'writtenBy'], { name })}</span>
        <span aria-hidden>{name}</span>
      </span>
    </span>
  );
}
