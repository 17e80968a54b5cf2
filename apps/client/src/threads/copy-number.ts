import i18next from 'i18next';
import { copyToClipboard } from '#ui/clipboard.ts';
import { toast } from '#ui/toasts.ts';

/** Copies a number to the clipboard, and says whether that worked. */
export function copyNumber(number: string): void {
  const t = i18next.t;
  copyToClipboard(number).then(
    () => toast({ id: 'number copied', tone: 'ok', title: t(($) => $.threads.numberCopied) }),
    () => toast({ id: 'number copied', tone: 'error', title: t(($) => $.threads.notCopied) }),
  );
}
