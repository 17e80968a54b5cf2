import { expect, test } from 'vitest';
import { ladderOf, ladderText } from './ladder.ts';

const message = (way: 'in' | 'out', remote: string, text: string) => ({
  at: '2026-11-20T09:00:00.000Z',
  way,
  userId: null,
  legId: 'l1',
  transport: 'udp',
  remote,
  text,
});
const messages = [
  message('in', '192.0.2.7:5060', 'INVITE sip:12@example.com SIP/2.0\r\nCall-ID: a\r\n\r\n'),
  message('out', '198.51.100.1:5060', 'INVITE sip:+4930901820@provider.example SIP/2.0\r\n\r\n'),
  message('in', '198.51.100.1:5060', 'SIP/2.0 503 Service Unavailable\r\n\r\n'),
  message('out', '192.0.2.7:5060', 'SIP/2.0 183 Session Progress\r\n\r\n'),
];

test('the server is the first column, and each end has one in the order of its first message', () => {
  const { ends, rungs } = ladderOf(messages);
  expect(ends).toEqual(['192.0.2.7:5060', '198.51.100.1:5060']);
  expect(rungs.map(({ from, to, title, isRefusal }) => [from, to, title, isRefusal])).toEqual([
    [1, 0, 'INVITE sip:12@example.com', false],
    [0, 2, 'INVITE sip:+4930901820@provider.example', false],
    [2, 0, '503 Service Unavailable', true],
    [0, 1, '183 Session Progress', false],
  ]);
});

test('as text, each message follows a line with its time and direction', () => {
  expect(ladderText(messages.slice(0, 2))).toBe(
    [
      '=== 2026-11-20T09:00:00.000Z UDP 192.0.2.7:5060 -> Sidetone ===',
      'INVITE sip:12@example.com SIP/2.0',
      'Call-ID: a',
      '',
      '=== 2026-11-20T09:00:00.000Z UDP Sidetone -> 198.51.100.1:5060 ===',
      'INVITE sip:+4930901820@provider.example SIP/2.0',
      '',
    ].join('\r\n'),
  );
});
