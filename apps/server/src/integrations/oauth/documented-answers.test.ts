import { expect, test } from 'vitest';
import type { SignIn } from '../connector.ts';
import { hubSpot } from '../hubspot/hubspot.ts';
import { pipedrive } from '../pipedrive/pipedrive.ts';
import { salesforceSignIn } from '../salesforce/places.ts';
import { zohoSignIn } from '../zoho/places.ts';
import { vendorOf } from './vendor.ts';

const pipedriveSignIn = pipedrive(fetch, 'https://api.pipedrive.com').signIn as SignIn;

const hubSpotSignIn = hubSpot(fetch, { api: 'https://api.hubapi.com', app: 'https://app.hubspot.com' })
  .signIn as SignIn;

/** What each vendor's documentation shows of its page and its token endpoint. */
const vendors = [
  {
    signIn: salesforceSignIn({ loginUrl: 'https://login.salesforce.com' }),
    accountUrl: 'https://acme.my.salesforce.com',
    back: {},
    asks: 'https://acme.my.salesforce.com/services/oauth2/token',
    answer: {
      access_token: '00Dxx0000001gPL!AR8AQJXg5oj8jXSgxJfA0lBog',
      refresh_token: '5Aep8614iLM.Dq661ePDmPEgaAW9Oh_L3JKkDpB4',
      signature: '0CmxinZir53Yex7nE0TD',
      scope: 'refresh_token api',
      instance_url: 'https://acme.my.salesforce.com',
      id: 'https://login.salesforce.com/id/00Dxx0000001gPLEAY/005xx000001SwiUAAS',
      token_type: 'Bearer',
      issued_at: '1558553873237',
    },
    apiUrl: 'https://acme.my.salesforce.com',
  },
  {
    signIn: zohoSignIn({ accountsUrl: 'https://accounts.zoho.com' }),
    accountUrl: 'https://accounts.zoho.com',
    back: { location: 'eu', 'accounts-server': 'https://accounts.zoho.eu' },
    asks: 'https://accounts.zoho.eu/oauth/v2/token',
    answer: {
      access_token: '1000.2deaf8d0c268e3c85daa2a013a843b10',
      refresh_token: '1000.18e983526f0ca8575ea9c53b0cd5bb58',
      scope: 'ZohoCRM.modules.ALL ZohoSearch.securesearch.READ',
      api_domain: 'https://www.zohoapis.eu',
      token_type: 'Bearer',
      expires_in: 3600,
    },
    apiUrl: 'https://www.zohoapis.eu',
  },
  {
    signIn: pipedriveSignIn,
    accountUrl: null,
    back: {},
    asks: 'https://oauth.pipedrive.com/oauth/token',
    answer: {
      access_token: '53:179:6317ef33a9fb0c4d604ce0695dad44a12bad44c9',
      refresh_token: '53:179:5de81994d77491d22bc10eab3bc0810f84864297',
      scope: 'base,deals:full,contacts:read',
      api_domain: 'https://mycompanydomain.pipedrive.com',
      token_type: 'Bearer',
      expires_in: 3599,
    },
    apiUrl: 'https://mycompanydomain.pipedrive.com',
  },
  {
    signIn: hubSpotSignIn,
    accountUrl: null,
    back: {},
    asks: 'https://api.hubapi.com/oauth/2026-09/token',
    answer: {
      token_type: 'bearer',
      refresh_token: '6f18f21e-a743-4509-b7fd-1a5e632fffa1',
      access_token: 'CN2zlYnmLBICAQIYgZXFLyCWp1Yoy_9GMhkAgddk-zDc-H_rOad1X2s6Qv3fmG1spSY0Og0ACgJBAAADAIADAAABQhkAgddk',
      hub_id: 62515,
      scopes: ['oauth', 'crm.objects.contacts.read'],
      expires_in: 1800,
    },
    // The same for all portals.
    apiUrl: null,
  },
];

test.each(vendors)('what $asks answers to a code is taken, and the API is where it says', async (vendor) => {
  const { signIn, back, answer } = vendor;
  const asked: { url: string; body: string; authorization: string | null }[] = [];
  const answering = async (url: unknown, init?: RequestInit) => {
    const authorization = new Headers(init?.headers).get('authorization');
    asked.push({ url: String(url), body: String(init?.body), authorization });
    return Response.json(answer, { headers: { 'content-type': 'application/json;charset=UTF-8' } });
  };
  const accountUrl = signIn.accountUrlOf?.(back) ?? vendor.accountUrl;
  const client = { id: 'us', secret: 'o-u_r.s' };
  const { redeem } = vendorOf({ fetch: answering as typeof fetch, signIn, client, accountUrl });
  const url = new URL('https://us.example/api/integrations/callback?code=abc&state=s');
  for (const [name, value] of Object.entries(back)) url.searchParams.set(name, value);
  const tokens = await redeem(url, { state: 's', verifier: 'v'.repeat(43) });
  expect(tokens).toMatchObject({ access: answer.access_token, refresh: answer.refresh_token });
  expect(signIn.apiUrlOf(tokens.answer)).toBe(vendor.apiUrl);
  expect(asked.map((one) => one.url)).toEqual([vendor.asks]);
  const form = Object.fromEntries(new URLSearchParams(asked[0]?.body));
  expect(form).toMatchObject({
    grant_type: 'authorization_code',
    code: 'abc',
    redirect_uri: 'https://us.example/api/integrations/callback',
    code_verifier: 'v'.repeat(43),
  });
  // The client shows its secret in the form or in the header, as it is, and never in both.
  const isInForm = signIn.clientAuthentication === 'post';
  expect([form['client_id'], form['client_secret']]).toEqual(isInForm ? ['us', 'o-u_r.s'] : [undefined, undefined]);
  expect(asked[0]?.authorization).toBe(isInForm ? null : `Basic ${btoa('us:o-u_r.s')}`);
});

test('a code that came with the address of a stranger is shown to nobody', () => {
  const zoho = vendors[1]?.signIn;
  expect(() => zoho?.accountUrlOf?.({ 'accounts-server': 'https://accounts.zoho.eu.evil.example' })).toThrow(
    expect.objectContaining({ type: 'invalid_url' }),
  );
});
