import type { RouteName } from '@sidetone/contract/http/routes.ts';
import type { RuleOfRoute } from './authorisation-rule.ts';
import type { Things } from './authorisation-world.ts';

const members = { rule: 'members' } as const;
/** Members set for themselves. */
const ofMember = { ...members, params: ({ memberId }: Things) => ({ webUserId: memberId }) };

/** Members of the queue and administrators; nobody is called back here, and nobody talks. */
const supervisors = { rule: 'ownerOrAdmin', alsoFine: [409] } as const;

/** Routes of members of queues. */
export const queueRules = {
  acds: { rule: 'everybody' },
  setAgentDevices: ofMember,
  setDialedIn: ofMember,
  beginPause: { ...ofMember, body: () => ({ reasonId: 'break', minutes: 15 }) },
  endPause: ofMember,
  dismissCallBack: supervisors,
  restoreCallBack: supervisors,
  superviseCall: supervisors,
  setSupervision: { ...supervisors, body: () => ({ mode: 'whisper' }) },
  endSupervision: supervisors,
} as const satisfies Partial<Record<RouteName, RuleOfRoute>>;
