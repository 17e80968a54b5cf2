import { mkdtempSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PhoneVendor, phoneVendors } from '@sidetone/contract/entities/phone-setup.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { freePort } from '../../storage/postgres/cluster.ts';
import { serverCertificate } from '../../tls/server-certificate.ts';
import { type TwoCompanies, twoCompanies } from '../administration/testing/two-companies.ts';
import { readLines, readXml, textIn } from './testing/read-settings.ts';

let world: TwoCompanies;
let ca: string;
/** What the guard was told, and whether it lets anyone try. */
const guard = { said: [] as string[], countedFor: [] as (string | null)[], isOpen: true };
const told: string[] = [];
beforeAll(async () => {
  const tls = serverCertificate({ dataDir: mkdtempSync(join(tmpdir(), 'tls-')), given: undefined });
  ca = tls.authority ?? '';
  const { noCalls } = await import('../call-control/testing/no-calls.ts');
  const { noClassicCalls } = await import('../classic/testing/no-classic-calls.ts');
  world = await twoCompanies({
    tls: () => tls,
    config: { ...readConfig({ SIP_TLS_PORT: '5061' }), port: await freePort(), httpsPort: await freePort() },
    exchange: {
      control: noCalls,
      classic: noClassicCalls,
      sipSocket: (socket) => socket.close(),
      tellToFetch: (phoneId) => told.push(phoneId) && 1,
      checkSecret: (address, name) =>
        guard.isOpen
          ? {
              right: () => void guard.said.push(`right ${address} ${name}`),
              wrong: (accountId) => {
                guard.said.push(`wrong ${address} ${name}`);
                guard.countedFor.push(accountId);
              },
            }
          : null,
    },
  });
});
afterAll(() => world.api.stop());

interface Got {
  readonly status: number | undefined;
  readonly type: string | undefined;
  readonly text: string;
}
const got = (response: http.IncomingMessage, resolve: (got: Got) => void): void => {
  let text = '';
  response.on('data', (chunk) => {
    text += chunk;
  });
  response.on('end', () => resolve({ status: response.statusCode, type: response.headers['content-type'], text }));
};
/** As a phone fetches: over TLS with the company's authority, from an address of its own if it matters. */
const get = (url: string, from = '127.0.0.1'): Promise<Got> =>
  new Promise((resolve, reject) => {
    const headers = { 'user-agent': 'Yealink SIP-T54W 96.86.0.70' };
    const options = { ca, headers, localAddress: from };
    https.get(url, options, (response) => got(response, resolve)).on('error', reject);
  });

let phones = 0;
/** A phone of this vendor in its box, with what it is given to begin with. */
const boxed = async (vendor: PhoneVendor, keys: readonly string[] = []) => {
  phones += 1;
  const mac = `0015650000${String(phones).padStart(2, '0')}`;
  const { body: phone } = await world.ask(routes.addDeskPhone, {
    body: { userId: world.member.userId, name: `Phone ${phones}` },
  });
  const body = { vendor, mac: mac.toUpperCase().replace(/..(?!$)/g, '$&:'), model: 'T54W', keys: [...keys] };
  const { body: start } = await world.ask(routes.setUpDeskPhone, { params: { phoneId: phone.phoneId }, body });
  const folder = start.address.replace(/[^/]*$/, '');
  return { phoneId: phone.phoneId, mac, start, folder, password: phone.settings.password };
};
const fileOf = (vendor: PhoneVendor, mac: string): string =>
  ({
    yealink: `${mac}.cfg`,
    grandstream: `cfg${mac}.xml`,
    snom: `${mac}.xml`,
    cisco: `${mac}.xml`,
    gigaset: `${mac}.xml`,
  })[vendor];
const passwordOf = async (phoneId: string) => {
  const row = await world.api.db
    .selectFrom('endpoints')
    .select('password_sealed')
    .where('id', '=', phoneId)
    .executeTakeFirstOrThrow();
  return world.api.box.unseal(row.password_sealed);
};
/** Where the settings of a Yealink say that it fetches from now on. */
const nextFolder = (text: string): string => readLines(text).get('static.auto_provision.server.url') ?? '';
const refusals = async () => (await world.audited()).filter(({ action }) => action === 'phone.setupRefused');

