import type { RouteName } from '@sidetone/contract/http/routes.ts';
import type { RuleOfRoute } from './authorisation-rule.ts';
import type { Things } from './authorisation-world.ts';

const account = { rule: 'account' } as const;
const ofSkill = ({ skillId }: Things) => ({ skillId });

/** Routes of skills. */
export const skillRules = {
  createSkill: { rule: 'everybody', body: () => ({ name: 'Returns' }) },
  changeSkill: { ...account, params: ofSkill, body: () => ({ name: 'English' }) },
  deleteSkill: { ...account, params: ofSkill },
  setUserSkills: { ...account, params: ({ memberId }) => ({ userId: memberId }), body: () => ({ skills: [] }) },
} as const satisfies Partial<Record<RouteName, RuleOfRoute>>;
