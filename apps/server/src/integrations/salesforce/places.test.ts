import { expect, test } from 'vitest';
import { originOf, salesforceSignIn } from './places.ts';

const places = { loginUrl: 'https://login.salesforce.com' };
const invalid = expect.objectContaining({ type: 'invalid_url', translationKey: 'invalidUrl' });

test.each([
  ['https://acme.my.salesforce.com', 'https://acme.my.salesforce.com'],
  ['https://acme.my.salesforce.com/home/home.jsp?x=1', 'https://acme.my.salesforce.com'],
  ['https://acme--uat.sandbox.my.salesforce.com', 'https://acme--uat.sandbox.my.salesforce.com'],
  ['https://acme-dev-ed.develop.my.salesforce.com', 'https://acme-dev-ed.develop.my.salesforce.com'],
  ['https://acme.lightning.force.com/lightning/page/home', 'https://acme.my.salesforce.com'],
  ['https://acme--uat.sandbox.lightning.force.com/', 'https://acme--uat.sandbox.my.salesforce.com'],
  ['https://acme.my.salesforce-setup.com/lightning/setup', 'https://acme.my.salesforce.com'],
  ['https://login.salesforce.com', 'https://login.salesforce.com'],
  ['https://test.salesforce.com/', 'https://test.salesforce.com'],
])('%s is %s', (address, origin) => {
  expect(originOf(places, address)).toBe(origin);
});

test.each([
  'http://acme.my.salesforce.com',
  'https://acme.my.salesforce.com:8443',
  'https://acme.my.salesforce.com.evil.example',
  'https://evil.example/acme.my.salesforce.com',
  'https://my.salesforce.com',
  'https://a.b.c.my.salesforce.com',
  'https://www.salesforce.com',
  'https://evil.example#.my.salesforce.com',
  '',
])('%s is not Salesforce: nothing secret is sent there', (address) => {
  expect(() => originOf(places, address)).toThrow(invalid);
});

test('SINTEG-018: users sign in at the page of their company, and the API answers where Salesforce says', () => {
  const signIn = salesforceSignIn(places);
  expect(signIn.needsAccountUrl).toBe(true);
  expect(signIn.pages('https://acme--uat.sandbox.my.salesforce.com')).toEqual({
    authorizeUrl: 'https://acme--uat.sandbox.my.salesforce.com/services/oauth2/authorize',
    tokenUrl: 'https://acme--uat.sandbox.my.salesforce.com/services/oauth2/token',
    revokeUrl: 'https://acme--uat.sandbox.my.salesforce.com/services/oauth2/revoke',
  });
  expect(signIn.apiUrlOf({ instance_url: 'https://acme.my.salesforce.com' })).toBe('https://acme.my.salesforce.com');
  expect(() => signIn.apiUrlOf({ instance_url: 'https://evil.example' })).toThrow(invalid);
  expect(() => signIn.apiUrlOf({})).toThrow(invalid);
});
