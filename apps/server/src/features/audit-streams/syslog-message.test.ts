import { auditActions } from '@sidetone/contract/entities/audit.ts';
import { expect, test } from 'vitest';
import { framed, type StreamedLine, syslogMessage } from './syslog-message.ts';

const line: StreamedLine = {
  id: '42',
  at: '2026-11-30T13:05:00.123Z',
  action: 'user.created',
  accountId: 's1',
  actorUserId: 'wanna',
  target: 'wben',
  detail: { firstName: 'Zoë' },
  address: '192.0.2.7',
};

test('a line is a message of RFC 5424 with what can be searched for, and the whole of it as JSON', () => {
  const message = syslogMessage(line, 'phone.example');
  const [head, body] = message.split(' \uFEFF');
  expect(head).toBe(
    '<109>1 2026-11-30T13:05:00.123Z phone.example sidetone - user.created ' +
      '[sidetone@32473 id="42" account="s1" actor="wanna" target="wben" address="192.0.2.7"]',
  );
  expect(JSON.parse(body ?? '')).toEqual(line);
});

test('a refusal is a warning, and what is not known is left out', () => {
  const { target, ...refusal } = { ...line, action: 'refusal.signIn', target: null, actorUserId: null };
  expect(syslogMessage({ ...refusal, target }, 'h')).toMatch(
    /^<108>1 \S+ h sidetone - refusal\.signIn \[sidetone@32473 id="42" account="s1" address="192\.0\.2\.7"\] /,
  );
});

test('nobody writes a line of their own into the log of a receiver', () => {
  const forged = {
    ...line,
    target: 'x"] \\ <109>1 -\n\r<1>',
    detail: { note: 'a\nb' },
    action: `a b\u0000\n${'c'.repeat(50)}`,
  };
  const message = syslogMessage(forged, 'ho st\n');
  expect(['\n', '\r'].filter((end) => message.includes(end))).toEqual([]);
  expect(message.slice(0, message.indexOf('\uFEFF'))).not.toContain('\u0000');
  expect(message).toContain(String.raw`target="x\"\] \\ <109>1 - <1>"`);
  expect(message.split(' ').slice(2, 6)).toEqual(['host', 'sidetone', '-', `ab${'c'.repeat(30)}`]);
});

test('every action of the log fits the field for it', () => {
  expect(auditActions.filter((action) => !/^[!-~]{1,32}$/.test(action))).toEqual([]);
});

test('frames count bytes, not characters', () => {
  expect(framed(['abc', 'Zoë'])).toBe('3 abc4 Zoë');
});