test.each(phoneVendors)('a %s fetches its settings once, with a password that is new', async (vendor) => {
  const { mac, folder, phoneId, password } = await boxed(vendor, [world.member.extension]);
  const { status, type, text } = await get(`${folder}${fileOf(vendor, mac)}`);
  expect(status).toBe(200);
  expect(type).toMatch(vendor === 'yealink' ? /^text\/plain/ : /^text\/xml/);
  const now = await passwordOf(phoneId);
  expect(now).not.toBe(password);
  if (vendor === 'yealink') expect(readLines(text).get('account.1.password')).toBe(now);
  else expect(text).toContain(now);
  if (vendor === 'snom') expect(textIn(readXml(text), 'user_outbound')).toBe('sip:127.0.0.1:5061;transport=tls');
});

test('with what the settings hold it fetches again and again, and the phone book of its company', async () => {
  const { api, admin, stranger } = world;
  const ownBook = (accountId: string) => ({ account_id: accountId, phone_numbers: '[]', e164s: ['+493055501'] });
  await api.db
    .insertInto('contacts')
    .values([
      { id: 'k1', name: 'Berg & Tal <GmbH>', ...ownBook(admin.accountId) },
      { id: 'k2', name: 'Of others', ...ownBook(stranger.accountId) },
    ])
    .execute();
  const { mac, folder } = await boxed('yealink');
  const next = nextFolder((await get(`${folder}${mac}.cfg`)).text);
  expect(next).not.toContain(folder);
  const again = await get(`${next}${mac}.cfg`);
  expect(nextFolder(again.text)).toBe(next);
  expect((await get(`${next}${mac}.cfg`)).status).toBe(200);
  const { text } = await get(`${next}phonebook.xml`);
  expect(textIn(readXml(text), 'Title')).toBe('Ada & Co');
  expect(text).toContain('Berg &#38; Tal &#60;GmbH&#62;');
  expect(text).toContain('Ulf Tester');
  expect(text).not.toContain('Of others');
  expect(text).not.toContain('Eve');
});

test('the first secret is good once; where the answer was lost, for the same address a while longer', async () => {
  const { mac, folder, phoneId } = await boxed('yealink');
  const first = await get(`${folder}${mac}.cfg`);
  expect((await get(`${folder}${mac}.cfg`)).text).toBe(first.text);
  const before = (await refusals()).length;
  expect((await get(`${folder}${mac}.cfg`, '127.0.0.7')).status).toBe(404);
  await get(`${nextFolder(first.text)}${mac}.cfg`);
  expect((await get(`${folder}${mac}.cfg`)).status).toBe(404);
  expect((await refusals()).slice(before)).toEqual([
    { action: 'phone.setupRefused', target: phoneId, actor: null, detail: { mac, why: 'secretUsed' } },
    { action: 'phone.setupRefused', target: phoneId, actor: null, detail: { mac, why: 'secretUsed' } },
  ]);
});

test('a phone that has used its own secret for the phone book alone no longer needs the first one', async () => {
  const { mac, folder } = await boxed('yealink');
  const { text } = await get(`${folder}${mac}.cfg`);
  expect((await get(`${nextFolder(text)}phonebook.xml`)).status).toBe(200);
  expect((await get(`${folder}${mac}.cfg`)).status).toBe(404);
});

