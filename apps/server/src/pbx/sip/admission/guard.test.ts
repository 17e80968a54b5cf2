import { type FakeClock, fakeClock } from '@sidetone/sip/testing/fake-clock.ts';
import { expect, test } from 'vitest';
import type { Ban, GuardKeeper, SipRefusal } from '../../ports.ts';
import { isPublicAddress } from '../public-address.ts';
import { fakeDevice } from '../testing/fake-device.ts';
import { fakeExchange } from '../testing/fake-exchange.ts';
import { type GuardOptions, openSipGuard } from './guard.ts';

const minute = 60_000;

/** Bans and refusals that outlive a guard but not the test. */
const memoryKeeper = () => {
  const bans = new Map<string, Ban>();
  const refusals: SipRefusal[] = [];
  let changed: (ban: Ban) => void = () => {};
  const keeper: GuardKeeper = {
    loadBans: async () => [...bans.values()],
    keepBan: (ban) => void bans.set(`${ban.address} ${ban.username}`, ban),
    onChange(listener) {
      changed = listener;
      return () => {};
    },
    refused: (refusal) => void refusals.push(refusal),
  };
  const lift = (address: string, username: string | null) => {
    const ban = bans.get(`${address} ${username}`);
    if (ban) changed({ ...ban, lifted: true });
  };
  return { keeper, bans, refusals, lift };
};
const guarded = async (
  { clock = fakeClock(), ...more }: Partial<Omit<GuardOptions, 'clock'>> & { clock?: FakeClock } = {},
  memory = memoryKeeper(),
) => {
  const guard = openSipGuard({ clock, keeper: memory.keeper, ...more });
  await guard.load();
  /** Guesses until passwords are no longer checked; gives how many were. */
  const guess = (address: string, username: (at: number) => string, most = 1000) => {
    for (let at = 0; at < most; at += 1) {
      const check = guard.check(address, username(at));
      if (!check) return at;
      check.wrong(null);
    }
    return most;
  };
  return { guard, clock, guess, ...memory };
};

test('one user is guessed at 20 times, no matter who else guesses or calls', async () => {
  const { guard, guess, bans } = await guarded();
  expect(guess('203.0.113.1', () => 'anna')).toBe(20);
  expect([...bans.values()]).toMatchObject([{ address: '203.0.113.1', username: 'anna', strikes: 1 }]);
  expect(guard.check('203.0.113.2', 'anna')).not.toBeNull();
  expect(guard.check('203.0.113.1', 'ben')).not.toBeNull();
});

test('secrets of phones that fetch their settings count with passwords, under their own name', async () => {
  const { guard, refusals, bans } = await guarded();
  for (let at = 0; at < 50; at += 1) {
    guard.checkSetup('203.0.113.9', `0015650000${at + 10}`)?.wrong(null);
    guard.check('203.0.113.9', `user${at}`)?.wrong(null);
  }
  expect([...bans.values()]).toMatchObject([{ address: '203.0.113.9', username: null }]);
  expect(guard.checkSetup('203.0.113.9', '001565000099')).toBeNull();
  expect(refusals[0]).toEqual({
    kind: 'phoneSetup',
    address: '203.0.113.9',
    accountId: null,
    username: '001565000010',
  });
});

test('the owner of an IPv6 network guesses no faster than the owner of one address, and a site only a little', async () => {
  const { guess, guard, bans } = await guarded();
  for (let at = 0; at < 20; at += 1) guard.check(`2001:db8:1:1::${at + 1}`, 'anna')?.wrong(null);
  expect([...bans.values()]).toMatchObject([{ address: '2001:db8:1:1::/64', username: 'anna' }]);
  expect(guard.check('2001:db8:1:1:ffff::9', 'anna')).toBeNull();
  let checked = 0;
  for (let home = 0; home < 60; home += 1) {
    checked += guess(`2001:db8:9:${(home * 0x100).toString(16)}::1`, (at) => `user${home}-${at}`, 10);
  }
  expect(checked).toBe(400);
  expect([...bans.values()].at(-1)).toMatchObject({ address: '2001:db8:9::/48', username: null });
  expect(guard.check('2001:db8:a::1', 'anna')).not.toBeNull();
});

