import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PhoneAccount } from '../people/desk-phone.ts';
import { DeskPhone } from '../people/desk-phone.ts';
import { Linphone } from '../people/linphone.ts';
import { needs } from '../world/needs.ts';
import { freePort } from '../world/ports.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

// The server is killed.
test.use({ server: 'own' });

const phones: DeskPhone[] = [];
test.afterEach(() => Promise.all(phones.splice(0).map((phone) => phone.unplug())));

const plugIn = async (account: PhoneAccount, hertz: number): Promise<DeskPhone> => {
  needs('baresip');
  const ports = { control: await freePort(), sip: await freePort() };
  const phone = await DeskPhone.plugIn(account, tone(hertz, 8000), ports);
  phones.push(phone);
  return phone;
};

/** What the media process noted of each encrypted stream that is over. */
const encryptedStreams = (sidetone: Sidetone) =>
  sidetone.output.split('\n').flatMap((line) => {
    if (!line.includes('"closed"') || !line.includes('"srtp"')) return [];
    const { srtp } = JSON.parse(line) as { srtp: Record<'sent' | 'received' | 'rejected', number> & { suite: string } };
    return srtp;
  });

test('a desk phone over TLS calls a browser and is called by one, encrypted, and both hear each other', async ({
  seat,
  people,
  sidetone,
}) => {
  test.setTimeout(300_000); // baresip waits for up to a minute before it registers again
  const [, , owner] = people;
  const account = await sidetone.addSecurePhone(owner.email, 'Secure');
  const phone = await plugIn(account, 1000);
  const anna = await seat(0, { microphone: tone(440) });
  /** Transport and port that the phone is registered from; undefined before it comes back. */
  const contact = async () => {
    const find = 'select transport, remote_port as port from registrations where endpoint_id = $1';
    return (await sidetone.query<{ transport: string; port: number }>(find, [account.username]))[0];
  };
  expect(await contact()).toMatchObject({ transport: 'tls' });

  await test.step('the phone, which insists on encryption, calls the browser', async () => {
    phone.dials(anna.who.extension);
    await expect(anna.dock).toContainText(owner.name);
    await anna.accepts();
    await phone.sees('CALL_ESTABLISHED');
    expect((await phone.sees('CALL_MENC')).param).toContain('AES_CM_128_HMAC_SHA1_80');
    await anna.expectsToHear(1000, 440);
    await phone.hearsForAWhile();
    phone.hangsUp();
    await phone.sees('CALL_CLOSED');
    await expect(anna.dock).toBeHidden({ timeout: 10_000 });
    phone.expectsToHaveHeard(440, 1000);
    await expect.poll(() => encryptedStreams(sidetone)).toHaveLength(1);
  });

  await test.step('the browser calls the phone, which holds', async () => {
    await anna.calls(owner.name);
    await phone.sees('CALL_INCOMING');
    phone.answers();
    await phone.sees('CALL_ESTABLISHED');
    await phone.sees('CALL_MENC');
    await anna.expectsToHear(1000, 440);
    await phone.hearsForAWhile();
    phone.holds();
    await anna.expectsSilence(440, 1000);
    phone.resumes();
    await anna.expectsToHear(1000, 440);
    await anna.hangsUp();
    await phone.sees('CALL_CLOSED');
    phone.expectsToHaveHeard(440, 1000);
  });

  await test.step('a call continues while signalling restarts, and the phone comes back over another connection', async () => {
    phone.dials(anna.who.extension);
    await expect(anna.dock).toContainText(owner.name);
    await anna.accepts();
    await phone.sees('CALL_ESTABLISHED');
    await anna.expectsToHear(1000, 440);
    const before = await contact();
    await sidetone.killServices();
    await anna.expectsToHear(1000, 440);
    await expect.poll(async () => (await contact())?.port ?? before?.port, { timeout: 80_000 }).not.toBe(before?.port);
    await phone.hearsForAWhile();
    phone.holds();
    await anna.expectsSilence(440, 1000);
    phone.resumes();
    await anna.expectsToHear(1000, 440);
    await anna.hangsUp();
    await phone.sees('CALL_CLOSED', 20_000);
    phone.expectsToHaveHeard(440, 1000);
  });

  await test.step('and it is called again', async () => {
    // So soon after the restart the page may still be offline; it says so, and one calls again.
    await expect(async () => {
      // What rings late is no second call.
      if (!(await anna.isInCall())) await anna.calls(owner.name);
      await phone.sees('CALL_INCOMING', 4_000);
    }).toPass({ timeout: 30_000 });
    phone.answers();
    await phone.sees('CALL_ESTABLISHED');
    await anna.expectsToHear(1000, 440);
    await phone.hearsForAWhile();
    await anna.hangsUp();
    await phone.sees('CALL_CLOSED');
  });

  await expect.poll(() => encryptedStreams(sidetone)).toHaveLength(4);
  for (const { sent, received, rejected, suite } of encryptedStreams(sidetone)) {
    expect(Math.min(sent, received)).toBeGreaterThan(25);
    // While it rings for long, and once its call is over, baresip sends reports in the clear, which count for nothing.
    expect(rejected).toBeLessThanOrEqual(3);
    expect(suite).toBe('AES_CM_128_HMAC_SHA1_80');
  }
});

test('the phone of another maker signs in where it trusts our authority, and not where it trusts another', async ({
  people,
  sidetone,
}) => {
  needs('linphonec');
  const [, , , owner] = people;
  const ways = async () => ({ sip: await freePort(), rtp: 41_000 });
  const signedIn = (account: PhoneAccount) =>
    sidetone.query('select transport from registrations where endpoint_id = $1', [account.username]);
  const folder = mkdtempSync(join(tmpdir(), 'sidetone-authority-'));
  try {
    // Its TLS knows addresses in no certificate, only names.
    const named = { server: `localhost:${sidetone.ports.sipTls}` };
    const account = { ...(await sidetone.addSecurePhone(owner.email, 'Trusts us')), ...named };
    const linphone = await Linphone.plugIn(account, tone(700, 8000), await ways());
    expect(await signedIn(account)).toEqual([{ transport: 'tls' }]);
    await linphone.unplug();

    const [key, certificate] = [join(folder, 'ca.key'), join(folder, 'ca.crt')];
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=Another authority'];
    execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
    const astray = { ...(await sidetone.addSecurePhone(owner.email, 'Astray', certificate)), ...named };
    await expect(Linphone.plugIn(astray, tone(700, 8000), await ways())).rejects.toThrow(/did not register/);
    expect(await signedIn(astray)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
