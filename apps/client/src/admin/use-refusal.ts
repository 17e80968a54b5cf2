import { useWords } from '#i18n/use-words.ts';
import { ApiError, codeOf } from '#live/line/api-error.ts';
import { useRefusalWords } from './use-editor.ts';

/** Why the server refused a request, in words: of its first field where it names one. */
export function useRefusal(): (error: unknown) => string {
  const { t } = useWords();
  const refusalWords = useRefusalWords();
  return (error) => {
    const code = codeOf(error);
    const [issue] = error instanceof ApiError ? error.issues : [];
    return issue ? refusalWords(issue.message, code) : t(($) => $.errors[code]);
  };
}
