import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { secondFactorRoutes as routes } from '@sidetone/contract/http/sign-in/second-factor-routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { freePort } from '../../storage/postgres/cluster.ts';
import {
  type Browser,
  beginSignIn,
  browser,
  callRoute,
  password,
  person,
  sendCredentials,
  signInAs,
  type TestApi,
  type Tokens,
  takeTokens,
  testApi,
} from '../../testing/test-api.ts';

let api: TestApi;
let origin: string;
beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  api = await testApi({ config: { ...readConfig({ PUBLIC_URL: origin }), port } });
});
afterAll(() => api.stop());

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64 = (data: string | Buffer) => Buffer.from(data).toString('base64url');

/** A security key in software: it makes one passkey, and proves its user or not. */
function securityKey({ proves = true, at = origin, name = 'localhost' } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;
  const data = (flags: number, more: Buffer = Buffer.alloc(0)) => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(name), Buffer.of(flags | (proves ? 0x05 : 0x01)), count, more]);
  };
  const client = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin: at, crossOrigin: false }));
  const known = { id: base64(id), rawId: base64(id), type: 'public-key' as const, clientExtensionResults: {} };
  return {
    make(challenge: string) {
      // COSE and CBOR by hand: an ES256 key (RFC 9053 §2.1), and an attestation of no kind.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const authData = data(0x40, Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, key]));
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.of(0x58, authData.length),
        authData,
      ]);
      const response = {
        clientDataJSON: base64(client('create', challenge)),
        attestationObject: base64(attestation),
      };
      return { ...known, response };
    },
    use(challenge: string) {
      const [authenticatorData, json] = [data(0), client('get', challenge)];
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(json)]), privateKey);
      const response = {
        clientDataJSON: base64(json),
        authenticatorData: base64(authenticatorData),
        signature: base64(signature),
      };
      return { ...known, response };
    },
  };
}
type Key = ReturnType<typeof securityKey>;

async function register(token: string, key: Key, name = 'Laptop') {
  const { body } = await callRoute(origin, token, routes.beginPasskey, { body: { password } });
  return await callRoute(origin, token, routes.addPasskey, { body: { name, passkey: key.make(body.challenge) } });
}

/** A user with a passkey. */
async function withPasskey(firstName: string) {
  const who = await person(api, { firstName });
  const { access_token: token } = await signInAs(origin, who.email);
  const key = securityKey();
  const made = await register(token, key);
  expect(made.status).toBe(200);
  return { who, token, key, id: made.body.id };
}

/** A sign-in that waits in a browser, and how to answer it. */
async function atDoor(at: Browser = browser(origin)) {
  const { uid = '', verifier } = await beginSignIn(at, origin);
  const post = async (path: string, body: object = {}) => {
    const reply = await at.request(`/api/sign-in/${uid}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
  };
  const asked = async () => (await post('passkey-options')).body as { challenge: string; allowCredentials?: unknown[] };
  return {
    at,
    uid,
    asked,
    answer: (passkey: object) => post('passkey', { passkey }),
    async goOn(redirectTo: unknown) {
      const resumed = await at.request(String(redirectTo));
      const tokens = await takeTokens(at, origin, new URL(resumed.headers.get('location') ?? ''), verifier);
      return (await tokens.json()) as Tokens;
    },
  };
}

test('a passkey alone signs its user in, and each challenge is good for one try', async () => {
  const { who, key } = await withPasskey('Anna');
  const door = await atDoor();
  const { challenge, allowCredentials } = await door.asked();
  expect(allowCredentials).toEqual([]);
  const used = key.use(challenge);
  const proved = await door.answer(used);
  expect(proved.status).toBe(200);
  const tokens = await door.goOn(proved.body['redirectTo']);
  const own = await callRoute(origin, tokens.access_token, routes.ownSecondFactor, {});
  expect(own.body).toMatchObject({ hasPasskeys: true, passkeys: [{ name: 'Laptop', lastUsedAt: expect.any(String) }] });
  // Someone saw it, and begins a sign-in of their own.
  expect((await (await atDoor()).answer(used)).status).toBe(401);
  expect(
    await api.db
      .selectFrom('audit_log')
      .select('action')
      .where('actor_user_id', '=', who.userId)
      .where('action', 'in', ['passkey.added', 'signIn.succeeded'])
      .orderBy('id')
      .execute(),
  ).toEqual([{ action: 'signIn.succeeded' }, { action: 'passkey.added' }, { action: 'signIn.succeeded' }]);
});

test('after the password a passkey is the second step, but only that of the same user', async () => {
  const [{ who, key }, other] = [await withPasskey('Bea'), await withPasskey('Carl')];
  const door = await atDoor();
  const said = await (await sendCredentials(door.at, door.uid, { email: who.email, password })).json();
  expect(said).toEqual({ redirectTo: null, step: { kind: 'prove', authenticator: false, passkey: true } });
  expect((await door.asked()).allowCredentials).toHaveLength(1);
  expect((await door.answer(other.key.use((await door.asked()).challenge))).status).toBe(401);
  // A code of an app that is set up on the way is no proof either.
  const made = await door.at.request(`/api/sign-in/${door.uid}/authenticator`, { method: 'POST' });
  expect(made.status).toBe(409);
  expect((await door.answer(key.use((await door.asked()).challenge))).status).toBe(200);
});

test('a key that proves no user, another site’s, a wrong signature and a removed passkey let nobody in', async () => {
  const { who, token, key, id } = await withPasskey('Dora');
  for (const bad of [
    securityKey({ proves: false }),
    securityKey({ at: 'https://evil.example' }),
    securityKey({ name: 'evil.example' }),
  ]) {
    expect((await register(token, bad)).status).toBe(401);
  }
  const door = await atDoor();
  const used = key.use((await door.asked()).challenge);
  const forged = { ...used, response: { ...used.response, signature: securityKey().use('x').response.signature } };
  expect((await door.answer(forged)).status).toBe(401);

  const removed = await callRoute(origin, token, routes.removePasskey, {
    params: { passkeyId: id },
    body: { password },
  });
  expect(removed.status).toBe(200);
  expect((await door.answer(key.use((await door.asked()).challenge))).status).toBe(401);
  expect((await signInAs(origin, who.email)).access_token).toBeTruthy();
});

test('a deactivated user has no way in, and passkeys of others are not to be renamed or removed', async () => {
  const [mine, theirs] = [await withPasskey('Ella'), await withPasskey('Fritz')];
  const params = { passkeyId: theirs.id };
  const renamed = await callRoute(origin, mine.token, routes.renamePasskey, { params, body: { name: 'Mine' } });
  const removed = await callRoute(origin, mine.token, routes.removePasskey, { params, body: { password } });
  expect([renamed.status, removed.status]).toEqual([404, 404]);
  await api.db.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', theirs.who.userId).execute();
  const door = await atDoor();
  expect((await door.answer(theirs.key.use((await door.asked()).challenge))).status).toBe(401);
});

test('passkeys belong to the name of PUBLIC_URL, whatever a request calls this server', async () => {
  const { token } = await withPasskey('Gerd');
  const elsewhere = origin.replace('localhost', '127.0.0.1');
  const own = await callRoute(elsewhere, token, routes.ownSecondFactor, {});
  expect(own.body.hasPasskeys).toBe(false);
  expect((await callRoute(elsewhere, token, routes.beginPasskey, { body: { password } })).status).toBe(404);
  const at = browser(elsewhere);
  const { uid = '' } = await beginSignIn(at, elsewhere);
  expect((await at.request(`/api/sign-in/${uid}/passkey-options`, { method: 'POST' })).status).toBe(404);
});
