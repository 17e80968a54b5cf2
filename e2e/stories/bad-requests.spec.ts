import { ApiSession } from '../people/api-session.ts';
import { expect, healthyAfterwards, test } from '../world/story.ts';

// What comes in here ends in refusals of this machine.
test.use({ server: 'own' });

healthyAfterwards();

/** A refusal is a code, a status and plain words: nothing of how the server is made. */
async function expectsRefusal(reply: Response, status: number, code: string): Promise<Record<string, unknown>> {
  const text = await reply.text();
  expect(reply.status, text).toBe(status);
  expect(text).not.toMatch(/node_modules|\.ts\b|at \w+ \(|select |insert |postgres|kysely|zod|constraint/i);
  const body = JSON.parse(text) as Record<string, unknown>;
  expect(body).toMatchObject({ code });
  return body;
}

test('a body that breaks its schema is refused with the name of the field', async ({ sidetone, people: [anna] }) => {
  const session = await ApiSession.signIn(sidetone.origin, anna);
  const wrong: [string, string, unknown, string][] = [
    ['POST', '/v3/neoPBX/client/calls/some/hold', { value: 'yes' }, 'value'],
    ['PATCH', '/users/me', { locale: 'tlh' }, 'locale'],
    ['PUT', '/channels/some/inbox/one/resolved', {}, 'resolved'],
    ['POST', '/channels/some/inbox/reopen', { ids: [''] }, 'ids.0'],
    ['POST', '/v3/devices/app', { appExtensionType: 'toaster', alias: 'x', owner: 'x' }, 'appExtensionType'],
    ['GET', '/contacts/search?query=a&scope=everybody', undefined, 'scope'],
    [
      'POST',
      '/failed-dials',
      { channelId: null, targetPhoneNumber: 7, senderPhoneNumber: null, sessionId: null, code: 'DIAL_FAILED' },
      'targetPhoneNumber',
    ],
  ];
  for (const [method, path, body, field] of wrong) {
    await test.step(`${method} ${path}`, async () => {
      const refusal = await expectsRefusal(await session.request(method, path, body), 400, 'VALIDATION_FAILED');
      expect(refusal['issues']).toEqual(expect.arrayContaining([expect.objectContaining({ path: field })]));
    });
  }
});

test('invalid JSON, an unknown route and a body of the wrong size each get their own answer', async ({
  sidetone,
  people: [anna],
}) => {
  const { accessToken } = await ApiSession.signIn(sidetone.origin, anna);
  const post = (body: string, type = 'application/json', path = '/failed-dials') =>
    fetch(`${sidetone.origin}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': type },
      body,
    });
  await expectsRefusal(await post('{"channelId": '), 400, 'BAD_REQUEST');
  await expectsRefusal(await post('{"__proto__": {"admin": true}}'), 400, 'BAD_REQUEST');
  await expectsRefusal(await post('hello', 'text/plain'), 400, 'BAD_REQUEST');
  await expectsRefusal(await post('<a/>', 'application/xml'), 400, 'BAD_REQUEST');
  await expectsRefusal(await post('null'), 400, 'VALIDATION_FAILED');
  await expectsRefusal(await post('{}', 'application/json', '/nothing/here'), 404, 'NOT_FOUND');
  await expectsRefusal(await fetch(`${sidetone.origin}/api/%E0%A4%A`), 400, 'BAD_REQUEST');
  await expectsRefusal(await post(JSON.stringify({ ids: 'x'.repeat(2 * 1024 * 1024) })), 413, 'BODY_TOO_LARGE');
  await expectsRefusal(await post('x'.repeat(2 * 1024 * 1024), undefined, '/sign-in/some'), 413, 'BODY_TOO_LARGE');
});

test('a field that no database takes is refused, not passed on', async ({ sidetone, people: [anna] }) => {
  const session = await ApiSession.signIn(sidetone.origin, anna);
  const nul = '\u0000';
  const [channel] = await sidetone.query<{ id: string }>(
    'select c.id from channels c join users u on u.id = c.owner_user_id where u.email = $1',
    [anna.email],
  );
  const dial = {
    channelId: null,
    targetPhoneNumber: nul,
    senderPhoneNumber: null,
    sessionId: null,
    code: 'DIAL_FAILED',
  };
  const replies = {
    dial: await session.request('POST', '/failed-dials', dial),
    search: await session.request('GET', '/contacts/search?query=%00'),
    event: await session.request('PUT', `/channels/${channel?.id}/inbox/%00/resolved`, { resolved: true }),
    channel: await session.request('PUT', '/channels/%00/inbox/x/resolved', { resolved: true }),
    reopen: await session.request('POST', `/channels/${channel?.id}/inbox/reopen`, { ids: [nul] }),
    hold: await session.request('POST', '/v3/neoPBX/client/calls/%00/hold', { value: true }),
    alone: await session.request('GET', '/contacts/search?query=%EF%BF%BF'),
  };
  const failed = Object.entries(replies).filter(([, reply]) => reply.status >= 500);
  expect(failed.map(([name, reply]) => `${name} ${reply.status}`)).toEqual([]);
});

test('without a good token every door is shut', async ({ sidetone }) => {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const visit = (headers: Record<string, string>) => fetch(`${sidetone.origin}/api/ice-servers`, { headers });
  await expectsRefusal(await visit({}), 401, 'UNAUTHENTICATED');
  await expectsRefusal(await visit(bearer('made-up')), 401, 'UNAUTHENTICATED');
  await expectsRefusal(await visit(bearer('x'.repeat(5_000))), 401, 'UNAUTHENTICATED');
  await expectsRefusal(await visit({ authorization: 'Basic YTpi' }), 401, 'UNAUTHENTICATED');
});

test('an access token that has run out says so', async ({ sidetone, people: [, ben] }) => {
  const session = await ApiSession.signIn(sidetone.origin, ben);
  expect((await session.request('GET', '/ice-servers')).status).toBe(200);
  await sidetone.query(
    `update oidc_documents set expires_at = now() - interval '1 second'
      where model = 'AccessToken' and payload ->> 'accountId' = (select id from users where email = $1)`,
    [ben.email],
  );
  await expectsRefusal(await session.request('GET', '/ice-servers'), 401, 'TOKEN_EXPIRED');
  await session.refresh();
  expect((await session.request('GET', '/ice-servers')).status).toBe(200);
});
