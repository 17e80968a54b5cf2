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
