import type { SingleSignOnChange } from '@sidetone/contract/entities/single-sign-on.ts';

/** Single sign-on of a company with a provider that nobody asks, switched on; `more` is what a test wants otherwise. */
export const someSignOn = (more: Partial<SingleSignOnChange>): SingleSignOnChange => ({
  issuer: 'https://9.9.9.9',
  clientId: 'sidetone',
  secret: 'hush',
  isOn: true,
  domains: [],
  isRequired: false,
  createsUsers: true,
  trustsAddresses: false,
  steps: 'stated',
  groupClaim: 'groups',
  groups: [],
  endsAtProvider: false,
  rev: 0,
  ...more,
});
