import { describe, expect, test } from 'vitest';
import { emergencyAddress, numberPlan, numberPlanChange } from './number-plan.ts';
import { addressState, newTrunk, trunk, trunkChange } from './trunk.ts';

const registered = { name: 'Provider', kind: 'registration', host: 'sip.example.net', username: '4930' };

describe('a trunk', () => {
  test('needs a name, a kind, a host and, to register, a user name', () => {
    expect(newTrunk.parse(registered)).toMatchObject({
      transport: 'udp',
      port: null,
      priority: 10,
      srtp: 'off',
      isEnabled: true,
      password: null,
    });
    expect(newTrunk.safeParse({ ...registered, username: null }).error?.issues[0]?.path).toEqual(['username']);
    expect(newTrunk.safeParse({ ...registered, kind: 'address', username: null }).success).toBe(true);
  });

  test.each([
    ['sip.example.net', true],
    ['192.0.2.7', true],
    ['2001:db8::7', true],
    ['[2001:db8::7]', true],
    ['sip.example.net:5060', false],
    ['sip:sip.example.net', false],
    ['a b', false],
    ['x>\r\nVia: y', false],
    ['', false],
  ])('host %j', (host, isGood) => {
    expect(newTrunk.safeParse({ ...registered, host }).success).toBe(isGood);
  });

  test('takes addresses and ranges as sources', () => {
    const sources = (...sourceAddresses: string[]) => newTrunk.safeParse({ ...registered, sourceAddresses }).success;
    expect(sources('192.0.2.7', '192.0.2.0/24', '2001:db8::/32', '::1')).toBe(true);
    expect(sources('sip.example.net')).toBe(false);
    expect(sources('192.0.2.0/33')).toBe(false);
  });

  test('encrypts audio only where the keys travel encrypted', () => {
    expect(newTrunk.safeParse({ ...registered, srtp: 'require' }).success).toBe(false);
    expect(newTrunk.safeParse({ ...registered, srtp: 'require', transport: 'tls' }).success).toBe(true);
    expect(trunkChange.safeParse({ srtp: 'offer' }).success).toBe(true);
  });

  test('has no place for line breaks and quotes in values of headers', () => {
    for (const username of ['a\r\nb', 'a"b', 'a<b', ''])
      expect(newTrunk.safeParse({ ...registered, username }).success).toBe(false);
  });

  test('is never shown with its password', () => {
    expect(Object.keys(trunk.shape)).not.toContain('password');
  });
});

describe('a number plan', () => {
  test('falls back to what most have, field by field', () => {
    expect(numberPlan.parse({ country: 'DE', areaCode: '30', outsidePrefix: 7, shortCodes: { '1x': '2' } })).toEqual({
      country: 'DE',
      areaCode: '30',
      outsidePrefix: '',
      internationalPrefix: null,
      emergencyNumbers: [],
      shortCodes: {},
    });
  });

  test('refuses nonsense', () => {
    expect(numberPlanChange.safeParse({ shortCodes: { '*77': '+493023125100' } }).success).toBe(true);
    for (const bad of [{ shortCodes: { '123456': '+4930' } }, { emergencyNumbers: ['9'] }, { outsidePrefix: '*' }])
      expect(numberPlanChange.safeParse(bad).success).toBe(false);
  });
});

test('an emergency address has all that a car needs to find it', () => {
  const address = { name: 'Muster GmbH', street: 'Hauptstr.', postalCode: '10115', city: 'Berlin', country: 'DE' };
  expect(emergencyAddress.parse(address)).toEqual({ ...address, houseNumber: '', note: '' });
  expect(emergencyAddress.safeParse({ ...address, city: ' ' }).success).toBe(false);
});

/** A trunk for emergency calls whose provider knows no address. */
const way = { isEnabled: true, isEmergency: true, sendsAddress: false, addressConfirmed: false };

test.each([
  ['noTrunk', []],
  ['noTrunk', [{ ...way, isEnabled: false, sendsAddress: true }]],
  ['noTrunk', [{ ...way, isEmergency: false, addressConfirmed: true }]],
  ['untold', [way]],
  ['untold', [{ ...way, sendsAddress: true }, way]],
  ['sent', [{ ...way, sendsAddress: true }]],
  [
    'sent',
    [
      { ...way, sendsAddress: true },
      { ...way, isEnabled: false },
    ],
  ],
  ['confirmed', [{ ...way, addressConfirmed: true }]],
  [
    'confirmed',
    [
      { ...way, addressConfirmed: true },
      { ...way, sendsAddress: true },
    ],
  ],
] as const)('the emergency address is %s by %j', (state, trunks) => {
  expect(addressState(trunks)).toBe(state);
});
