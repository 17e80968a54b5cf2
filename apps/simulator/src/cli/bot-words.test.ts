import { expect, test } from 'vitest';
import { readBotWords } from './bot-words.ts';

test('a bot echoes unless told otherwise, and a file is spoken', () => {
  expect(readBotWords([])).toEqual({ port: 9000, host: '127.0.0.1', manner: { does: 'echo' } });
  expect(readBotWords(['--say', 'hello.wav', '--port', '9001'])).toMatchObject({
    port: 9001,
    manner: { does: 'speak', path: 'hello.wav' },
  });
});

test('what a bot does has its own figures', () => {
  expect(readBotWords(['--does', 'tone', '--tone', '700']).manner).toEqual({ does: 'tone', hertz: 700 });
  expect(readBotWords(['--does', 'close', '--code', '1011', '--after', '0.5']).manner).toEqual({
    does: 'close',
    code: 1011,
    afterMs: 500,
  });
});

test('words that make no sense are refused with a reason', () => {
  for (const [words, reason] of [
    [['--does', 'sing'], 'No bot does "sing".'],
    [['--does', 'speak'], 'What?'],
    [['11'], '"11" is a word too many.'],
    [['--port', 'x'], '--port takes a number'],
    [['--louder'], '--louder'],
  ] as const) {
    expect(() => readBotWords(words)).toThrow(reason);
  }
});
