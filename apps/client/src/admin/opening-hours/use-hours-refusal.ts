import { openingHoursLimits, openingHoursProblems } from '@sidetone/contract/entities/opening-hours.ts';
import { useWords } from '#i18n/use-words.ts';

/** The words for a reason why the server refuses opening hours; undefined where they have none of their own. */
export function useHoursRefusal(): (reason: string) => string | undefined {
  const { t } = useWords();
  return (reason) => {
    const problem = openingHoursProblems.find((one) => one === reason);
    return problem && t(($) => $.admin.hours.problems[problem], { most: openingHoursLimits.sets });
  };
}
