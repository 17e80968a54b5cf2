import { expect, test } from 'vitest';
import { readWords } from './words.ts';

test('a call says whom, who and what', () => {
  expect(readWords(['call', '11', '--as', 'p1:secret@127.0.0.1:5060', '--tone', '700', '--press', '12#'])).toEqual({
    does: 'call',
    number: '11',
    as: { username: 'p1', password: 'secret', server: '127.0.0.1:5060' },
    speaks: 700,
    presses: '12#',
    seconds: 10,
    after: 2,
    once: false,
    record: undefined,
  });
});

test('a file goes before a tone, and the demo needs no account', () => {
  expect(readWords(['answer', '--demo', '--user', '12', '--say', 'hello.wav', '--tone', '1', '--once'])).toMatchObject({
    does: 'answer',
    as: { demoUser: '12' },
    speaks: 'hello.wav',
    once: true,
  });
});

test('words that make no sense are refused with a reason', () => {
  const refusals = [
    [['sing', '--demo'], 'There is no command "sing".'],
    [['call', '--demo'], 'Whom?'],
    [['call', '11'], 'Who?'],
    [['call', '11', '--as', 'somebody'], 'user:password@host:port'],
    [['call', '11', '12', '--demo'], '"12" is a word too many.'],
    [['answer', '11', '--demo'], '"11" is a word too many.'],
    [['call', '11', '--demo', '--press', '1x'], 'not "1x"'],
    [['call', '11', '--demo', '--seconds', 'soon'], '--seconds takes a number'],
    [['call', '11', '--demo', '--louder'], '--louder'],
  ] as const;
  for (const [words, reason] of refusals) expect(() => readWords(words)).toThrow(reason);
});
