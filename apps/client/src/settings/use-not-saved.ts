import { useWords } from '#i18n/use-words.ts';
import type { ApiErrorCode } from '#live/line/api-error.ts';
import { toast } from '#ui/toasts.ts';

/** Says that a setting was not saved and went back, and why. Several in a row are one notice. */
export function useNotSaved(): (code: ApiErrorCode) => void {
  const { t } = useWords();
  return (code) =>
    toast({
      id: 'setting-not-saved',
      tone: 'error',
      title: t(($) => $.settings.notSaved),
      text: t(($) => $.errors[code], { detail: '' }),
    });
}
