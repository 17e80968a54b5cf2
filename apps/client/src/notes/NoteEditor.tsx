import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { useWords } from '#i18n/use-words.ts';
import { cleanHtml } from './clean-html.ts';

interface NoteEditorProps {
  row: InboxRow;
  /** The web user who looks. */
  me: string;
  autoFocus?: boolean;
}

/** What people wrote about a call. */
export function NoteEditor({ row }: NoteEditorProps) {
  const { t } = useWords();
  const content = row.documentation.note?.content ?? '';
  return (
    <section aria-label={t(($) => $.notes.note)}>
      <h3 className="font-semi text-12 text-ink-2">{t(($) => $.notes.note)}</h3>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned right here */}
      <div className="text-13" dangerouslySetInnerHTML={{ __html: cleanHtml(content) }} />
    </section>
  );
}
