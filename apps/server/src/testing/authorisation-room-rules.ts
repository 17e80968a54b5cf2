import type { RouteName } from '@sidetone/contract/http/routes.ts';
import type { RuleOfRoute } from './authorisation-rule.ts';
import type { Things } from './authorisation-world.ts';

const account = { rule: 'account' } as const;
const ofRoom = ({ roomId }: Things) => ({ roomId });
const settings = { name: 'Board', ownerUserId: null };

const ofGroup = ({ groupId }: Things) => ({ groupId });

/** Rules of conference rooms and paging groups. */
export const roomRules = {
  createConferenceRoom: { rule: 'everybody', body: () => ({ ...settings, pin: '4711' }) },
  changeConferenceRoom: { ...account, params: ofRoom, body: () => ({ ...settings, number: null, pin: '4711' }) },
  deleteConferenceRoom: { ...account, params: ofRoom },
  createPagingGroup: { rule: 'everybody', body: () => ({ name: 'Shop', number: '8' }) },
  changePagingGroup: { ...account, params: ofGroup, body: () => ({ name: 'Shop', number: '7' }) },
  deletePagingGroup: { ...account, params: ofGroup },
  // Nobody is in it, which its owner and administrators are told as if there were none.
  steerConferenceRoom: { rule: 'liveCall', params: ofRoom, body: () => ({ do: 'end' }) },
} satisfies Partial<Record<RouteName, RuleOfRoute>>;
