import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { PartNotLoaded } from '#ui/patient-load.ts';

interface NoteEditorProps {
  row: InboxRow;
  /** The web user who looks. */
  me: string;
  autoFocus?: boolean;
  /** What is written is saved; said by Ctrl+Enter or Cmd+Enter. */
  onDone: () => void;
}

const CallNote = lazyPart(() => import('./editor/CallNote.tsx').then((part) => part.CallNote));

/** What people wrote about a call, to be read and written. The editor is loaded when the first one is shown. */
export function NoteEditor(props: NoteEditorProps) {
  const key = `${props.row.channelId} ${props.row.id} ${props.me}`;
  return (
    <CatchBoundary getResetKey={() => key} errorComponent={NotLoaded}>
      <Suspense fallback={<Missing onAgain={null} />}>
        <CallNote key={key} {...props} />
      </Suspense>
    </CatchBoundary>
  );
}

function NotLoaded({ error, reset }: ErrorComponentProps) {
  // An editor that fails itself is what the page around it tells of.
  if (!(error instanceof PartNotLoaded)) throw error;
  return <Missing onAgain={reset} />;
}

/** The place of the editor while it is not there; `onAgain` asks for it again where it could not be loaded. */
function Missing({ onAgain }: { onAgain: (() => void) | null }) {
  const { t } = useWords();
  return (
    <section aria-label={t(($) => $.notes.note)} aria-busy={onAgain === null} className="flex flex-col gap-2">
      <div className="flex min-h-7 items-center">
        <h3 className="font-semi text-12 text-ink-2">{t(($) => $.notes.note)}</h3>
      </div>
      <div className="flex min-h-24 items-center justify-center gap-3 rounded-m border border-line bg-raised text-ink-3">
        {onAgain === null ? (
          <span className="sr-only">{t(($) => $.notes.loading)}</span>
        ) : (
          <>
            <span role="alert">{t(($) => $.notes.notLoaded)}</span>
            <Button size="s" onClick={onAgain}>
              {t(($) => $.notes.tryAgain)}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
