import { copyToClipboard } from '#ui/clipboard.ts';
import { toast } from '#ui/toasts.ts';

/** Copies a text to the clipboard, and says whether that worked; a second time soon after is not said again. */
export function copyText(text: string, words: { copied: string; notCopied: string }): void {
  copyToClipboard(text).then(
    () => toast({ id: 'copied', tone: 'ok', title: words.copied }),
    () => toast({ id: 'copied', tone: 'error', title: words.notCopied }),
  );
}
