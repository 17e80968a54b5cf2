import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { isEmptyNote } from '@sidetone/contract/rules/note-markup.ts';
import { EditorContent } from '@tiptap/react';
import { type ReactNode, useState } from 'react';
import { isSendKey } from '#platform/send-key.ts';
import { Conflict } from './Conflict.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { LinkForm } from './LinkForm.tsx';
import { NoteFrame } from './NoteFrame.tsx';
import { SaveStatus } from './SaveStatus.tsx';
import { Toolbar } from './Toolbar.tsx';
import { useNote } from './use-note.ts';
import { useNoteEditor } from './use-note-editor.ts';

interface NoteFieldProps {
  row: InboxRow;
  me: string;
  autoFocus: boolean;
  nameOf: (user: string | null) => string | null;
  /** The note is finished, said by Ctrl+Enter or Cmd+Enter. */
  onDone: () => void;
  writer: ReactNode;
}

/** A note to write. It saves itself. */
export function NoteField({ row, me, autoFocus, nameOf, onDone, writer }: NoteFieldProps) {
  const { desk, note, lasts } = useNote(row, me);
  const editor = useNoteEditor(desk, note.text, autoFocus);
  const [linking, setLinking] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const canDelete = note.server.revision > 0 || !isEmptyNote(note.text);
  const inConflict = note.problem === 'conflict';
  return (
    <NoteFrame
      beside={<SaveStatus note={note} lasts={lasts} />}
      above={
        inConflict ? (
          <Conflict
            theirs={note.server.content}
            by={nameOf(note.server.updatedBy)}
            onChoose={(version) => {
              desk.choose(version);
              editor.commands.focus('end');
            }}
          />
        ) : null
      }
    >
      <EditorContent
        editor={editor}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onKeyDown={(event) => {
          if (!isSendKey(event)) return;
          event.preventDefault();
          if (event.repeat) return;
          desk.flush();
          onDone();
        }}
      />
      {linking ? <LinkForm editor={editor} onClose={() => setLinking(false)} /> : null}
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 pr-2 pb-1 pl-1.5">
        <Toolbar
          editor={editor}
          linking={linking}
          onLink={() => setLinking(!linking)}
          onDelete={canDelete ? () => setDeleting(true) : null}
        />
        <div className="ml-auto min-w-0">{writer}</div>
      </div>
      <DeleteDialog open={deleting} onClose={() => setDeleting(false)} onDelete={() => desk.remove()} />
    </NoteFrame>
  );
}
