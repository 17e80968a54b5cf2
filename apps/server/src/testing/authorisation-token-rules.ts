import type { RouteName } from '@sidetone/contract/http/routes.ts';
import type { RuleOfRoute } from './authorisation-rule.ts';
import type { Things } from './authorisation-world.ts';

const everybody = { rule: 'everybody' } as const;
// Nobody knows the id of a token of others, or of a group.
const noToken = { ...everybody, params: () => ({ tokenId: 'no-such-token' }), alsoFine: [404] } as const;

/** Rules of API tokens and directories. */
export const tokenRules = {
  companyTokens: everybody,
  createCompanyToken: { ...everybody, body: () => ({ name: 'Ours', scopes: ['users'] }) },
  deleteCompanyToken: noToken,
  personalTokens: everybody,
  createPersonalToken: { ...everybody, body: () => ({ name: 'Mine', scopes: ['calls'] }) },
  deletePersonalToken: noToken,
  directory: everybody,
  changeDirectory: { ...everybody, body: () => ({ removablePercent: 20 }) },
  linkDirectoryGroup: {
    ...everybody,
    params: () => ({ groupId: 'no-such-group' }),
    body: () => ({ channelId: null }),
    alsoFine: [404],
  },
  listUsers: everybody,
  ownCalls: { rule: 'members', query: ({ channelId }: Things) => ({ channelId }) },
} satisfies Partial<Record<RouteName, RuleOfRoute>>;
