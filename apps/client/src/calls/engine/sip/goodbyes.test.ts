import { expect, test } from 'vitest';
import { handClock } from '../../testing/hand-clock.ts';
import { createGoodbyes } from './goodbyes.ts';

/** A line, and a server whose HTTP answers as the test says. */
function world({ connected = true, http = async () => {} }: { connected?: boolean; http?: () => Promise<void> } = {}) {
  const clock = handClock();
  const said: string[] = [];
  const line = { connected, http };
  const goodbyes = createGoodbyes({
    server: {
      async hangUp(sipCallId, as) {
        said.push(`HTTP ${sipCallId}${as ? ` ${as}` : ''}`);
        await line.http();
      },
    },
    clock,
    log: () => {},
    isConnected: () => line.connected,
    onSilence: () => said.push('silence'),
  });
  const say = (how: 'hungUp' | 'declined' | 'busy' | 'occupied' = 'hungUp') =>
    goodbyes.say({ sipCallId: 'leg-1', sessionId: 's1', how, send: () => said.push('SIP') });
  return { clock, said, line, goodbyes, say };
}

const answer = (method: string, sipCallId = 'leg-1') =>
  `SIP/2.0 200 OK\r\nVia: SIP/2.0/WS a.invalid\r\nCall-ID: ${sipCallId}\r\nCSeq: 3 ${method}\r\n\r\n`;
const away = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

test.each([
  ['hungUp', 'BYE'],
  ['hungUp', 'CANCEL'],
  ['declined', 'ACK'],
] as const)('a goodbye (%s) that is answered (%s) goes nowhere else', async (how, method) => {
  const { clock, said, goodbyes, say } = world();
  say(how);
  await clock.pass(1_000);
  goodbyes.heard(answer(method));
  await clock.pass(120_000);
  expect(said).toEqual(['SIP']);
});

test.each(['hungUp', 'declined'] as const)(
  'a goodbye (%s) that a dead line swallows reaches the server by HTTP within seconds, and the line is tested',
  async (how) => {
    const { clock, said, goodbyes, say } = world();
    say(how);
    // A message about another leg, or about something else, is no answer.
    goodbyes.heard(answer('BYE', 'leg-2'));
    goodbyes.heard(answer('INFO'));
    await clock.pass(1_999);
    expect(said).toEqual(['SIP']);
    await clock.pass(1);
    expect(said).toEqual(['SIP', 'silence', 'HTTP leg-1']);
    await clock.pass(120_000);
    expect(said).toHaveLength(3);
  },
);

test('without a network the goodbye is repeated by HTTP until the server has it', async () => {
  const byHttp = world({ http: away('NETWORK') });
  byHttp.say();
  await byHttp.clock.pass(10_000);
  const tries = byHttp.said.length;
  expect(tries).toBeGreaterThan(5);
  // The first of these two did arrive, and only its answer was lost.
  byHttp.line.http = away('NOT_FOUND');
  await byHttp.clock.pass(120_000);
  expect(byHttp.said).toHaveLength(tries + 1);

  const bySip = world({ http: away('TIMEOUT') });
  bySip.say();
  await bySip.clock.pass(10_000);
  bySip.goodbyes.heard(answer('BYE'));
  const before = bySip.said.length;
  await bySip.clock.pass(120_000);
  expect(bySip.said).toHaveLength(before);
});

test('with a line that is known to be lost the goodbye leaves by HTTP immediately, and by SIP when the line is back', async () => {
  const { clock, said, line, goodbyes, say } = world({ connected: false });
  say();
  await clock.pass(0);
  expect(said).toEqual(['HTTP leg-1']);
  line.connected = true;
  goodbyes.lineBack();
  goodbyes.lineBack();
  expect(said).toEqual(['HTTP leg-1', 'SIP']);
});

test.each(['busy', 'occupied'] as const)(
  '%s is ordered for this device alone, and said again where the server rings again',
  async (how) => {
    const { clock, said, goodbyes, say } = world();
    say(how);
    await clock.pass(5_000);
    expect(said).toEqual(['SIP', 'silence', 'HTTP leg-1 busy']);
    expect([goodbyes.refusalOf('s1'), goodbyes.refusalOf('s2')]).toEqual([how, null]);
    goodbyes.heard(answer('ACK'));
    expect(goodbyes.refusalOf('s1')).toBeNull();
  },
);
