import { expect, test } from 'vitest';
import { dataCentreOf, orgOf, zohoSignIn } from './places.ts';

const places = { accountsUrl: 'https://accounts.zoho.com' };
const invalid = expect.objectContaining({ type: 'invalid_url', translationKey: 'invalidUrl' });

test.each([
  ['https://crm.zoho.eu/crm/org20012345/tab/Home', 'https://accounts.zoho.eu'],
  ['https://crm.zoho.com', 'https://accounts.zoho.com'],
  ['https://accounts.zoho.com.au', 'https://accounts.zoho.com.au'],
  ['https://www.zohoapis.in', 'https://accounts.zoho.in'],
  ['https://crm.zohocloud.ca/crm/org1', 'https://accounts.zohocloud.ca'],
])('%s is of the data centre of %s', (address, accounts) => {
  expect(dataCentreOf(places, address).accounts).toBe(accounts);
});

test.each([
  'http://crm.zoho.eu',
  'https://crm.zoho.eu.evil.example',
  'https://evil.example/crm.zoho.eu',
  'https://crm.zoho.evil',
  'https://crm.zoho.eu:8443',
  '',
])('%s is not Zoho: nothing secret is sent there', (address) => {
  expect(() => dataCentreOf(places, address)).toThrow(invalid);
});

test('the company is named in the address that users see', () => {
  expect(orgOf('https://crm.zoho.eu/crm/org20012345/tab/Home')).toBe('20012345');
  expect(orgOf('https://crm.zoho.eu/crm/org20012345')).toBe('20012345');
  expect(orgOf('https://crm.zoho.eu/crm/organic')).toBeNull();
});

test('SINTEG-018: users sign in at the page of their data centre, and the API answers where Zoho says', () => {
  const signIn = zohoSignIn(places);
  expect(signIn.pages('https://crm.zoho.eu/crm/org1')).toEqual({
    authorizeUrl: 'https://accounts.zoho.eu/oauth/v2/auth?access_type=offline&prompt=consent',
    tokenUrl: 'https://accounts.zoho.eu/oauth/v2/token',
    revokeUrl: 'https://accounts.zoho.eu/oauth/v2/token/revoke',
  });
  expect(signIn.scopes).toHaveLength(1);
  expect(signIn.apiUrlOf({ api_domain: 'https://www.zohoapis.eu' })).toBe('https://www.zohoapis.eu');
  expect(() => signIn.apiUrlOf({ api_domain: 'https://evil.example' })).toThrow(invalid);
});
