import { contactRoutes } from '@sidetone/contract/http/contact-routes.ts';
import { deviceRoutes } from '@sidetone/contract/http/device-routes.ts';
import { documentationRoutes } from '@sidetone/contract/http/documentation-routes.ts';
import { inboxRoutes } from '@sidetone/contract/http/inbox-routes.ts';
import { sessionRoutes } from '@sidetone/contract/http/session-routes.ts';
import { expect, test } from 'vitest';
import { addressOf, type CallDeps, callOver } from './call.ts';

interface Seen {
  url: string;
  init: RequestInit;
}

/** A server that gives these answers one after the other, and what it was asked. */
function server(...answers: (Response | Error | 'silence')[]) {
  return serverThatHolds(undefined, ...answers);
}

/** The same, where some replies have to wait. */
function serverThatHolds(
  whenShowable: CallDeps['whenShowable'],
  ...answers: (Response | Error | 'silence')[]
): { seen: Seen[]; call: ReturnType<typeof callOver> } {
  const seen: Seen[] = [];
  const deps: CallDeps = {
    origin: 'http://here',
    accessToken: async () => 'old',
    renewToken: async () => 'new',
    ...(whenShowable && { whenShowable }),
    fetch: async (url, init = {}) => {
      seen.push({ url: String(url), init });
      const answer = answers.shift();
      if (answer === 'silence') {
        return new Promise((_, reject) => {
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        });
      }
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('no answer left');
      return answer;
    },
  };
  return { seen, call: callOver(deps) };
}

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const resolve = { params: { channelId: 'c1', docId: 'pbx-a/b' }, body: { resolved: true } };

test('parameters of a path are escaped, and its query is appended', () => {
  expect(addressOf(inboxRoutes.setEventResolved, { params: { channelId: 'c1', docId: 'pbx-a/b' } })).toBe(
    '/api/channels/c1/inbox/pbx-a%2Fb/resolved',
  );
  expect(addressOf(contactRoutes.searchContacts, { query: { query: 'Ä b', scope: undefined } })).toBe(
    '/api/contacts/search?query=%C3%84+b',
  );
});

test('a signed-in route carries the token, a public one does not', async () => {
  const there = server(json({ resolved: true, ids: [] }), json({ needed: false }));
  await there.call(inboxRoutes.setEventResolved, resolve);
  await there.call(sessionRoutes.setupState, {});
  expect(there.seen.map((each) => new Headers(each.init.headers).get('authorization'))).toEqual(['Bearer old', null]);
});

test('a route of a later version says so, every other one says nothing', async () => {
  const there = server(json({}), json({ resolved: true, ids: [] }));
  await there.call(documentationRoutes.deleteEvent, { params: { accountId: 'a1', channelId: 'c1', session: 's1' } });
  await there.call(inboxRoutes.setEventResolved, resolve);
  expect(there.seen.map((each) => new Headers(each.init.headers).get('api-version'))).toEqual(['2', null]);
});

test('a refused token is renewed once and the request repeated', async () => {
  const there = server(json({ code: 'TOKEN_EXPIRED', message: '' }, 401), json({ resolved: true, ids: [] }));
  await expect(there.call(inboxRoutes.setEventResolved, resolve)).resolves.toEqual({ resolved: true, ids: [] });
  expect(new Headers(there.seen[1]?.init.headers).get('authorization')).toBe('Bearer new');
});

test('wrong credentials on a public route are an answer, not a reason to renew', async () => {
  const there = server(json({ code: 'WRONG_CREDENTIALS', message: 'no' }, 401));
  const signIn = there.call(sessionRoutes.signIn, {
    params: { uid: 'u' },
    body: { email: 'a@b.example', password: 'x' },
  });
  await expect(signIn).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' });
  expect(there.seen).toHaveLength(1);
});

test.each([
  ['an error body', json({ code: 'TOO_MANY_ATTEMPTS', message: '', retryAfterSeconds: 7 }, 429), 'TOO_MANY_ATTEMPTS'],
  ["a proxy's page", new Response('<html>', { status: 502 }), 'UNAVAILABLE'],
  ['a reply that breaks its schema', json({ needed: 'maybe' }), 'BAD_REPLY'],
  ['no server', new TypeError('failed to fetch'), 'NETWORK'],
])('%s becomes a code', async (_, answer, code) => {
  await expect(server(answer).call(sessionRoutes.setupState, {})).rejects.toMatchObject({ code });
});

test('a server that does not answer in time is a TIMEOUT', async () => {
  await expect(server('silence').call(sessionRoutes.setupState, {}, { timeoutMs: 1 })).rejects.toMatchObject({
    code: 'TIMEOUT',
  });
});

test('giving up is not an error of the server', async () => {
  const given = new AbortController();
  const asked = server('silence').call(sessionRoutes.setupState, {}, { signal: given.signal });
  given.abort(new Error('typed on'));
  await expect(asked).rejects.toThrow('typed on');
});

test('a form is sent as a form', async () => {
  const there = server(json({ auth: 'key:signature' }));
  const body = { socket_id: '1.2', channel_name: 'private-encrypted-user-w1' };
  await there.call(deviceRoutes.websocketAuth, { body });
  const sent = there.seen[0]?.init;
  expect(new Headers(sent?.headers).get('content-type')).toBeNull();
  expect(String(sent?.body)).toBe('socket_id=1.2&channel_name=private-encrypted-user-w1');
});

test('a reply comes when it can be shown as it stays', async () => {
  const { promise, resolve: come } = Promise.withResolvers<void>();
  const holds = (reply: unknown) => (JSON.stringify(reply).includes('far') ? promise : null);
  const { call } = serverThatHolds(holds, json({ version: 'near' }), json({ version: 'far' }));
  expect(await call(sessionRoutes.serverVersion, {})).toEqual({ version: 'near' });
  let isThere = false;
  const far = call(sessionRoutes.serverVersion, {}).finally(() => {
    isThere = true;
  });
  await new Promise((done) => setTimeout(done, 20));
  expect(isThere).toBe(false);
  come();
  expect(await far).toEqual({ version: 'far' });
});
