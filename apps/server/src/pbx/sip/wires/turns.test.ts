import { expect, test } from 'vitest';
import { takeTurns, turnOf } from './turns.ts';

const request = (method: string, to: string) =>
  `${method} sip:12@example.com SIP/2.0\r\nVia: SIP/2.0/UDP a;branch=z9hG4bK1\r\nTo: ${to}\r\n\r\n`;

test('what belongs to a call that runs is told from what begins one and from everything else', () => {
  const turns = [
    ['SIP/2.0 200 OK\r\nTo: <sip:a@b>\r\n\r\n', 'running'],
    [request('BYE', '<sip:a@b>;tag=1'), 'running'],
    [request('INVITE', '<sip:a@b>;tag=1'), 'running'],
    [request('INVITE', '<sip:a@b>').replace('To:', 't :'), 'beginning'],
    [request('INVITE', '<sip:a@b>'), 'beginning'],
    [request('CANCEL', '<sip:a@b>'), 'beginning'],
    [request('REGISTER', '<sip:a@b>'), 'other'],
    [request('OPTIONS', '<sip:a@b>'), 'other'],
    [request('OPTIONS', '<sip:a@b>;tag=1'), 'running'],
    ['nonsense', 'other'],
    ['', 'other'],
  ] as const;
  expect(turns.map(([text]) => turnOf(text))).toEqual(turns.map(([, turn]) => turn));
});

/** Turns by a clock of their own: each message takes 1 ms, and `go` lets the process go round once. */
function world() {
  let clock = 0;
  const tasks: (() => void)[] = [];
  const taken: string[] = [];
  const turns = takeTurns<string>(
    (message) => {
      clock += 1;
      taken.push(message);
    },
    { now: () => clock, later: (task) => void tasks.push(task) },
  );
  return {
    turns,
    taken,
    wait: (ms: number) => {
      clock += ms;
    },
    go: () => {
      for (const task of tasks.splice(0)) task();
    },
    isIdle: () => tasks.length === 0,
  };
}

test('calls that run go before calls that begin, those before everything else, and each in the order in which it came', () => {
  const { turns, taken, go, isIdle } = world();
  for (const [turn, name] of [
    ['other', 'register'],
    ['beginning', 'invite 1'],
    ['running', 'bye'],
    ['beginning', 'invite 2'],
  ] as const) {
    turns.put(turn, name, 100);
  }
  expect(taken).toEqual([]);
  go();
  expect(taken).toEqual(['bye', 'invite 1', 'invite 2', 'register']);
  expect(isIdle()).toBe(true);
});

test('however many messages of calls come, others have their turn, and the process goes round in between', () => {
  const { turns, taken, go } = world();
  for (let at = 0; at < 100; at += 1) turns.put('running', `bye ${at}`, 100);
  for (let at = 0; at < 100; at += 1) turns.put('other', `register ${at}`, 100);
  go();
  expect(taken.length).toBeLessThan(12);
  expect(taken.filter((each) => each.startsWith('register')).length).toBeGreaterThanOrEqual(2);
  for (let round = 0; round < 60; round += 1) go();
  expect(taken.filter((each) => each.startsWith('bye'))).toEqual(Array.from({ length: 100 }, (_, at) => `bye ${at}`));
  expect(taken).toHaveLength(200);
});

test('what waited until its sender asked again is dropped, and so is what nobody has room for', () => {
  const { turns, taken, go, wait } = world();
  turns.put('other', 'old', 100);
  wait(4001);
  turns.put('other', 'fresh', 100);
  go();
  expect(taken).toEqual(['fresh']);
  for (let at = 0; at < 100; at += 1) turns.put('other', 'large', 64 * 1024);
  turns.put('running', 'bye', 100);
  for (let round = 0; round < 60; round += 1) go();
  expect(taken.filter((each) => each === 'large')).toHaveLength(64);
  expect(taken).toContain('bye');
});

test('nothing is worked on after the end', () => {
  const { turns, taken, go } = world();
  turns.put('running', 'bye', 100);
  turns.close();
  turns.put('running', 'bye', 100);
  go();
  expect(taken).toEqual([]);
});
