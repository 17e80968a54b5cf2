import { useMemo } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { toast } from '#ui/toasts.ts';
import type { SetLimits } from './set-limits.ts';

/** Says that the plan allows no more. Several in a row are one notice. SERR-046 */
export function useFull({ sets, questions }: SetLimits): { ofQuestions(): void; ofSets(): void; elsewhere(): void } {
  const { t } = useWords();
  return useMemo(() => {
    const tell = (title: string, text: string) => void toast({ id: 'smart-answers-full', tone: 'info', title, text });
    return {
      ofQuestions: () =>
        tell(
          t(($) => $.smartAnswers.full.questions, { max: questions }),
          t(($) => $.smartAnswers.full.text),
        ),
      ofSets: () =>
        tell(
          t(($) => $.smartAnswers.full.sets, { count: sets }),
          t(($) => $.smartAnswers.full.text),
        ),
      elsewhere: () =>
        tell(
          t(($) => $.smartAnswers.full.elsewhere),
          t(($) => $.smartAnswers.full.elsewhereText),
        ),
    };
  }, [t, sets, questions]);
}
