import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ApiSession } from '../people/api-session.ts';
import { Colleague } from '../people/colleague.ts';
import { DeskPhone, type PhoneAccount } from '../people/desk-phone.ts';
import { FeatureKeys } from '../people/feature-keys.ts';
import { LampKeys } from '../people/lamp-keys.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { needs } from '../world/needs.ts';
import { ownSidetone } from '../world/own-sidetone.ts';
import { freePort } from '../world/ports.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

// A server of its own: it has a certificate that the company brought, and serves HTTPS.

let folder: string;
let sidetone: Sidetone;
const leaving: (() => Promise<unknown>)[] = [];
/** What the phones of the company trust. */
const authority = () => join(folder, 'company.crt');

test.beforeAll(async () => {
  test.setTimeout(180_000);
  folder = mkdtempSync(join(tmpdir(), 'sidetone-provisioning-'));
  const key = join(folder, 'company.key');
  const names = ['-subj', '/CN=Tannhorst', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', ...names];
  execFileSync('openssl', [...request, '-keyout', key, '-out', authority()], { stdio: 'ignore' });
  sidetone = await ownSidetone(({ https: port }) => ({
    settings: { TLS_CERT: authority(), TLS_KEY: key, PUBLIC_URL: `https://127.0.0.1:${port}` },
  }));
});
test.afterEach(() => Promise.all(leaving.splice(0).map((leave) => leave())));
test.afterAll(async () => {
  await sidetone?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/** As a phone fetches: by its name, trusting the company's authority alone. */
const fetches = (url: string, userAgent: string, from = '127.0.0.1') =>
  new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const ca = readFileSync(authority(), 'utf8');
    const options = { ca, headers: { 'user-agent': userAgent }, localAddress: from };
    https
      .get(url, options, (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode, text }));
      })
      .on('error', reject);
  });

/** Adds a desk phone of this user that sets itself up; gives the address for its first start. */
const addsPhone = async (
  page: Page,
  user: string,
  phone: { name: string; vendor: string; model: string; mac: string },
) => {
  await page.goto('/admin/phones');
  await page.getByRole('button', { name: /^Add phone/ }).click();
  await page.getByLabel(/^User/).selectOption({ label: user });
  await page.getByLabel(/^Name/).fill(phone.name);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByLabel('Vendor').selectOption({ label: phone.vendor });
  await page.getByLabel('Model').fill(phone.model);
  await page.getByLabel('MAC address').fill(phone.mac);
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  const address = page.getByRole('textbox', { name: 'Address for the first start' });
  await expect(address).toHaveValue(/^https:/);
  return await address.inputValue();
};

/** The values of lines `key = value`. */
const linesOf = (text: string) =>
  new Map(
    text
      .split('\n')
      .flatMap((line) => (line.startsWith('#') ? [] : [line.split(' = ')]))
      .map(([key = '', value = '']) => [key, value] as const),
  );
/** The text of an element of XML. */
const textOf = (text: string, name: string): string =>
  new RegExp(`<${name}[ >][^<]*?>?([^<>]*)</${name}>`).exec(text)?.[1] ?? '';

/** Of phones that their settings have speak G.722 first, over TLS. */
const plugsIn = async (account: Pick<PhoneAccount, 'username' | 'password' | 'server'>, hertz: number) => {
  const ports = { control: await freePort(), sip: await freePort() };
  const secure = { ...account, transport: 'tls' as const, authority: authority(), encrypts: true, isWide: true };
  const phone = await DeskPhone.plugIn(secure, tone(hertz, 16_000), ports);
  leaving.push(() => phone.unplug());
  return phone;
};

