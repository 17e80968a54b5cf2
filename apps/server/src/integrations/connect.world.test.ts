import { createServer, type RequestListener } from 'node:http';
import { connectedIntegration } from '@sidetone/contract/entities/integration.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { hasRadicale, Radicale, vCard } from '@sidetone/simulator/people/radicale.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freeUdpPort } from '../testing/free-port.ts';
import { callRoute, person, signInAs } from '../testing/test-api.ts';
import { type CompanyWithBooks, companyWithBooks } from './testing/company-with-books.ts';

describe.skipIf(!hasRadicale)('connecting an address book', () => {
  let radicale: Radicale;
  let company: CompanyWithBooks;
  const names = async () => (await company.contacts()).map(({ name }) => name);

  beforeAll(async () => {
    radicale = await Radicale.open(await freeUdpPort(), { anna: 'secret' });
    const cards = Array.from({ length: 300 }, (_none, n) =>
      vCard({ uid: `u${n}`, name: `Person ${String(n).padStart(3, '0')}`, numbers: [`030 90${1000 + n}`] }),
    );
    await radicale.addBook('anna', 'people', cards);
    company = await companyWithBooks();
  });
  afterAll(async () => {
    await company.stop();
    await radicale.close();
  });

  test('the account is offered what it may connect', async () => {
    const { accountId } = company.anna;
    const offered = async () =>
      (await company.call(routes.supportedIntegrations, {})).body.integrations.map(({ name }) => name);
    expect(await offered()).toEqual(['SIDETONE', 'CARDDAV', 'HUBSPOT', 'PIPEDRIVE', 'SALESFORCE', 'ZOHO']);
    const allow = (list: string[]) =>
      sql`update accounts set plan = jsonb_set(plan, '{allowedIntegrations}', ${JSON.stringify(list)}::jsonb)
        where id = ${accountId}`.execute(company.api.db);
    await allow(['SIDETONE', 'ELSEWHERE']);
    expect((await company.call(routes.supportedIntegrations, {})).body).toMatchObject({
      allowlist: ['SIDETONE', 'ELSEWHERE'],
      integrations: [{ name: 'SIDETONE', isBuiltIn: true }],
    });
    expect(await company.connect(radicale.url, 'anna:secret')).toMatchObject({ status: 404 });
    await allow([]);
  });

  test.each([
    ['a wrong password', () => radicale.url, 'anna:wrong', 400, 'INTEGRATION_REFRESH', 'wrongCredentials'],
    [
      'an address where nobody is',
      () => 'http://127.0.0.1:9/',
      'anna:secret',
      502,
      'INTEGRATION_FAILED',
      'unreachable',
    ],
    ['no address', () => 'ftp://127.0.0.1', 'anna:secret', 502, 'INTEGRATION_FAILED', 'invalidUrl'],
    [
      'a service of the own network',
      () => 'https://[::1]:5432',
      'anna:secret',
      502,
      'INTEGRATION_FAILED',
      'privateHost',
    ],
    ['what is no address book', () => company.api.url, 'anna:secret', 502, 'INTEGRATION_FAILED', 'noAddressBook'],
  ])('%s is refused with what is wrong', async (_what, url, key, status, code, translationKey) => {
    const refused = await company.connect(url(), key);
    expect(refused).toMatchObject({ status, body: { code, translationKey, detail: expect.any(String) } });
    expect(refused.body).toHaveProperty('type');
    expect(JSON.stringify(refused)).not.toContain(key);
    expect(company.connected()).toBeUndefined();
  });

  test('missing fields are named', async () => {
    const refused = await company.call(routes.connectIntegration, { body: { name: 'CARDDAV', key: 'anna' } });
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'url' }, { path: 'key' }] } });
  });

  test('people who may write contacts but not connect address books cannot connect, reconnect or disconnect any', async () => {
    const bert = await person(company.api, { firstName: 'Bert', accountId: company.anna.accountId });
    await company.api.db
      .updateTable('users')
      .set({ grants: ['CONTACT_READ', 'CONTACT_WRITE'] })
      .where('id', '=', bert.userId)
      .execute();
    const token = (await signInAs(company.api.url, bert.email)).access_token;
    const integrationId = `i${company.anna.accountId}`;
    const body = { name: 'CARDDAV', url: radicale.url, key: 'anna:secret' };
    const outcomes = [
      await callRoute(company.api.url, token, routes.connectIntegration, { body }),
      await callRoute(company.api.url, token, routes.reconnectIntegration, { params: { integrationId }, body: {} }),
      await callRoute(company.api.url, token, routes.disconnectIntegration, { params: { integrationId } }),
    ];
    expect(outcomes.map(({ status }) => status)).toEqual([403, 403, 403]);
    // Administrators may, whatever grants they have.
    await company.api.db.updateTable('users').set({ admin: true }).where('id', '=', bert.userId).execute();
    const reconnect = { params: { integrationId }, body: {} };
    expect(await callRoute(company.api.url, token, routes.reconnectIntegration, reconnect)).toMatchObject({
      status: 409,
    });
  });

  test('three hundred contacts come, with their numbers as they are called', async () => {
    const [first, second] = await Promise.all([
      company.connect(radicale.url, ' anna:secret '),
      company.connect(radicale.url, 'anna:secret'),
    ]);
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    const made = first.status === 200 ? first : second;
    expect(connectedIntegration.parse(made.body)).toMatchObject({
      name: 'CARDDAV',
      state: 'CONNECTING',
      connectedBy: company.anna.userId,
      userName: 'anna',
      url: radicale.url,
      contactCount: 0,
      lastSyncedAt: null,
      problem: null,
      authenticationRequired: false,
    });
    expect(JSON.stringify(made.body)).not.toContain('secret');
    const integration = await company.stands({ state: 'CONNECTED', contactCount: 300, progress: null, problem: null });
    expect(integration?.lastSyncedAt).not.toBeNull();
    const [one] = await company.contacts();
    expect(one).toMatchObject({
      name: 'Person 000',
      first_name: 'Person',
      last_name: '000',
      e164s: ['+4930901000'],
      readonly: false,
      phone_numbers: [{ type: 'WORK', label: 'WORK', e164: '+4930901000', localized: '030 901000' }],
    });
    const byNumber = await company.call(routes.contactsByNumber, { params: { number: '+4930901000' } });
    expect(byNumber.body).toMatchObject([{ name: 'Person 000', source: 'CARDDAV' }]);
    const again = await company.connect(radicale.url, 'anna:secret');
    expect(again).toMatchObject({ status: 409, body: { code: 'CONFLICT', translationKey: 'connectedAlready' } });
  });

  test('the key is sealed, and in no log line', async () => {
    const row = await company.api.db
      .selectFrom('integrations')
      .selectAll()
      .where('name', '=', 'CARDDAV')
      .executeTakeFirstOrThrow();
    expect(row.key_sealed?.toString('latin1')).not.toContain('secret');
    expect(JSON.stringify({ ...row, key_sealed: null })).not.toContain('secret');
    const log = await company.api.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', 'like', 'integration%')
      .execute();
    expect(log).toMatchObject([{ action: 'integration.connected', target: row.id, detail: { name: 'CARDDAV' } }]);
    expect(JSON.stringify(log)).not.toContain('secret');
  });

  test('a synchronisation without a change writes no contact', async () => {
    const revs = async () => (await company.contacts()).map(({ rev }) => rev);
    const before = await revs();
    await company.synchronise();
    // Even when everything is compared again.
    await company.api.db.updateTable('integrations').set({ sync_state: null }).where('name', '=', 'CARDDAV').execute();
    await company.synchronise();
    expect(await revs()).toEqual(before);
  });

  test('changes made there show here after the next synchronisation', async () => {
    const [file = ''] = (await radicale.names('anna', 'people')).sort();
    const before = await company.contacts();
    const its = /FN:(.*)\r\n/.exec(await radicale.read('anna', 'people', file))?.[1];
    await radicale.write('anna', 'people', file, vCard({ uid: 'u0', name: 'Aaron Outside', numbers: ['+4940123456'] }));
    await radicale.write('anna', 'people', 'zoe.vcf', vCard({ uid: 'zoe', name: 'Zoe', numbers: ['112', '**7'] }));
    await company.synchronise();
    const after = await company.contacts();
    expect(after).toHaveLength(301);
    expect(after[0]).toMatchObject({ name: 'Aaron Outside', e164s: ['+4940123456'] });
    // It is the same person.
    expect(after[0]?.id).toBe(before.find(({ name }) => name === its)?.id);
    expect(after.at(-1)).toMatchObject({
      name: 'Zoe',
      e164s: [],
      phone_numbers: [{ localized: '112', e164: null }, {}],
    });
    await radicale.remove('anna', 'people', 'zoe.vcf');
    await company.synchronise();
    expect(await names()).not.toContain('Zoe');
    await company.stands({ contactCount: 300 });
  });

  test('several who ask for their contacts within a minute count once', async () => {
    const due = async () => {
      const row = await company.api.db
        .selectFrom('integrations')
        .select(['next_sync_at', 'tried_at'])
        .where('name', '=', 'CARDDAV')
        .executeTakeFirstOrThrow();
      return { next: row.next_sync_at?.getTime(), tried: row.tried_at?.getTime() };
    };
    const before = await due();
    await company.call(routes.startContactStream, {});
    expect(await due()).toEqual(before);
    await sql`update integrations set tried_at = now() - interval '61 seconds' where name = 'CARDDAV'`.execute(
      company.api.db,
    );
    const answers = await Promise.all([1, 2, 3].map(() => company.call(routes.startContactStream, {})));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await company.settled();
    const after = await due();
    expect(after.tried).toBeGreaterThan(before.tried ?? 0);
    await company.call(routes.startContactStream, {});
    expect(await due()).toEqual(after);
  });

  test('one with trouble waits as long as it was asked to, whichever client asks', async () => {
    const waiting = { failures: 3, tried_at: null, next_sync_at: new Date(Date.now() + 3_600_000) };
    await company.api.db.updateTable('integrations').set(waiting).where('name', '=', 'CARDDAV').execute();
    await company.call(routes.startContactStream, {});
    const row = () =>
      company.api.db
        .selectFrom('integrations')
        .select(['failures', 'tried_at', 'next_sync_at'])
        .where('name', '=', 'CARDDAV')
        .executeTakeFirst();
    expect(await row()).toEqual(waiting);
    await company.api.db.updateTable('integrations').set({ failures: 0 }).where('name', '=', 'CARDDAV').execute();
    await company.call(routes.startContactStream, {});
    await company.settled();
    expect((await row())?.tried_at).not.toBeNull();
  });

  test('while the server there is gone, contacts stay, and the failure is reported and retried', async () => {
    await radicale.stop();
    await company.synchronise();
    await company.stands({
      state: 'CONNECTED',
      problem: { type: 'unreachable', translationKey: 'unreachable', detail: expect.any(String) },
    });
    expect(await company.contacts()).toHaveLength(300);
    await radicale.start();
    await company.synchronise();
    await company.stands({ problem: null });
  });

  test('after a change of the password it has to be connected again, and nothing is lost', async () => {
    radicale.setPassword('anna', 'changed');
    await company.synchronise();
    const integration = await company.stands({ state: 'AUTHENTICATION_REQUIRED', authenticationRequired: true });
    expect(integration?.problem).toMatchObject({ type: 'refresh', translationKey: 'signedOut' });
    expect(await company.contacts()).toHaveLength(300);
    // Nobody asks there any more.
    await company.call(routes.startContactStream, {});
    await company.settled();

    const params = { integrationId: integration?.id ?? '' };
    const wrong = await company.call(routes.reconnectIntegration, { params, body: { key: 'anna:secret' } });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'INTEGRATION_REFRESH', type: 'refresh' } });
    await company.stands({ state: 'AUTHENTICATION_REQUIRED' });
    const before = (await company.contacts()).map(({ id, rev }) => ({ id, rev }));
    const right = await company.call(routes.reconnectIntegration, { params, body: { key: 'anna:changed' } });
    expect(right).toMatchObject({ status: 200, body: { state: 'CONNECTED', problem: null, url: radicale.url } });
    await company.settled();
    expect((await company.contacts()).map(({ id, rev }) => ({ id, rev }))).toEqual(before);
  });

  test('a key that can no longer be read here has to be entered again', async () => {
    const lost = { key_sealed: Buffer.from('sealed elsewhere') };
    await company.api.db.updateTable('integrations').set(lost).where('name', '=', 'CARDDAV').execute();
    await company.synchronise();
    const integration = await company.stands({ state: 'AUTHENTICATION_REQUIRED' });
    const params = { integrationId: integration?.id ?? '' };
    const without = await company.call(routes.reconnectIntegration, { params, body: {} });
    expect(without).toMatchObject({ status: 400, body: { issues: [{ path: 'key' }] } });
    const right = await company.call(routes.reconnectIntegration, { params, body: { key: 'anna:changed' } });
    expect(right.status).toBe(200);
    await company.stands({ state: 'CONNECTED', problem: null });
  });

  test('a key is sent to no other server than it was entered for', async () => {
    let asked = 0;
    const other = await listening((_request, response) => {
      asked += 1;
      response.writeHead(404).end();
    });
    const { url } = other;
    const params = { integrationId: company.connected()?.id ?? '' };
    const moved = await company.call(routes.reconnectIntegration, { params, body: { url } });
    expect(moved).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', issues: [{ path: 'key' }] } });
    expect(asked).toBe(0);
    const withKey = await company.call(routes.reconnectIntegration, { params, body: { url, key: 'anna:changed' } });
    expect(withKey).toMatchObject({ status: 502, body: { translationKey: 'noAddressBook' } });
    expect(asked).toBeGreaterThan(0);
    other.close();
    for (const there of [`${radicale.url}anna/`, radicale.url]) {
      const same = await company.call(routes.reconnectIntegration, { params, body: { url: there } });
      expect(same).toMatchObject({ status: 200, body: { url: there } });
      await company.settled();
    }
    expect(await company.contacts()).toHaveLength(300);
  });

  test('a stored key stays with the servers that it was entered for, wherever that one sends it', async () => {
    const authorizations: (string | undefined)[] = [];
    const thief = await listening((request, response) => {
      authorizations.push(request.headers.authorization);
      response.writeHead(401, { 'www-authenticate': 'Basic realm="contacts"' }).end();
    });
    let leadsTo = radicale.url;
    const door = await listening((_request, response) => response.writeHead(307, { location: leadsTo }).end());
    const params = { integrationId: company.connected()?.id ?? '' };
    const body = { url: door.url, key: 'anna:changed' };
    const moved = await company.call(routes.reconnectIntegration, { params, body });
    expect(moved).toMatchObject({ status: 200, body: { url: door.url } });
    await company.synchronise();
    await company.stands({ state: 'CONNECTED', problem: null, contactCount: 300 });

    leadsTo = thief.url;
    await company.synchronise();
    const elsewhere = { type: 'refresh', translationKey: 'elsewhere' };
    await company.stands({ state: 'AUTHENTICATION_REQUIRED', problem: { ...elsewhere, detail: expect.any(String) } });
    const again = await company.call(routes.reconnectIntegration, { params, body: {} });
    expect(again).toMatchObject({ status: 400, body: elsewhere });
    expect(authorizations.length).toBeGreaterThan(0);
    expect(authorizations.filter((one) => one !== undefined)).toEqual([]);

    await company.call(routes.reconnectIntegration, { params, body: { ...body, url: radicale.url } });
    await company.synchronise();
    await company.stands({ state: 'CONNECTED', problem: null });
    door.close();
    thief.close();
  });

  test('the own address book is always connected', async () => {
    const params = { integrationId: `i${company.anna.accountId}` };
    expect(await company.connect('', '', 'SIDETONE')).toMatchObject({ status: 409 });
    expect(await company.call(routes.disconnectIntegration, { params })).toMatchObject({ status: 409 });
    expect(await company.call(routes.reconnectIntegration, { params, body: {} })).toMatchObject({ status: 409 });
    expect(company.live.rows).toMatchObject([
      { name: 'SIDETONE', isBuiltIn: true, state: 'CONNECTED', contactCount: 0 },
      {},
    ]);
    await company.call(routes.createContact, { body: { firstName: 'Own', phoneNumbers: [] } });
    await vi.waitFor(() => expect(company.live.rows?.[0]?.contactCount).toBe(1));
  });

  test('disconnecting removes contacts here and leaves them there', async () => {
    const integrationId = company.connected()?.id ?? '';
    const gone = await company.call(routes.disconnectIntegration, { params: { integrationId } });
    expect(gone.status).toBe(200);
    const again = await company.call(routes.disconnectIntegration, { params: { integrationId } });
    expect([200, 404]).toContain(again.status);
    await vi.waitFor(() => expect(company.connected()).toBeUndefined(), { timeout: 20_000 });
    expect(await company.contacts()).toEqual([]);
    expect(await radicale.names('anna', 'people')).toHaveLength(300);
    expect(company.live.rows).toMatchObject([{ name: 'SIDETONE', contactCount: 1 }]);
  });
});

async function listening(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await vi.waitFor(() => expect(server.listening).toBe(true));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`,
    close: () => server.close(),
  };
}
