/** Requests about the single sign-on of an account: a good one of each route, and one that cannot be read. */
export const signOnSamples = {
  singleSignOn: { good: () => ({}), isOwn: true as const },
  saveSingleSignOn: {
    good: () => ({
      body: {
        rev: 0,
        issuer: 'https://9.9.9.9/realms/company',
        clientId: 'sidetone',
        secret: 'north-wind',
        isOn: false,
        domains: ['of-the-samples.example'],
        isRequired: false,
        createsUsers: false,
        trustsAddresses: false,
        steps: 'stated',
        groupClaim: 'groups',
        groups: [],
        endsAtProvider: false,
      },
    }),
    bad: { body: { rev: 0, issuer: 'javascript:alert(1)', clientId: '', domains: [] } },
    isOwn: true as const,
  },
  removeSingleSignOn: { good: () => ({}), isOwn: true as const },
  testSingleSignOn: { good: () => ({}), isOwn: true as const },
  proveDomain: {
    good: () => ({ params: { domain: 'nobodys.example' } }),
    bad: { params: { domain: '*.example' } },
    isOwn: true as const,
  },
  unlinkSignOn: {
    good: ({ userId }: { userId: string }) => ({ params: { userId } }),
    bad: { params: { userId: 'x' } },
  },
};
