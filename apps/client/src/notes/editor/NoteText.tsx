import { cn } from '#ui/cn.ts';
import { shownHtml } from './clean-html.ts';

/** The content of a note, read-only. */
export function NoteText({ html, className }: { html: string; className?: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: shownHtml leaves only the elements of notes
    <div className={cn('note-text', className)} dangerouslySetInnerHTML={{ __html: shownHtml(html) }} />
  );
}
