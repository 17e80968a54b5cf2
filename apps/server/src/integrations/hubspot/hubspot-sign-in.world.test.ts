import * as client from 'openid-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { call, failureOf, never, type SomePortal, somePortal, unit } from './testing/some-portal.ts';

let world: SomePortal;
beforeEach(async () => {
  world = await somePortal();
});
afterEach(() => world.close());

const redirectUri = 'http://localhost/integrations/callback';

/** The operator's client at the vendor, reached as connectors reach it. */
function clientOf({ connector, reach, portal }: SomePortal, secret = portal.app.clientSecret) {
  const pages = connector.signIn?.pages(null);
  if (!pages) throw new Error('users sign in at HubSpot');
  const server = {
    issuer: new URL(portal.url).origin,
    authorization_endpoint: pages.authorizeUrl,
    token_endpoint: pages.tokenUrl,
    ...(pages.revokeUrl === null ? {} : { revocation_endpoint: pages.revokeUrl }),
  };
  const config = new client.Configuration(server, portal.app.clientId, {}, client.ClientSecretPost(secret));
  client.allowInsecureRequests(config);
  config[client.customFetch] = (url, options) => reach.fetch(url, options as RequestInit);
  return config;
}

/** Someone presses a button on the vendor's page; gives the address that it leads back to. */
async function decides(config: client.Configuration, decision: 'connect' | 'cancel', verifier: string): Promise<URL> {
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: world.connector.signIn?.scopes.join(' ') ?? '',
    state: 'some-state',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const page = await (await fetch(url)).text();
  expect(page).toContain('Connect app');
  const form = new URLSearchParams(url.searchParams);
  form.set('decision', decision);
  const response = await fetch(new URL('/oauth/authorize', url), { method: 'POST', body: form, redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '');
}

async function signsIn(config: client.Configuration) {
  const verifier = client.randomPKCECodeVerifier();
  const back = await decides(config, 'connect', verifier);
  const checks = { pkceCodeVerifier: verifier, expectedState: 'some-state' };
  return { back, checks, tokens: await client.authorizationCodeGrant(config, back, checks) };
}

test('SINTEG-018: HubSpot is signed in at its page, with the fewest scopes that reading and logging need', async () => {
  const { tokens } = await signsIn(clientOf(world));
  expect(tokens.expires_in).toBe(1800);
  expect(world.connector.signIn?.apiUrlOf(tokens)).toBeNull();
  let asked = 0;
  const connection = await world.connect({
    key: null,
    accessToken: async () => {
      asked += 1;
      return tokens.access_token;
    },
  });
  const contact = world.portal.objects.add('contacts', { firstname: 'Uta' });
  expect(await connection.get(contact.id, never)).toMatchObject({ firstName: 'Uta' });
  await connection.crm?.write(unit({ type: 'contacts', id: contact.id }), call(), 'KEY', never);
  await connection.crm?.users(never);
  await connection.crm?.searchEntities('uta', ['contacts', 'companies', 'deals', 'tickets'], never);
  expect(connection.crm?.certainty).toBe('upsert');
  // Every request asks for the token, which may have been renewed by then.
  expect(asked).toBe(world.portal.journal.filter(({ path }) => !path.startsWith('/oauth/')).length);
});

test('a token that was taken back, or ran out, is a sign-in that is no longer taken; it is in no error', async () => {
  const { tokens } = await signsIn(clientOf(world));
  const connection = await world.connect({ key: null, accessToken: async () => tokens.access_token });
  world.portal.setClock(1801_000);
  const error = await failureOf(connection.get('1', never));
  expect(error).toMatchObject({ type: 'refresh', provablyNotTaken: true });
  expect(String(error)).not.toContain(tokens.access_token);
});

test('a code is good once, with its verifier alone; a refresh token is good once; ended tokens are none', async () => {
  const config = clientOf(world);
  const { back, checks, tokens } = await signsIn(config);
  const invalid = { error: 'invalid_grant' };
  await expect(client.authorizationCodeGrant(config, back, checks)).rejects.toMatchObject(invalid);
  const other = await decides(config, 'connect', client.randomPKCECodeVerifier());
  await expect(client.authorizationCodeGrant(config, other, checks)).rejects.toMatchObject(invalid);

  const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
  await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject(invalid);
  expect(renewed.access_token).not.toBe(tokens.access_token);
  await client.tokenRevocation(config, renewed.refresh_token ?? '');
  await expect(client.refreshTokenGrant(config, renewed.refresh_token ?? '')).rejects.toMatchObject(invalid);

  const latest = await signsIn(config);
  const connection = await world.connect({ key: null, accessToken: async () => latest.tokens.access_token });
  world.portal.signIn.endAll();
  expect(await failureOf(connection.get('1', never))).toMatchObject({ type: 'refresh' });
});

test('who presses Cancel comes back with nothing; a wrong secret and a strange redirect are refused', async () => {
  const config = clientOf(world);
  const back = await decides(config, 'cancel', client.randomPKCECodeVerifier());
  expect([back.searchParams.get('error'), back.searchParams.get('code')]).toEqual(['access_denied', null]);
  const verifier = client.randomPKCECodeVerifier();
  const signed = await decides(config, 'connect', verifier);
  const checks = { pkceCodeVerifier: verifier, expectedState: 'some-state' };
  await expect(client.authorizationCodeGrant(clientOf(world, 'guessed'), signed, checks)).rejects.toMatchObject({
    error: 'invalid_client',
  });
  const strange = new URL(world.connector.signIn?.pages(null).authorizeUrl ?? '');
  const query = { client_id: world.portal.app.clientId, redirect_uri: 'http://evil.example/', scope: 'oauth' };
  for (const [name, value] of Object.entries(query)) strange.searchParams.set(name, value);
  expect((await fetch(strange)).status).toBe(400);
});
