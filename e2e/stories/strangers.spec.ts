import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { ApiSession } from '../people/api-session.ts';
import { BareSip, phoneOffer } from '../people/bare-sip.ts';
import { watchOnce } from '../people/live-watcher.ts';
import { type Neighbour, neighbourOf } from '../people/neighbour.ts';
import { test as base, expect, healthyAfterwards } from '../world/story.ts';

/** Another company on the same server; its ids are what nobody of ours may use. */
const test = base.extend<object, { nele: Neighbour }>({
  nele: [async ({ sidetone, people: [anna] }, use) => use(await neighbourOf(sidetone, anna)), { scope: 'worker' }],
});
// Another company is founded, and its rows are looked at.
test.use({ server: 'own' });
healthyAfterwards();

test("another account's ids in a path are as good as no ids at all", async ({ sidetone, people: [anna], nele }) => {
  const session = await ApiSession.signIn(sidetone.origin, anna);
  const { userId, channelId, eventId } = nele;
  const dial = { targetPhoneNumber: '1', senderPhoneNumber: null, sessionId: null, code: 'DIAL_FAILED' };
  const tries = (user: string, channel: string, event: string): [string, string, unknown][] => [
    ['GET', `/v3/devices/app/desktop_app_register/${user}`, undefined],
    ['POST', '/v3/devices/app', { appExtensionType: 'desktop_app_register', alias: 'Mine', owner: user }],
    ['PUT', `/channels/${channel}/inbox/${event}/resolved`, { resolved: true }],
    ['POST', `/channels/${channel}/inbox/resolve-all`, undefined],
    ['POST', `/channels/${channel}/inbox/reopen`, { ids: [event] }],
    ['POST', '/failed-dials', { ...dial, channelId: channel }],
  ];
  const unknown = tries('wzzzzzzzzzz', 'czzzzzzzzzz', 'pbx-zzz');
  for (const [at, [method, path, body]] of tries(userId, channelId, eventId).entries()) {
    await test.step(`${method} ${path}`, async () => {
      const theirs = await session.request(method, path, body);
      expect(theirs.status).toBe(404);
      const [, nowhere = '', nothing] = unknown[at] ?? [];
      const nobodys = await session.request(method, nowhere, nothing);
      expect(await theirs.json()).toEqual(await nobodys.json());
    });
  }
  await test.step('their event in a channel of ours', async () => {
    const [own] = await sidetone.query<{ id: string }>(
      'select c.id from channels c join users u on u.id = c.owner_user_id where u.email = $1',
      [anna.email],
    );
    const reply = await session.request('PUT', `/channels/${own?.id}/inbox/${eventId}/resolved`, { resolved: true });
    expect(reply.status).toBe(404);
  });
  const events = await sidetone.query('select unresolved from inbox_events where id = $1', [eventId]);
  expect(events).toEqual([{ unresolved: true }]);
  expect(await sidetone.query('select 1 from endpoints where user_id = $1', [userId])).toEqual([]);
});

test('live queries show nothing of another account', async ({ sidetone, people: [anna], nele }) => {
  const { accessToken } = await ApiSession.signIn(sidetone.origin, anna);
  await sidetone.query(
    `update accounts set flags = flags || '{"hasAiInsightsChat": true}' where id = (select account_id from users where email = $1)`,
    [anna.email],
  );
  // Whose chat it is, is asked of the table; `chat.world` asks for those of others.
  const someChat = { chatId: 'nobodys-chat' };
  for (const [name, { params }] of Object.entries(liveQueries)) {
    // Her company runs the server, and sees all companies of it.
    if (name === 'adminCompanies') continue;
    if (params.safeParse({ contactId: nele.contactId }).success && !params.safeParse({}).success) {
      const nobodys = await watchOnce(sidetone, accessToken, name, { contactId: 'nobodys-contact' });
      expect(JSON.stringify(nobodys), name).toContain('snapshot');
      // Her contact, and she herself, who is a contact of her colleagues.
      for (const contactId of [nele.contactId, nele.userId])
        expect(await watchOnce(sidetone, accessToken, name, { contactId }), name).toEqual(nobodys);
      continue;
    }
    if (!params.safeParse(someChat).success) {
      const asked = (channelId: string, docId: string) => ({
        channelId,
        docId,
        sessionId: docId,
        assistantId: channelId,
        resultId: docId,
        state: 'OPEN',
        of: { kind: 'anonymous', docId },
      });
      const refused = await watchOnce(sidetone, accessToken, name, asked(nele.channelId, nele.eventId));
      expect(refused.error, name).toMatchObject({ code: 'NOT_FOUND' });
      const nobodys = await watchOnce(sidetone, accessToken, name, asked('czzzzzzzzzz', 'pbx-zzz'));
      expect(nobodys, name).toEqual(refused);
      continue;
    }
    // Ids that nobody asked for are not listened to.
    const forged = { ...someChat, userId: nele.userId, accountId: nele.accountId };
    const answer = await watchOnce(sidetone, accessToken, name, forged);
    const seen = JSON.stringify(answer);
    expect(seen, name).toContain('snapshot');
    for (const secret of [nele.userId, nele.accountId, nele.channelId, nele.email, nele.contactId])
      expect(seen).not.toContain(secret);
  }
});

test('a live query that is no query is refused without a stack', async ({ sidetone, people: [anna] }) => {
  const { accessToken } = await ApiSession.signIn(sidetone.origin, anna);
  const refusals = {
    unknown: await watchOnce(sidetone, accessToken, 'passwords', {}),
    schema: await watchOnce(sidetone, accessToken, 'inbox', { channelId: 7 }),
    proto: await watchOnce(sidetone, accessToken, '__proto__', {}),
    token: await watchOnce(sidetone, 'made-up', 'me', {}),
  };
  expect(refusals).toMatchObject({
    unknown: { error: { code: 'NOT_FOUND' } },
    schema: { error: { code: 'BAD_REQUEST' } },
    proto: { error: { code: 'NOT_FOUND' } },
    token: { error: { code: 'UNAUTHORIZED' } },
  });
  for (const { error } of Object.values(refusals)) expect(error?.stack).toBeUndefined();
});

test("nobody joins the realtime channel of another account's person", async ({ sidetone, people: [anna], nele }) => {
  const { accessToken } = await ApiSession.signIn(sidetone.origin, anna);
  const authorise = (channel: string) =>
    fetch(`${sidetone.origin}/api/websocket/auth`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}` },
      body: new URLSearchParams({ socket_id: '1.1', channel_name: channel }),
    });
  for (const channel of [
    `private-encrypted-user-${nele.userId}`,
    `private-user-${nele.userId}`,
    'private-encrypted-user-wzzzzzzzzzz',
    'presence-everybody',
    'private-encrypted-user-',
  ]) {
    const reply = await authorise(channel);
    expect(reply.status, channel).toBe(403);
    expect(await reply.json()).toEqual({ code: 'FORBIDDEN', message: 'This channel is not yours.' });
  }
});

test("another account's extension is an unknown number", async ({ sidetone, people: [anna], nele }) => {
  const phone = await BareSip.open(sidetone, 'tcp');
  try {
    const account = await sidetone.addPhone(anna.email, 'Dials strangers');
    const theirs = await phone.asksAs(account, 'INVITE', nele.extension, { body: phoneOffer });
    const nobodys = await phone.asksAs(account, 'INVITE', '98', { body: phoneOffer });
    expect([theirs.status, nobodys.status]).toEqual([404, 404]);
  } finally {
    phone.leaves();
  }
});
