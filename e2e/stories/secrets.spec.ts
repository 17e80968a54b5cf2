import { createHash } from 'node:crypto';
import { ApiSession } from '../people/api-session.ts';
import { BareSip, phoneOffer } from '../people/bare-sip.ts';
import { watchOnce } from '../people/live-watcher.ts';
import { ownSidetone } from '../world/own-sidetone.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { expect, test } from '../world/story.ts';

test('even the most talkative log holds no password and no token', async () => {
  test.setTimeout(150_000);
  const sidetone = await ownSidetone({ logLevel: 'trace' });
  try {
    const [anna, ben] = await sidetone.signIns();
    if (!anna || !ben) throw new Error('The demo company lacks a second person');
    const guess = 'guess-that-is-a-secret';
    await ApiSession.signIn(sidetone.origin, { ...anna, password: guess }).catch(() => undefined);
    const session = await ApiSession.signIn(sidetone.origin, anna);
    const tokens = [session.accessToken];
    await session.refresh();
    tokens.push(session.accessToken);
    const made = await session.request('POST', '/v3/devices/app', {
      appExtensionType: 'desktop_app_register',
      alias: 'Browser',
      owner: session.webUserId,
    });
    const extension = (await made.json()) as { username: string; password: string };
    const phone = await sidetone.addPhone(anna.email, 'Desk');
    await registersElsewhere(sidetone, anna.email, phone.username, phone.password);
    await registersElsewhere(sidetone, anna.email, phone.username, guess);
    const registrations = () => sidetone.cli('sip-phone', 'list');
    const state = (word: string) => new RegExp(`${phone.username} at .*${word}`);
    await expect.poll(registrations, { timeout: 30_000 }).toMatch(state('REGISTER_SUCCESS'));
    await expect.poll(registrations, { timeout: 30_000 }).toMatch(state('REGISTER_FAILED'));
    await watchOnce(sidetone, session.accessToken, 'me', {});
    await watchOnce(sidetone, `${session.accessToken}x`, 'me', {});
    await session.request('POST', '/failed-dials', { token: session.accessToken });
    for (const transport of ['udp', 'tcp', 'ws'] as const) {
      const peer = await BareSip.open(sidetone, transport);
      for (const account of [phone, extension]) {
        await peer.asksAs(account, 'REGISTER', account.username);
        await peer.asksAs({ ...account, password: guess }, 'REGISTER', account.username);
        await peer.asksAs(account, 'INVITE', '98', { body: phoneOffer });
        await peer.asksAs(account, 'INVITE', '98', { body: 'broken' });
      }
      peer.leaves();
    }
    // The welcome prints the demo sign-ins for people; what programs log is JSON.
    const log = sidetone.output.split('\n').filter((line) => line.startsWith('{'));
    expect(log.length).toBeGreaterThan(5);
    const ha1 = createHash('md5').update(`${phone.username}:sidetone:${phone.password}`).digest('hex');
    const secrets = [anna.password, ben.password, guess, phone.password, ha1, extension.password, ...tokens];
    const spilt = log.filter((line) => secrets.some((secret) => line.includes(secret)));
    expect(spilt).toEqual([]);
    const told = log.map((line) => line.replace('User name or password is wrong', ''));
    expect(told.filter((line) => /password|authorization|Digest username|response=|Bearer /i.test(line))).toEqual([]);
  } finally {
    await sidetone.dispose();
  }
});

/** A SIP account of the classic generation, whose registrar is this server itself. */
async function registersElsewhere(sidetone: Sidetone, email: string, username: string, password: string) {
  process.env['SIP_PHONE_PASSWORD'] = password;
  const registrar = `127.0.0.1:${sidetone.ports.sip}`;
  await sidetone
    .cli('sip-phone', 'add', email, '--registrar', registrar, '--username', username)
    .finally(() => delete process.env['SIP_PHONE_PASSWORD']);
}