test('a Yealink and a Snom set themselves up from one address each, call each other encrypted, show who rings and pick up', async () => {
  needs('baresip');
  test.setTimeout(240_000);
  await everybodyReads(sidetone, 'en');
  const [mara, , owner, other] = await sidetone.signIns();
  if (!mara || !owner || !other) throw new Error('The company has too few people');
  const admin = await Colleague.sitDown(mara, { microphone: tone(440), origin: sidetone.origin });
  leaving.push(() => admin.leaves());
  await admin.arrives();
  const { page } = admin;

  const yealink = await test.step('the Yealink fetches what it asks for, and its settings once', async () => {
    const asks = 'Yealink SIP-T54W 96.86.0.70';
    const address = await addsPhone(page, owner.name, {
      name: 'Front desk',
      vendor: 'Yealink',
      model: 'T54W',
      mac: '00:15:65:AA:BB:CC',
    });
    await expect(page.getByRole('img', { name: 'QR code with the address for the first start' })).toBeVisible();
    await expectsNoViolation(page, 'first start of a phone');
    expect((await fetches(`${address}y000000000096.cfg`, asks)).status).toBe(404);
    const { status, text } = await fetches(`${address}001565aabbcc.cfg`, asks);
    expect(status).toBe(200);
    expect((await fetches(`${address}001565aabbcc.cfg`, asks, '127.0.0.9')).status).toBe(404);
    await expect(page.getByRole('dialog')).toContainText('Settings fetched');
    await expect(page.getByRole('dialog')).toContainText(asks);
    await expect(page.getByRole('definition').filter({ hasText: /^96\.86\.0\.70$/ })).toBeVisible();
    return linesOf(text);
  });
  const of = (key: string) => yealink.get(key) ?? '';
  expect([of('account.1.sip_server.1.transport_type'), of('account.1.srtp_encryption')]).toEqual(['2', '2']);
  expect([of('account.1.codec.g722.priority'), of('features.feature_key_sync.enable')]).toEqual(['1', '1']);
  const front = await plugsIn(
    {
      username: of('account.1.user_name'),
      password: of('account.1.password'),
      server: `${of('account.1.sip_server.1.address')}:${of('account.1.sip_server.1.port')}`,
    },
    5000,
  );

  const ownFile = async () => {
    const address = `${of('static.auto_provision.server.url')}001565aabbcc.cfg`;
    return (await fetches(address, 'Yealink SIP-T54W 96.86.0.70')).text;
  };
  await test.step('a key that the administrator chooses reaches the phone', async () => {
    const keys = page.getByRole('combobox', { name: 'Extension' });
    await keys.fill(other.extension);
    await page.getByRole('option', { name: new RegExp(`^${other.extension} `) }).click();
    await page.getByRole('button', { name: 'Extension: Add' }).click();
    await page.getByRole('button', { name: 'Save keys' }).click();
    await expect(page.getByText('The phone was asked to fetch its settings')).toBeVisible();
    const text = await ownFile();
    expect([linesOf(text).get('linekey.2.type'), linesOf(text).get('linekey.2.value')]).toEqual([
      '16',
      other.extension,
    ]);
    const book = await fetches(of('remote_phonebook.data.1.url'), 'Yealink SIP-T54W 96.86.0.70');
    expect(book.text).toContain(
      `<Name>${other.name}</Name><Telephone label="Extension">${other.extension}</Telephone>`,
    );
  });

  const snom = await test.step('the Snom puts its MAC address into the address that it is given', async () => {
    const address = await addsPhone(page, other.name, {
      name: 'Workshop',
      vendor: 'Snom',
      model: 'D785',
      mac: '000413aabbcd',
    });
    const asks = 'Mozilla/4.0 (compatible; snomD785-SIP 10.1.175.16)';
    const { status, text } = await fetches(address.replace('{mac}', '000413AABBCD'), asks);
    expect(status).toBe(200);
    return text;
  });
  const followed = ['dnd', 'fwd_all', 'fwd_busy', 'fwd_time'].map((one) => textOf(snom, `using_server_managed_${one}`));
  expect(followed).toEqual(['on', 'on', 'on', 'on']);
  const [, place = ''] = /^sip:(.*);transport=tls$/.exec(textOf(snom, 'user_outbound')) ?? [];
  const workshop = await plugsIn(
    { username: textOf(snom, 'user_name'), password: textOf(snom, 'user_pass'), server: place },
    1000,
  );

  await test.step('one calls the other, and each hears the other in the whole width of a voice', async () => {
    front.dials(other.extension);
    await workshop.sees('CALL_INCOMING');
    workshop.answers();
    await front.sees('CALL_ESTABLISHED');
    await front.sees('CALL_MENC');
    await Promise.all([front.hearsForAWhile(), workshop.hearsForAWhile()]);
    front.hangsUp();
    // Each has closed the file of what it heard.
    await Promise.all([front.sees('CALL_CLOSED'), workshop.sees('CALL_CLOSED')]);
    front.expectsToHaveHeard(1000, 5000);
    workshop.expectsToHaveHeard(5000, 1000);
  });

  const account = { username: of('account.1.user_name'), password: of('account.1.password') };
  const trusted = readFileSync(authority(), 'utf8');
  const third = await DeskPhone.plugIn(await sidetone.addPhone(mara.email, 'Hall'), tone(440, 8000), {
    control: await freePort(),
    sip: await freePort(),
  });
  leaving.push(() => third.unplug());

  await test.step('the lamp of the Yealink shows that the Snom rings, and the Yealink picks up', async () => {
    await sidetone.cli('calls', 'set', '--user', owner.email, '--pick-up-colleagues', 'yes');
    const lamps = await LampKeys.set(
      sidetone,
      account,
      [linesOf(await ownFile()).get('linekey.2.value') ?? ''],
      trusted,
    );
    third.dials(other.extension);
    await workshop.sees('CALL_INCOMING');
    await expect.poll(() => lamps.lamp(other.extension)).toBe('ringing');
    front.dials(`*8${other.extension}`);
    await front.sees('CALL_ESTABLISHED');
    await expect.poll(() => lamps.lamp(other.extension)).toBe('off');
    await Promise.all([front.hearsForAWhile(), third.hearsForAWhile()]);
    third.hangsUp();
    await front.sees('CALL_CLOSED');
    front.expectsToHaveHeard(440, 1000);
    lamps.leaves();
  });

  await test.step('its keys switch what the app does, and show what was switched there', async () => {
    const keys = await FeatureKeys.set(sidetone, account, trusted);
    await expect.poll(() => keys.shown('doNotDisturb')).toBe('off');
    await keys.pressesDoNotDisturb(true);
    await expect.poll(() => keys.shown('doNotDisturb')).toBe('on');
    await keys.pressesDoNotDisturb(false);
    await expect.poll(() => keys.shown('doNotDisturb')).toBe('off');
    // Calls may not go there, and the key goes out again.
    await keys.forwards('forwardImmediate', '112');
    await expect.poll(() => keys.shown('forwardImmediate')).toBe('off');
    await keys.forwards('forwardImmediate', other.extension);
    await expect.poll(() => keys.shown('forwardImmediate')).toBe(other.extension);
    third.dials(owner.extension);
    await workshop.sees('CALL_INCOMING');
    third.hangsUp();
    const session = await ApiSession.signIn(`http://127.0.0.1:${sidetone.ports.http}`, owner);
    const own =
      "select id from channels where type = 'private' and owner_user_id = (select id from users where email = $1)";
    const [line] = await sidetone.query<{ id: string }>(own, [owner.email]);
    const reply = await session.request('PATCH', `/channels/${line?.id}/forwarding`, { isOn: false });
    expect(reply.status).toBe(200);
    await expect.poll(() => keys.shown('forwardImmediate')).toBe('off');
    keys.leaves();
  });

  await test.step('so do those of the Snom, and a second phone of its user shows it', async () => {
    const ofSnom = { username: textOf(snom, 'user_name'), password: textOf(snom, 'user_pass') };
    const keys = await FeatureKeys.set(sidetone, ofSnom, trusted);
    const beside = await FeatureKeys.set(sidetone, await sidetone.addPhone(other.email, 'Beside'), trusted);
    await keys.pressesDoNotDisturb(true);
    await expect.poll(() => [keys.shown('doNotDisturb'), beside.shown('doNotDisturb')]).toEqual(['on', 'on']);
    await beside.pressesDoNotDisturb(false);
    await keys.forwards('forwardNoAns', owner.extension);
    await expect
      .poll(() => [keys.shown('doNotDisturb'), beside.shown('forwardNoAns')])
      .toEqual(['off', owner.extension]);
    for (const one of [keys, beside]) one.leaves();
  });
});

