import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { useEffect, useState } from 'react';
import { withLaterWords } from '#i18n/language.ts';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { patientLoad } from '#ui/patient-load.ts';

interface NoteEditorProps {
  row: InboxRow;
  /** The web user who is signed in. */
  me: string;
  autoFocus?: boolean;
  /** The note is finished, said by Ctrl+Enter or Cmd+Enter. */
  onDone: () => void;
}

// No lazy part: below a Suspense boundary the editor reads its schema after it was destroyed.
const editor = patientLoad(withLaterWords(async () => (await import('./editor/CallNote.tsx')).CallNote));

/** The note about a call, to be read and written. The editor is loaded when the first note is shown. */
export function NoteEditor(props: NoteEditorProps) {
  const { t } = useWords();
  const [Loaded, setLoaded] = useState(() => editor.loaded);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (Loaded !== undefined || failed) return;
    let shown = true;
    editor.start().then(
      (component) => shown && setLoaded(() => component),
      () => shown && setFailed(true),
    );
    return () => {
      shown = false;
    };
  }, [Loaded, failed]);

  if (Loaded) return <Loaded key={`${props.row.channelId} ${props.row.id} ${props.me}`} {...props} />;
  return (
    <section aria-label={t(($) => $.notes.note)} aria-busy={!failed} className="flex flex-col gap-2">
      <div className="flex min-h-7 items-center">
        <h3 className="font-semi text-12 text-ink-2">{t(($) => $.notes.note)}</h3>
      </div>
      <div className="flex min-h-24 items-center justify-center gap-3 rounded-m border border-line bg-raised text-ink-3">
        {failed ? (
          <>
            <span role="alert">{t(($) => $.notes.notLoaded)}</span>
            <Button size="s" onClick={() => setFailed(false)}>
              {t(($) => $.notes.tryAgain)}
            </Button>
          </>
        ) : (
          <span className="sr-only">{t(($) => $.notes.loading)}</span>
        )}
      </div>
    </section>
  );
}
