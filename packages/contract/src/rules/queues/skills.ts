import type { SkillNeed, SkillStep } from '../../entities/skill.ts';

/** What somebody can, by the ids of skills. */
export type SkillLevels = Readonly<Record<string, number>>;

/** What a queue asks for and what a call brought along, as one demand; the higher level counts. */
export function joinNeeds(one: readonly SkillNeed[], other: readonly SkillNeed[]): SkillNeed[] {
  const levels = new Map<string, number>();
  for (const { skillId, level } of [...one, ...other]) levels.set(skillId, Math.max(level, levels.get(skillId) ?? 0));
  return [...levels].map(([skillId, level]) => ({ skillId, level }));
}

/** Whether somebody has what is asked for by now. */
export function hasSkills(levels: SkillLevels, needs: readonly SkillNeed[], step: SkillStep): boolean {
  const levelOf = ({ skillId }: SkillNeed) => levels[skillId] ?? 0;
  switch (step) {
    case 'levels':
      return needs.every((need) => levelOf(need) >= need.level);
    case 'skills':
      return needs.every((need) => levelOf(need) > 0);
    case 'oneSkill':
      return needs.some((need) => levelOf(need) > 0);
    case 'anybody':
      return true;
  }
}

/** How well somebody suits; more is better. */
export const fitOf = (levels: SkillLevels, needs: readonly SkillNeed[]): number =>
  needs.reduce((sum, { skillId }) => sum + (levels[skillId] ?? 0), 0);

/** The steps in which a demand is relaxed; those that would change nothing are left out. */
const stepsOf = (needs: readonly SkillNeed[]): SkillStep[] => {
  if (needs.length === 0) return ['anybody'];
  const first = needs.some(({ level }) => level > 1) ? (['levels'] as const) : [];
  const last = needs.length > 1 ? (['oneSkill'] as const) : [];
  return [...first, 'skills', ...last, 'anybody'];
};

interface Waited {
  readonly needs: readonly SkillNeed[];
  readonly waitedMs: number;
  readonly relaxMs: number;
}

/**
 * What a caller asks for after this wait. A step that nobody of `present` meets is passed over, so that no caller waits for
 * somebody who is not there. `relaxesInMs`: when the next step follows; null after the last one.
 */
export function stepAfter(
  { needs, waitedMs, relaxMs }: Waited,
  present: readonly SkillLevels[],
): { readonly step: SkillStep; readonly relaxesInMs: number | null } {
  const steps = stepsOf(needs).filter(
    (step) => step === 'anybody' || present.some((levels) => hasSkills(levels, needs, step)),
  );
  const passed = Math.max(0, Math.floor(waitedMs / relaxMs));
  const step = steps[passed] ?? 'anybody';
  return { step, relaxesInMs: step === 'anybody' ? null : (passed + 1) * relaxMs - waitedMs };
}
