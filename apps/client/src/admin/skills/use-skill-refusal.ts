import { skillLimits, skillProblems } from '@sidetone/contract/entities/skill.ts';
import { useWords } from '#i18n/use-words.ts';

/** The words for a reason why the server refuses a skill; undefined where it has none of its own. */
export function useSkillRefusal(): (reason: string) => string | undefined {
  const { t } = useWords();
  return (reason) => {
    const problem = skillProblems.find((one) => one === reason);
    return problem && t(($) => $.admin.skills.problems[problem], { most: skillLimits.skills });
  };
}
