import { copyToClipboard } from '#ui/clipboard.ts';
import { toast } from '#ui/toasts.ts';

/** Puts a text on the clipboard, and says whether that worked; a second time soon after says it once. */
export function copyText(text: string, words: { copied: string; notCopied: string }): void {
  copyToClipboard(text).then(
    () => toast({ id: 'copied', tone: 'ok', title: words.copied }),
    () => toast({ id: 'copied', tone: 'error', title: words.notCopied }),
  );
}
