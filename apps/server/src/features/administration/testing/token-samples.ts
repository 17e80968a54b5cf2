import { companySamples } from './company-samples.ts';

/** Requests about companies of the server, tokens of the company and its directory: a good one of each route, and one that cannot be read. */
export const tokenSamples = {
  ...companySamples,
  listUsers: { good: () => ({}), isOwn: true as const },
  companyTokens: { good: () => ({}), isOwn: true as const },
  createCompanyToken: {
    good: () => ({ body: { name: 'Directory', scopes: ['directory'] } }),
    bad: { body: { name: 'Directory', scopes: ['everything'] } },
    isOwn: true as const,
  },
  deleteCompanyToken: {
    good: () => ({ params: { tokenId: 'api-1' } }),
    bad: { params: { tokenId: 't'.repeat(101) } },
  },
  directory: { good: () => ({}), isOwn: true as const },
  changeDirectory: {
    good: () => ({ body: { allow: true } }),
    bad: { body: { removablePercent: 100 } },
    isOwn: true as const,
  },
  linkDirectoryGroup: {
    good: () => ({ params: { groupId: 'g' }, body: { channelId: null } }),
    bad: { params: { groupId: 'g'.repeat(101) }, body: { channelId: null } },
  },
};
