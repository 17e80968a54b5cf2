import { expect, test } from 'vitest';
import { numberWithinMs, readKeys } from './feature-codes.ts';

test('star-3, and within ten seconds the number with its hash, starts a warm transfer; 00 stands for the plus', () => {
  const first = readKeys(null, '*3', 0);
  expect(first.commands).toEqual([]);
  const second = readKeys(first.keying, '004969900091#', 2000);
  expect(second).toEqual({ keying: null, commands: [{ do: 'startTransfer', number: '+4969900091' }] });
});

test('all of it in one sequence, or key by key, is the same', () => {
  expect(readKeys(null, '*312#', 0).commands).toEqual([{ do: 'startTransfer', number: '12' }]);
  let keying = readKeys(null, '*3', 0).keying;
  for (const [at, key] of [...'12'].entries()) keying = readKeys(keying, key, at * 9000).keying;
  expect(readKeys(keying, '#', 18_000).commands).toEqual([{ do: 'startTransfer', number: '12' }]);
});

test('a star-3 that gets no number in time is forgotten: later keys go to the other side', () => {
  const { keying } = readKeys(null, '*3', 0);
  expect(readKeys(keying, '12#', numberWithinMs)).toEqual({
    keying: null,
    commands: [{ do: 'sendTones', digits: '12#' }],
  });
});

test('a hash without a number ends it as well', () => {
  const { keying } = readKeys(null, '*3', 0);
  expect(readKeys(keying, '#', 10)).toEqual({ keying: null, commands: [] });
});

test.each([
  ['*4', 'switchLine'],
  ['*5', 'confer'],
  ['*6', 'toggleRecording'],
  ['*8', 'dropTransfer'],
])('%s is a code of its own', (sequence, command) => {
  expect(readKeys(null, sequence, 0).commands).toEqual([{ do: command }]);
  expect(readKeys({ number: '12', at: 0 }, sequence, 10)).toEqual({ keying: null, commands: [{ do: command }] });
});

test('all else goes to the other side, in order with the codes', () => {
  expect(readKeys(null, '123*7#', 0).commands).toEqual([{ do: 'sendTones', digits: '123*7#' }]);
  expect(readKeys(null, '1*42', 0).commands).toEqual([
    { do: 'sendTones', digits: '1' },
    { do: 'switchLine' },
    { do: 'sendTones', digits: '2' },
  ]);
});

test('star and digit keyed one by one are tones, since an announcement may ask for them', () => {
  expect(readKeys(null, '*', 0)).toEqual({ keying: null, commands: [{ do: 'sendTones', digits: '*' }] });
  expect(readKeys(null, '3', 10)).toEqual({ keying: null, commands: [{ do: 'sendTones', digits: '3' }] });
});

test('an unassigned number is none: later keys go to the other side', () => {
  let keying = readKeys(null, '*3', 0).keying;
  for (let round = 0; round < 4; round += 1) keying = readKeys(keying, '0123456789', 10).keying;
  expect(readKeys(keying, '5#', 20)).toEqual({ keying: null, commands: [{ do: 'sendTones', digits: '5#' }] });
});