test('an address that tries many users is banned as a whole, and nobody else is', async () => {
  const { guard, guess, bans } = await guarded();
  expect(guess('203.0.113.1', (at) => `user${at}`)).toBe(100);
  expect([...bans.values()]).toMatchObject([{ address: '203.0.113.1', username: null }]);
  expect(guard.check('203.0.113.1', 'anna')).toBeNull();
  expect(guard.check('203.0.113.2', 'anna')).not.toBeNull();
});

test('a user who proved a password there goes on, though somebody beside them guesses', async () => {
  const { guard, guess } = await guarded();
  guard.check('203.0.113.1', 'anna')?.right();
  guess('203.0.113.1', (at) => `user${at}`);
  expect(guard.check('203.0.113.1', 'anna')).not.toBeNull();
  expect(guess('203.0.113.1', () => 'anna')).toBeLessThanOrEqual(20);
});

test('many guesses at the same moment are not more than as many one by one', async () => {
  const { guard } = await guarded();
  const checks = Array.from({ length: 500 }, () => guard.check('203.0.113.1', 'anna'));
  expect(checks.filter((check) => check !== null)).toHaveLength(20);
});

test('a proxy of ours and this machine are never banned as a whole', async () => {
  const { guard, guess, bans } = await guarded({ isShared: (address) => address === '10.0.0.1' });
  for (const address of ['10.0.0.1', '127.0.0.1', '::1']) {
    expect(guess(address, (at) => `user${at}`, 500)).toBe(500);
    expect(guess(address, () => 'anna')).toBe(20);
    expect(guard.check(address, 'ben')).not.toBeNull();
  }
  expect([...bans.values()].every(({ username }) => username === 'anna')).toBe(true);
});

test('each ban takes longer than the one before, up to a day, and is forgiven after a quiet day', async () => {
  const { guess, clock, bans } = await guarded();
  const lasts = () => {
    const ban = bans.get('203.0.113.1 anna');
    return ban ? (ban.until.getTime() - ban.since.getTime()) / minute : undefined;
  };
  const seen: (number | undefined)[] = [];
  for (let time = 0; time < 7; time += 1) {
    expect(guess('203.0.113.1', () => 'anna')).toBe(20);
    seen.push(lasts());
    await clock.advanceAsync((lasts() ?? 0) * minute + 1);
  }
  expect(seen).toEqual([10, 30, 90, 270, 810, 1440, 1440]);
  await clock.advanceAsync(24 * 60 * minute);
  guess('203.0.113.1', () => 'anna');
  expect(lasts()).toBe(10);
});

test('a ban outlives a restart and ends when an administrator lifts it', async () => {
  const memory = memoryKeeper();
  const { guess, clock } = await guarded({}, memory);
  guess('203.0.113.1', () => 'anna');
  const { guard } = await guarded({ clock }, memory);
  expect(guard.check('203.0.113.1', 'anna')).toBeNull();
  memory.lift('203.0.113.1', 'anna');
  expect(guard.check('203.0.113.1', 'anna')).not.toBeNull();
});

test('a refusal is reported, with the account where the user is known', async () => {
  const { guard, guess, refusals } = await guarded();
  guard.check('203.0.113.1', 'anna')?.wrong('s1');
  guard.check('203.0.113.1', 'nobody')?.wrong(null);
  guess('203.0.113.2', () => 'ben');
  expect(refusals.slice(0, 2)).toEqual([
    { kind: 'sipWrongPassword', address: '203.0.113.1', accountId: 's1', username: 'anna' },
    { kind: 'sipUnknownUser', address: '203.0.113.1', accountId: null, username: 'nobody' },
  ]);
  expect(refusals.at(-1)).toMatchObject({ kind: 'sipBanned', address: '203.0.113.2' });
});

