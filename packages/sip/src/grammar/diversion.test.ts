import { expect, test } from 'vitest';
import { readDiversions, writeDiversions } from './diversion.ts';

const read = (diversion: readonly string[], historyInfo: readonly string[] = []) =>
  readDiversions({ diversion, historyInfo }).map(({ user }) => user);

test('those who sent the call elsewhere are read, each once, and a telephone number without its parameters', () => {
  expect(
    read(['"Ben" <sip:+4930555012;phone-context=x@a.example;user=phone>;reason=no-answer;counter=1', 'tel:+4940111']),
  ).toEqual(['+4940111', '+4930555012']);
  expect(
    read(
      ['<sip:12@a.example>;reason=unconditional'],
      [
        '<sip:12@a.example?Reason=SIP%3Bcause%3D302>;index=1',
        '<sip:13@a.example?Privacy=history&Reason=SIP%3Bcause%3D486>;index=1.1',
        '<sip:14@a.example;cause=486>;index=1.1.1;mp=1.1',
      ],
    ),
  ).toEqual(['12', '13']);
});

test('who was only called on the way has sent nothing elsewhere', () => {
  expect(read([], ['<sip:12@provider.example>;index=1', '<sip:12@customer.example>;index=1.1'])).toEqual([]);
  expect(read([], ['<sip:12@provider.example>;index=1', '<sip:13@b.example>;index=1.1;mp=1'])).toEqual(['12']);
  expect(read([], ['<sip:12@provider.example>;index=1', '<sip:13@b.example;cause=302>;index=1.1'])).toEqual(['12']);
});

test('what is none is left out, and a long list is cut', () => {
  const bad = ['', 'x', '<sip:a.example>', '<sip:%0d%0a@a.example>', `<sip:${'1'.repeat(65)}@a.example>`];
  expect(read(bad, bad)).toEqual([]);
  expect(read(Array.from({ length: 500 }, (_, at) => `<sip:${at}@a.example>`))).toHaveLength(20);
});

test.each([
  [{ diversion: ['<sip:12@a.example>;reason=unconditional;privacy=full'] }, true],
  [{ diversion: ['<sip:12@a.example>;reason=unconditional;privacy="uri"'] }, true],
  [{ diversion: ['<sip:12@a.example>;reason=unconditional;privacy=off'] }, false],
  [{ historyInfo: ['<sip:12@a.example?Privacy=history&Reason=SIP%3Bcause%3D302>;index=1'] }, true],
  [{ historyInfo: ['<sip:12@a.example?Reason=SIP%3Bcause%3D302>;index=1'] }, false],
  [{ diversion: ['<sip:12@a.example>'], privacy: 'id;history' }, true],
  [{ diversion: ['<sip:12@a.example>'], privacy: 'session' }, true],
  [{ diversion: ['<sip:12@a.example>'], privacy: 'id' }, false],
  // One field that hides them is enough.
  [
    {
      diversion: ['<sip:12@a.example>'],
      historyInfo: ['<sip:12@a.example?Privacy=history&Reason=SIP%3Bcause%3D302>;index=1'],
    },
    true,
  ],
])('somebody who wants to be hidden is known as such: %j', (given, isPrivate) => {
  expect(readDiversions({ diversion: [], historyInfo: [], ...given })).toEqual([{ user: '12', isPrivate }]);
});

test('a history that is as long as a message can be is read quickly, and in part', () => {
  const long = Array.from(
    { length: 5000 },
    (_, at) => `<sip:${at}@a.example;cause=302>;index=${'1.'.repeat(50)}1;mp=1`,
  );
  expect(readDiversions({ diversion: [], historyInfo: long, privacy: 'x;'.repeat(50_000) })).toHaveLength(19);
});

test('without a reason none is made up', () => {
  const written = writeDiversions({
    by: 'sip:20@a.example',
    name: 'Sales',
    reason: 'unknown',
    before: [],
    target: 'sip:x@a.example',
  });
  expect(written).toEqual([
    ['Diversion', '"Sales" <sip:20@a.example>;reason=unknown;counter=1'],
    ['History-Info', '<sip:20@a.example>;index=1, <sip:x@a.example>;index=1.1;mp=1'],
  ]);
});

test('what is written says the same to a reader, with those before', () => {
  const written = writeDiversions({
    by: 'sip:12@a.example',
    reason: 'user-busy',
    before: ['sip:10@b.example', 'sip:11@b.example'],
    target: 'sip:+49170@a.example',
  });
  const named = (name: string) => written.flatMap(([each, value]) => (each === name ? [value] : []));
  expect(named('Diversion')[0]).toBe('<sip:12@a.example>;reason=user-busy;counter=1');
  expect(read(named('Diversion'))).toEqual(['10', '11', '12']);
  const [history = ''] = named('History-Info');
  expect(read([], history.split(', '))).toEqual(['10', '11', '12']);
  expect(history).toMatch(/<sip:\+49170@a\.example;cause=486>;index=1\.1\.1\.1;mp=1\.1\.1$/);
});
