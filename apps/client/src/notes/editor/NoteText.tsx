import { cn } from '#ui/cn.ts';
import { shownHtml } from './clean-html.ts';

/** What a note says, to look at. */
export function NoteText({ html, className }: { html: string; className?: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: shownHtml leaves the elements of notes alone
    <div className={cn('note-text', className)} dangerouslySetInnerHTML={{ __html: shownHtml(html) }} />
  );
}
