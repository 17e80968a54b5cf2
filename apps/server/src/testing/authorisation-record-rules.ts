import type { RouteName } from '@sidetone/contract/http/routes.ts';
import type { RuleOfRoute } from './authorisation-rule.ts';
import type { Things } from './authorisation-world.ts';

const everybody = { rule: 'everybody' } as const;
const account = { rule: 'account' } as const;

/** Rules of calls as administrators see them, and of what they belong to. */
export const recordRules = {
  callRecords: everybody,
  callRecord: { ...account, params: ({ channelId, docId }: Things) => ({ channelId, docId }) },
  callRecordSip: { ...account, params: ({ channelId, docId }: Things) => ({ channelId, docId }) },
  exportCallRecords: everybody,
  costCentres: everybody,
  setCostCentre: {
    ...account,
    body: ({ channelId }: Things) => ({ of: 'channel', id: channelId, costCentre: '4711' }),
  },
} satisfies Partial<Record<RouteName, RuleOfRoute>>;
