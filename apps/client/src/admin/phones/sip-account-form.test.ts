import type { AdminSipAccount } from '@sidetone/contract/entities/sip-account.ts';
import { newSipAccount, sipAccountChange } from '@sidetone/contract/entities/sip-account.ts';
import { normalizeNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { expect, test } from 'vitest';
import { callerIdsOf, sipAccountBody, sipAccountValues } from './sip-account-form.ts';

const readNumber = (typed: string) => normalizeNumber(typed, { country: 'DE', areaCode: '69' }) ?? typed;
const account: AdminSipAccount = {
  id: 'f1',
  name: 'Taunus',
  userId: 'w1',
  userName: 'Anton',
  username: 'line',
  authUsername: null,
  registrar: 'sip.example',
  outboundProxy: null,
  callerId: '+4969900091',
  state: 'REGISTER_SUCCESS',
  stateSince: '2026-11-24T10:00:00.000Z',
  failure: null,
  isSwitchedOff: false,
  isDefault: false,
  phoneNumbers: [{ phoneNumber: '+4969900091', label: 'Main' }],
};

test('a new account needs a password, and shows its first number unless something else is chosen', () => {
  const values = {
    ...sipAccountValues(null, 'w1'),
    name: 'Hall',
    registrar: 'sip.example:5070',
    username: 'line',
    password: 'north-wind',
    phoneNumbers: [
      { phoneNumber: '069 900091', label: '' },
      { phoneNumber: ' ', label: 'left empty' },
    ],
  };
  expect(newSipAccount.parse(sipAccountBody(values, null, readNumber))).toEqual({
    userId: 'w1',
    name: 'Hall',
    registrar: 'sip.example:5070',
    username: 'line',
    password: 'north-wind',
    authUsername: null,
    outboundProxy: null,
    phoneNumbers: [{ phoneNumber: '+4969900091', label: null }],
  });
  const without = sipAccountBody({ ...values, password: '' }, null, readNumber);
  expect(newSipAccount.safeParse(without).error?.issues[0]?.path).toEqual(['password']);
});

test('an unchanged account is sent as it is, without a password', () => {
  const body = sipAccountChange.parse(sipAccountBody(sipAccountValues(account, ''), account, readNumber));
  expect(body).toEqual({
    userId: 'w1',
    name: 'Taunus',
    username: 'line',
    authUsername: null,
    registrar: 'sip.example',
    outboundProxy: null,
    phoneNumbers: account.phoneNumbers,
    callerId: '+4969900091',
  });
});

test('a number that was removed from the list is no longer the caller ID', () => {
  const values = { ...sipAccountValues(account, ''), phoneNumbers: [] };
  expect(callerIdsOf(values, account, readNumber)).toEqual([]);
  expect(sipAccountBody(values, account, readNumber)).toMatchObject({ callerId: null });
});

test('another number that its user chose is offered and kept', () => {
  const other = { ...account, callerId: '+4969555' };
  const values = sipAccountValues(other, '');
  expect(callerIdsOf(values, other, readNumber)).toEqual(['+4969900091', '+4969555']);
  expect(sipAccountBody(values, other, readNumber)).toMatchObject({ callerId: '+4969555' });
});
