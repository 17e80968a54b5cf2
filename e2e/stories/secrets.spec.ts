import { ApiSession } from '../people/api-session.ts';
import { BareSip, phoneOffer } from '../people/bare-sip.ts';
import { watchOnce } from '../people/live-watcher.ts';
import { Sidetone } from '../world/sidetone.ts';
import { expect, test } from '../world/story.ts';

test('even the most talkative log holds no password and no token', async () => {
  test.setTimeout(90_000);
  const sidetone = await Sidetone.start({ logLevel: 'trace' });
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
    const secrets = [anna.password, ben.password, guess, phone.password, extension.password, ...tokens];
    const spilt = log.filter((line) => secrets.some((secret) => line.includes(secret)));
    expect(spilt).toEqual([]);
    expect(log.filter((line) => /password|authorization|Digest username|Bearer /i.test(line))).toEqual([]);
  } finally {
    await sidetone.dispose();
  }
});
