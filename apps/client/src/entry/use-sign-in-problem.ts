import { useWords } from '#i18n/use-words.ts';
import { toast } from '#ui/toasts.ts';
import { signInCode, signInProblem } from './sign-in-problem.ts';

/** Tells the user why a sign-in did not work, and logs its code. */
export function useSignInProblem(): (error: unknown) => void {
  const { t } = useWords();
  return (error) => {
    const problem = signInProblem(error, { isOnline: navigator.onLine, host: location.host });
    if (problem === null) return;
    console.warn('[sign-in] failed', signInCode(error, navigator.onLine));
    const { kind } = problem;
    const host = problem.kind === 'refused' ? problem.host : '';
    toast({
      id: 'sign-in',
      tone: 'error',
      title: t(($) => $.start.problems[kind].title, { host }),
      text: t(($) => $.start.problems[kind].text),
    });
  };
}
