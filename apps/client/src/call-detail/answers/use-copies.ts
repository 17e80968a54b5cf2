import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { answersAsNote } from '@sidetone/contract/rules/ai/smart-answers.ts';
import { copiedToNoteShownMs } from '@sidetone/contract/rules/screen-timing.ts';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { copyToClipboard } from '#ui/clipboard.ts';
import { toast } from '#ui/toasts.ts';
import { type Answer, asText, isAnswered } from './answers.ts';

/** Copies answers to the clipboard and to the note, and says for a moment that it did. `user` is the owner who may. */
export function useCopies(row: InboxRow, user: string | null) {
  const { t } = useWords();
  // A new object each time, so that a second copy is shown as long as the first.
  const [copied, setCopied] = useState<{ readonly to: 'clipboard' | 'note' } | null>(null);
  const isWriting = useRef(false);
  useEffect(() => {
    if (copied === null) return;
    const timer = setTimeout(() => setCopied(null), copiedToNoteShownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  return {
    copied: copied?.to ?? null,
    /** SSMART-020, SPERM-022 */
    mayNote: user !== null,
    async copy(items: readonly Answer[]) {
      try {
        await copyToClipboard(asText(items));
        setCopied({ to: 'clipboard' });
      } catch (error) {
        console.warn('[call-detail] answers were not copied', row.id, error);
        toast({ tone: 'warn', title: t(($) => $.smartAnswers.view.notCopied) });
      }
    },
    async toNote(items: readonly Answer[]) {
      if (user === null || isWriting.current) return;
      isWriting.current = true;
      try {
        const { appendToNote } = await import('#notes/append-to-note.ts');
        if (await appendToNote(row, user, answersAsNote(items.filter(isAnswered)))) setCopied({ to: 'note' });
        // It is kept, and the page of the call says what stands in the way. SERR-047
        else console.warn('[call-detail] answers are not in the note yet', row.id);
      } catch (error) {
        console.error('[call-detail] copying answers to the note failed', row.id, error);
      } finally {
        isWriting.current = false;
      }
    },
  };
}