test('ten phones of five vendors are set up from a pasted table once every line is right, and removed again together', async () => {
  test.setTimeout(120_000);
  await everybodyReads(sidetone, 'de');
  const [mara, , owner, other] = await sidetone.signIns();
  if (!mara || !owner || !other) throw new Error('The company has too few people');
  const admin = await Colleague.sitDown(mara, {
    microphone: tone(440),
    origin: sidetone.origin,
    locale: 'de-DE',
    at: '/admin/phones?open=many-phones',
  });
  leaving.push(() => admin.leaves());
  await admin.arrives();
  const { page } = admin;
  const panel = page.getByRole('dialog');
  const lines = page.getByLabel('MAC-Adresse und Nebenstelle, ein Telefon pro Zeile');
  const start = (count: number) =>
    panel.getByRole('button', { name: `${count} ${count === 1 ? 'Telefon' : 'Telefone'} einrichten` });

  await test.step('a line that is wrong says why, and nothing is set up', async () => {
    await lines.fill(`80:5e:c0:00:00:0g ${owner.extension} T46U\n${other.extension}\t805EC0000002\tEmpfang`);
    await expect(panel.getByText('Eine MAC-Adresse hat zwölf Stellen von 0 bis 9 und A bis F.')).toBeVisible();
    await expect(panel.getByText('Gib das Modell ein, zum Beispiel T54W.')).toBeVisible();
    await expect(start(2)).toBeDisabled();
    await panel.getByLabel('Modell').fill('T46U');
    await expect(panel.getByText('Gib das Modell ein, zum Beispiel T54W.')).toBeHidden();
  });

  const makes = [
    ['80:5e:c0:00:01', 'Yealink', 'T54W', (mac: string) => `${mac}.cfg`],
    ['00:04:13:00:01', 'Snom', 'D785', () => ''],
    ['c0:74:ad:00:01', 'Grandstream', 'GRP2614', (mac: string) => `cfg${mac}.xml`],
    ['7c:2f:80:00:01', 'Gigaset', 'N670', (mac: string) => `${mac}.xml`],
    ['a0:b1:c2:00:01', 'Cisco', '8841', () => ''],
  ] as const;
  const phones = makes.flatMap(([begin, vendor, model, file], row) =>
    [owner, other].map((user, at) => {
      return { mac: `${begin}:0${at + 1}`, vendor, model, file, user, name: `Platz ${row + 1}` };
    }),
  );
  const rows = phones.map(({ mac, vendor, model, user, name }) => [user.extension, vendor, model, mac, name].join(';'));

  await test.step('a table of several vendors is previewed, and set up', async () => {
    await lines.fill(['Nebenstelle;Hersteller;Modell;MAC;Raum', ...rows].join('\n'));
    const preview = panel.getByRole('list', { name: 'Telefone, die eingerichtet werden' }).getByRole('listitem');
    await expect(preview).toHaveCount(10);
    await expect(preview.nth(9)).toContainText(`Cisco MPP 8841 · ${other.extension} · ${other.name} · Platz 5`);
    await expectsNoViolation(page, 'several phones');
    await start(10).click();
    await expect(panel.getByRole('textbox', { name: /\(..:..:..:..:..:..\)$/ })).toHaveCount(10);
    await expect(panel.getByRole('button', { name: 'Alle kopieren' })).toBeVisible();
    await expect(lines).toHaveValue('');
  });

  await test.step('each fetches what its vendor reads', async () => {
    for (const { mac, vendor, file, user, name } of phones.filter((_, at) => at % 2 === 0)) {
      const label = `${user.name}, ${name} (${mac})`;
      const address = await panel.getByRole('textbox', { name: label }).inputValue();
      const digits = mac.replaceAll(':', '');
      const url = `${address.replace('{mac}', digits).replace('$MA', digits)}${file(digits)}`;
      expect([vendor, (await fetches(url, `${vendor} phone`)).status]).toEqual([vendor, 200]);
    }
  });

  await test.step('the address of another phone is refused, and no phone is added', async () => {
    await lines.fill(`80:5e:c0:00:01:01 ${other.extension}`);
    await start(1).click();
    await expect(panel.getByRole('listitem').filter({ hasText: '80:5e:c0:00:01:01' })).toContainText(
      'Ein anderes Telefon',
    );
  });

  await test.step('all are removed again together, the lines are back, and the log says it', async () => {
    const count = async (sql: string) => Number((await sidetone.query<{ count: string }>(sql))[0]?.count);
    const added = "select count(*) from endpoints where alias like 'Platz %' or alias = 'T46U 01:01'";
    expect(await count(added)).toBe(10);
    await panel.getByRole('button', { name: '10 Telefone wieder entfernen' }).click();
    await expect(page.getByText('10 Telefone entfernt')).toBeVisible();
    await expect(lines).toHaveValue(`${rows.join('\n')}\n80:5e:c0:00:01:01 ${other.extension}`);
    expect(await count(added)).toBe(0);
    const noted = (action: string) => count(`select count(*) from audit_log where action = '${action}'`);
    expect(await noted('phone.removed')).toBeGreaterThanOrEqual(10);
    expect(await noted('phone.provisioned')).toBeGreaterThanOrEqual(10);
    // The last line has the MAC address of the first.
    await expect(start(11)).toBeDisabled();
  });
});
