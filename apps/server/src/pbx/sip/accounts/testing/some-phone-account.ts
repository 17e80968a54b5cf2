import type { PhoneAccount } from '../phone-account.ts';

/** A phone of Anna's at the registrar of another provider. */
export const somePhoneAccount: PhoneAccount = {
  phoneId: 'fanna',
  accountId: 's1',
  userId: 'wanna',
  username: 'line-1',
  authUsername: null,
  password: 'north-wind',
  registrar: '127.0.0.1:5070',
  outboundProxy: null,
  reaches: 'everywhere',
  callerId: '+4969900091',
  contactToken: 'unguessable',
  syncs: 0,
};