test('a flood of one source is cut, another source and this machine are not', async () => {
  const { guard, clock } = await guarded({ rate: { burst: 10, perSecond: 2 } });
  const admitted = (address: string) => Array.from({ length: 100 }, () => guard.admits(address)).filter(Boolean).length;
  expect([admitted('203.0.113.1'), admitted('203.0.113.2'), admitted('127.0.0.1')]).toEqual([10, 10, 100]);
  await clock.advanceAsync(2000);
  expect(admitted('203.0.113.1')).toBe(4);
});

test('a flood from all links of an IPv6 site is cut at four times the rate of one', async () => {
  const { guard, clock } = await guarded({ rate: { burst: 10, perSecond: 2 } });
  const admitted = (address: string) => Array.from({ length: 100 }, () => guard.admits(address)).filter(Boolean).length;
  const ofSite = () =>
    Array.from({ length: 50 }, (_, link) => admitted(`2001:db8:1:${(link * 0x80).toString(16)}::1`)).reduce(
      (all, one) => all + one,
    );
  expect([admitted('2001:db8:1:ffff::1'), ofSite(), admitted('2001:db8:2::1')]).toEqual([10, 30, 10]);
  await clock.advanceAsync(2000);
  expect(ofSite()).toBe(16);
});

test.each([
  ['127.0.0.9', false],
  ['192.168.3.4', false],
  ['100.100.1.1', false],
  ['fd00::1', false],
  ['8.8.8.8', true],
  ['2001:4860:4860::8888', true],
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

test.each([
  'OPTIONS',
  'SUBSCRIBE',
  'MESSAGE',
  'PUBLISH',
  'REFER',
  'NOTIFY',
  'INFO',
  'BYE',
  'CANCEL',
  'UPDATE',
  'PRACK',
  'HELLO',
  'INVITE',
])('a stranger’s %s gets no answer where strangers are ignored, in a dialog or out of one', async (method) => {
  const clock = fakeClock();
  const memory = memoryKeeper();
  const guard = openSipGuard({ clock, keeper: memory.keeper, ignoresStrangersAt: () => true });
  const exchange = fakeExchange({ clock, guard });
  const stranger = fakeDevice(exchange, 'anna', { transport: 'udp' });
  const inDialog: [string, string] = ['To', '<sip:bob@server.example>;tag=guessed'];
  const broken: [string, string] = ['Max-Forwards', '999'];
  const sent = [[], [inDialog], [broken]].map((extra) => stranger.send(stranger.build(method, 'bob', extra)));
  await exchange.pass(5000);
  expect(sent.map(({ responses }) => responses.length)).toEqual([0, 0, 0]);
  expect(exchange.core.transactions).toBe(0);
});

test('a stranger who registers is asked for a password where strangers are ignored', async () => {
  const clock = fakeClock();
  const exchange = fakeExchange({ clock, guard: openSipGuard({ clock, ignoresStrangersAt: () => true }) });
  const stranger = fakeDevice(exchange, 'anna', { transport: 'udp' });
  const sent = stranger.send(stranger.build('REGISTER', 'anna'));
  await exchange.pass();
  expect(sent.responses.map(({ status }) => status)).toEqual([401]);
});

test('a stranger’s INVITE gets no answer where strangers are ignored, a registered phone’s does', async () => {
  const memory = memoryKeeper();
  const clock = fakeClock();
  const guard = openSipGuard({ clock, keeper: memory.keeper, ignoresStrangersAt: () => true });
  const exchange = fakeExchange({ clock, guard });
  const anna = fakeDevice(exchange, 'anna', { transport: 'udp' });
  const ignored = anna.send(anna.build('INVITE', 'bob'));
  await exchange.pass(5000);
  expect(ignored.responses).toEqual([]);
  expect(exchange.core.transactions).toBe(0);
  expect(memory.refusals.every(({ kind }) => kind === 'sipSilenced')).toBe(true);
  await anna.register();
  const heard = anna.send(anna.build('INVITE', 'bob'));
  await exchange.pass();
  expect(heard.responses.at(-1)?.status).toBe(401);
});