test('of two strangers who come with it together one gets the settings', async () => {
  const { mac, folder } = await boxed('snom');
  const answers = await Promise.all(
    ['127.0.0.21', '127.0.0.22', '127.0.0.23', '127.0.0.24'].map((from) => get(`${folder}${mac}.xml`, from)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
});

test('a MAC address alone gets nothing, is counted and said in the audit log once an hour', async () => {
  const { mac, folder, phoneId } = await boxed('yealink');
  guard.said.length = 0;
  const base = folder.replace(/\/p\/.*/, '/p/');
  const before = (await refusals()).length;
  for (const secret of ['aaaaaaaaaaaaaaaa', 'x', 'bbbbbbbbbbbbbbbb']) {
    expect((await get(`${base}${secret}/${mac}.cfg`, '127.0.0.31')).status).toBe(404);
  }
  expect(guard.said).toEqual(Array.from({ length: 3 }, () => `wrong 127.0.0.31 ${mac}`));
  expect((await refusals()).slice(before)).toEqual([
    { action: 'phone.setupRefused', target: phoneId, actor: null, detail: { mac, why: 'unknownSecret' } },
  ]);
  const counted = await world.api.db
    .selectFrom('refusals')
    .select('count')
    .where('scope', '=', world.admin.accountId)
    .where('kind', '=', 'phoneSetup')
    .where('source', '=', '127.0.0.31')
    .executeTakeFirst();
  expect(Number(counted?.count)).toBe(3);
  // Without a secret, as a phone asks that only knows the server.
  const origin = base.replace(/p\/$/, '');
  for (const path of [`${mac}.cfg`, 'y000000000066.cfg', `p/${mac}.cfg`, 'p/', 'p/aaaaaaaaaaaaaaaa/']) {
    expect((await get(`${origin}${path}`)).status).toBe(404);
  }
});

test('a secret gives nothing for the phone of somebody else', async () => {
  const [mine, other] = [await boxed('yealink'), await boxed('yealink')];
  guard.said.length = 0;
  guard.countedFor.length = 0;
  expect((await get(`${mine.folder}${other.mac}.cfg`, '127.0.0.32')).status).toBe(404);
  expect(guard.said).toEqual([`wrong 127.0.0.32 ${other.mac}`]);
  // Counted once, with its reason.
  expect(guard.countedFor).toEqual([null]);
  const counted = world.api.db
    .selectFrom('refusals')
    .select(['count', 'detail'])
    .where('scope', '=', world.admin.accountId)
    .where('source', '=', '127.0.0.32');
  expect(await counted.execute()).toEqual([{ count: '1', detail: { mac: other.mac, why: 'otherPhone' } }]);
  expect((await get(`${mine.folder}${mine.mac}.cfg`)).status).toBe(200);
});

test('of a secret that is known only its own company hears, also where others have a phone of that MAC address', async () => {
  const { ask, stranger, api } = world;
  const { folder, phoneId } = await boxed('yealink');
  const mac = '001565ffee01';
  const { body } = await ask(routes.addDeskPhone, { body: { userId: stranger.userId, name: 'Theirs' } }, stranger);
  const given = { vendor: 'yealink' as const, mac, model: 'T54W', keys: [] };
  await ask(routes.setUpDeskPhone, { params: { phoneId: body.phoneId }, body: given }, stranger);
  const heard = async () => {
    const lines = api.db.selectFrom('audit_log').select('target').where('action', '=', 'phone.setupRefused');
    return (await lines.where('address', '=', '127.0.0.34').execute()).map(({ target }) => target);
  };
  expect((await get(`${folder}${mac}.cfg`, '127.0.0.34')).status).toBe(404);
  expect(await heard()).toEqual([phoneId]);
  const guessed = folder.replace(/\/p\/.*/, '/p/aaaaaaaaaaaaaaaa/');
  expect((await get(`${guessed}${mac}.cfg`, '127.0.0.34')).status).toBe(404);
  expect(await heard()).toEqual([phoneId, body.phoneId]);
});

test('files that a phone asks for besides its own are not there, and count for nothing', async () => {
  const { mac, folder } = await boxed('yealink');
  guard.said.length = 0;
  for (const file of ['y000000000066.cfg', `${mac}.boot`, 'phonebook.xml', '..%2f..%2fetc%2fpasswd']) {
    expect((await get(`${folder}${file}`, '127.0.0.33')).status).toBe(404);
  }
  expect(guard.said.filter((one) => one.startsWith('wrong'))).toEqual([]);
  expect((await get(`${folder}${mac}.cfg`, '127.0.0.33')).status).toBe(200);
});

test('nothing is handed out over plain HTTP, nor to who is banned, nor under the name of another host', async () => {
  const { mac, folder } = await boxed('yealink');
  const path = new URL(`${folder}${mac}.cfg`).pathname;
  const plain = await new Promise<Got>((resolve) =>
    http.get(`${world.api.url}${path}`, (response) => got(response, resolve)),
  );
  expect([plain.status, JSON.parse(plain.text).code]).toEqual([403, 'HTTPS_ONLY']);
  guard.isOpen = false;
  expect((await get(`${folder}${mac}.cfg`)).status).toBe(429);
  guard.isOpen = true;
  const elsewhere = await new Promise<Got>((resolve, reject) =>
    https
      .get(`${folder}${mac}.cfg`, { ca, servername: 'localhost', headers: { host: 'evil.example' } }, (response) =>
        got(response, resolve),
      )
      .on('error', reject),
  );
  expect(elsewhere.status).toBe(404);
  expect((await get(`${folder}${mac}.cfg`)).status).toBe(200);
});

test('after a new set-up, the secrets and the password from before no longer work', async () => {
  const { mac, folder, phoneId } = await boxed('yealink');
  const next = nextFolder((await get(`${folder}${mac}.cfg`)).text);
  const password = await passwordOf(phoneId);
  const body = { vendor: 'yealink' as const, mac, model: 'T54W', keys: [] };
  const { body: start } = await world.ask(routes.setUpDeskPhone, { params: { phoneId }, body });
  expect((await get(`${folder}${mac}.cfg`)).status).toBe(404);
  expect((await get(`${next}${mac}.cfg`)).status).toBe(404);
  expect((await get(`${next}phonebook.xml`)).status).toBe(404);
  const { text } = await get(`${start.address}${mac}.cfg`);
  expect(readLines(text).get('account.1.password')).not.toBe(password);
  expect((await world.audited()).map(({ action }) => action)).toContain('phone.setupReset');
});

test('a new password that is typed in locks out who has the own secret of the phone', async () => {
  const { mac, folder, phoneId } = await boxed('yealink');
  const next = nextFolder((await get(`${folder}${mac}.cfg`)).text);
  const { body } = await world.ask(routes.resetDeskPhonePassword, { params: { phoneId } });
  expect(await passwordOf(phoneId)).toBe(body.password);
  expect((await get(`${next}${mac}.cfg`)).status).toBe(404);
  expect((await get(`${next}phonebook.xml`)).status).toBe(404);
  const setups = world.api.db.selectFrom('phone_setups').select('mac').where('endpoint_id', '=', phoneId);
  expect(await setups.execute()).toEqual([]);
});

test('a secret that nobody used is worthless after a week, and so is every one of a user who is deactivated', async () => {
  const { api } = world;
  const late = await boxed('yealink');
  await api.db
    .updateTable('phone_setups')
    .set({ first_until: new Date(Date.now() - 1000) })
    .where('endpoint_id', '=', late.phoneId)
    .execute();
  expect((await get(`${late.folder}${late.mac}.cfg`)).status).toBe(404);
  const gone = await boxed('yealink');
  const next = nextFolder((await get(`${gone.folder}${gone.mac}.cfg`)).text);
  const deactivated = (at: Date | null) =>
    api.db.updateTable('users').set({ deactivated_at: at }).where('id', '=', world.member.userId).execute();
  await deactivated(new Date());
  const answers = [await get(`${next}${gone.mac}.cfg`), await get(`${next}phonebook.xml`)];
  await deactivated(null);
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
});

test('an administrator sees how it stands, chooses keys, and has the phone told', async () => {
  const { api, ask, admin, member } = world;
  const { phoneId, mac, folder, start } = await boxed('yealink', [member.extension]);
  expect(start.dhcp.split('\n')).toEqual([
    `dhcp-host=${mac.replace(/..(?!$)/g, '$&:')},set:phone-${mac}`,
    `dhcp-option=tag:phone-${mac},66,"${start.address}"`,
    `dhcp-option=tag:phone-${mac},160,"${start.address}"`,
  ]);
  const { readDevices } = await import('../administration/devices/device-documents.ts');
  const setup = async () => (await readDevices(api.db, admin.accountId)).find(({ id }) => id === phoneId)?.setup;
  expect(await setup()).toMatchObject({ vendor: 'yealink', mac, state: 'waiting', fetchedAt: null, userAgent: null });
  const next = nextFolder((await get(`${folder}${mac}.cfg`)).text);
  expect(await setup()).toMatchObject({ state: 'fetched', waitsUntil: null, userAgent: 'Yealink SIP-T54W 96.86.0.70' });
  told.length = 0;
  const keys = [admin.extension, member.extension];
  const { body } = await ask(routes.changeDeskPhoneKeys, { params: { phoneId }, body: { keys } });
  expect([body.told, told]).toEqual([1, [phoneId]]);
  const settings = readLines((await get(`${next}${mac}.cfg`)).text);
  expect([settings.get('linekey.2.value'), settings.get('linekey.2.label')]).toEqual([admin.extension, 'Ada Tester']);
  expect(settings.get('linekey.3.value')).toBe(member.extension);
  expect((await ask(routes.syncDeskPhone, { params: { phoneId } })).body).toEqual({ told: 1 });
});

test('keys of nobody, a MAC address that is taken, and phones that others have are refused', async () => {
  const { ask, stranger } = world;
  const { phoneId, mac } = await boxed('yealink');
  const { body: second } = await ask(routes.addDeskPhone, { body: { userId: world.member.userId, name: 'Second' } });
  const setUp = (body: object, who?: typeof stranger) =>
    ask(
      routes.setUpDeskPhone,
      { params: { phoneId: second.phoneId }, body: { vendor: 'snom', model: 'D785', keys: [], mac, ...body } },
      who,
    );
  const taken = await setUp({});
  expect([taken.status, JSON.stringify(taken.body)]).toEqual([409, expect.stringContaining('macTaken')]);
  const unknown = await setUp({ mac: '000413000099', keys: ['9999'] });
  expect([unknown.status, JSON.stringify(unknown.body)]).toEqual([409, expect.stringContaining('extensionUnknown')]);
  expect((await setUp({ mac: '000413000098' }, stranger)).status).toBe(404);
  expect((await ask(routes.syncDeskPhone, { params: { phoneId } }, stranger)).status).toBe(404);
  // One that somebody types the settings into.
  expect((await ask(routes.syncDeskPhone, { params: { phoneId: second.phoneId } })).status).toBe(404);
});

test('a key of an extension that is gone hinders neither a new address nor other keys', async () => {
  const { ask, admin, member, api } = world;
  const { phoneId, mac, folder } = await boxed('yealink', [member.extension]);
  await api.db
    .updateTable('phone_setups')
    .set({ keys: JSON.stringify(['8765', member.extension]) })
    .where('endpoint_id', '=', phoneId)
    .execute();
  const params = { phoneId };
  const given = { vendor: 'yealink' as const, mac, model: 'T54W' };
  const again = await ask(routes.setUpDeskPhone, { params, body: { ...given, keys: ['8765', member.extension] } });
  expect(again.status).toBe(200);
  expect(again.body.address).not.toBe(folder);
  const change = (...keys: string[]) => ask(routes.changeDeskPhoneKeys, { params, body: { keys } });
  expect((await change('8765', admin.extension)).status).toBe(200);
  expect((await change(admin.extension)).status).toBe(200);
  expect((await change('8765')).status).toBe(409);
});

test('no secret is in the audit log, and in the database none is readable', async () => {
  const { mac, folder } = await boxed('yealink');
  const first = folder.split('/').at(-2) ?? '';
  const own =
    nextFolder((await get(`${folder}${mac}.cfg`)).text)
      .split('/')
      .at(-2) ?? '';
  expect([first.length, own.length]).toEqual([16, 32]);
  const rows = await world.api.db.selectFrom('phone_setups').selectAll().execute();
  const text = JSON.stringify([
    await world.audited(),
    rows.map((row) => ({ ...row, own_sealed: row.own_sealed.toString('latin1') })),
  ]);
  expect(text).not.toContain(first);
  expect(text).not.toContain(own);
});
