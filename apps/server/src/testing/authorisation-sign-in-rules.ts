import type { RouteName } from '@sidetone/contract/http/routes.ts';
import type { RuleOfRoute } from './authorisation-rule.ts';

/** Nobody waits for anything at this sign-in. */
const atSignIn = { rule: 'public', alsoFine: [404] } as const;
/** Each asks about themselves, and nobody is let in by a guess. */
const byPassword = { rule: 'everybody', body: () => ({ password: 'a wrong one' }), alsoFine: [401, 429] } as const;
/** Nobody knows the id of a passkey of someone else. */
const params = () => ({ passkeyId: 'no-such-passkey' });
const passkey = {
  id: 'AA',
  rawId: 'AA',
  type: 'public-key',
  response: { clientDataJSON: 'AA', attestationObject: 'AA', authenticatorData: 'AA', signature: 'AA' },
};

const signOn = {
  rev: 0,
  issuer: 'https://9.9.9.9/realms/company',
  clientId: 'sidetone',
  secret: null,
  isOn: false,
  domains: ['of-the-rules.example'],
  isRequired: false,
  createsUsers: false,
  trustsAddresses: false,
  steps: 'stated',
  groupClaim: 'groups',
  groups: [],
  endsAtProvider: false,
};

/** Routes of signing in with more than a password. */
export const signInRules = {
  ownSignIns: { rule: 'everybody' },
  endSignIn: { rule: 'everybody', params: () => ({ signInId: 'no-such-sign-in' }), alsoFine: [404] },
  endOtherSignIns: { rule: 'everybody' },
  changePassword: {
    ...byPassword,
    body: () => ({ current: 'a wrong one', password: 'correct horse battery' }),
  },
  proveSecondFactor: { ...atSignIn, body: () => ({ code: '123456' }) },
  setUpAtSignIn: atSignIn,
  askForPasskey: atSignIn,
  signInByPasskey: { ...atSignIn, body: () => ({ passkey }) },
  leaveForSignOn: { ...atSignIn, body: () => ({ who: { email: 'somebody@company.example' } }) },
  returnFromSignOn: { ...atSignIn, body: () => ({ search: '?code=a-code&state=a-state' }) },
  endByProvider: {
    rule: 'public',
    params: () => ({ company: 'no-such-company' }),
    body: () => ({ logout_token: 'no.such.token' }),
    alsoFine: [400],
  },
  singleSignOn: { rule: 'everybody' },
  saveSingleSignOn: { rule: 'everybody', body: () => signOn, alsoFine: [400, 409] },
  testSingleSignOn: { rule: 'everybody', alsoFine: [404, 429] },
  proveDomain: {
    rule: 'everybody',
    params: () => ({ domain: 'no-such-domain.example' }),
    alsoFine: [404, 429],
  },
  removeSingleSignOn: { rule: 'everybody', alsoFine: [404] },
  unlinkSignOn: { rule: 'everybody', params: () => ({ userId: 'w00000000' }), alsoFine: [404] },
  ownSecondFactor: { rule: 'everybody' },
  beginAuthenticator: byPassword,
  confirmAuthenticator: { rule: 'everybody', body: () => ({ code: '123456' }), alsoFine: [401, 429] },
  removeAuthenticator: byPassword,
  renewRecoveryCodes: byPassword,
  // Passkeys are off here: nobody set PUBLIC_URL.
  beginPasskey: { ...byPassword, alsoFine: [404] },
  addPasskey: { rule: 'everybody', body: () => ({ name: 'Mine', passkey }), alsoFine: [404] },
  renamePasskey: { rule: 'everybody', params, body: () => ({ name: 'Mine' }), alsoFine: [404] },
  removePasskey: { ...byPassword, params },
} as const satisfies Partial<Record<RouteName, RuleOfRoute>>;
