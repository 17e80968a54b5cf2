import { expect, test } from 'vitest';
import { parseNameAddr } from '../grammar/name-addr.ts';
import { parseUri } from '../grammar/uri.ts';
import { tortureCases } from '../testing/torture/cases.ts';
import type { Setting } from '../testing/torture/written.ts';
import { cseqOf, fromOf, responseTo, type SipMessage, toOf, viaOf } from './message.ts';
import { parseMessage } from './parse.ts';
import { serializeMessage } from './serialize.ts';

const outside: Setting = {
  id: 'm1',
  transport: 'UDP',
  user: 'lotte',
  callId: 'call-m1',
  fromTag: 'ours',
  toTag: '',
  cseq: 7,
};
const inside: Setting = { ...outside, toTag: 'theirs' };

test('there is one message for each of the fifty', () => {
  expect(tortureCases).toHaveLength(50);
  expect(new Set(tortureCases.map(({ name }) => name)).size).toBe(50);
});

test.each(tortureCases)('$name ($section) is read, refused or dropped', ({ write, parsed }) => {
  for (const setting of [outside, inside]) {
    const result = parseMessage(write(setting));
    expect(result.kind === 'refusal' ? result.status : result.kind).toBe(parsed);
    if (result.kind === 'refusal') expect(serializeMessage(responseTo(result.request, result.status))).toMatch(/^SIP/);
    // What was understood means the same once it was written again.
    if (result.kind === 'message') expect(parseMessage(serializeMessage(result.message)).kind).toBe('message');
  }
});

const readOf = (section: string, setting = outside): SipMessage => {
  const one = tortureCases.find((known) => known.section === section);
  const result = parseMessage(one?.write(setting) ?? '');
  if (result.kind !== 'message') throw new Error(`${section}: ${result.kind}`);
  return result.message;
};

test('spaces and folded lines change nothing of what is said', () => {
  const message = readOf('3.1.1.1', inside);
  expect(cseqOf(message)).toEqual({ number: 7, method: 'INVITE' });
  expect(toOf(message).parameters.get('tag')).toBe('theirs');
  expect(fromOf(message)).toMatchObject({ name: 'Lotte \\ "L"', uri: 'sip:lotte@nord.example' });
  expect(fromOf(message).parameters.get('tag')).toBe('ours');
  expect(viaOf(message)).toMatchObject({ transport: 'UDP', host: 'lotte.nord.example' });
  expect(viaOf(message).parameters.get('branch')).toBe('z9hG4bKm1');
  expect(message.headers.list('Via')).toHaveLength(2);
  const contact = parseNameAddr(message.headers.list('Contact')[0] ?? '');
  expect([contact?.name, contact?.parameters.get('fresh'), contact?.parameters.get('q')]).toEqual([
    'Lotte',
    'air',
    '0.5',
  ]);
});

test('escapes in a user part are undone, once', () => {
  const message = readOf('3.1.1.3');
  expect(message.kind === 'request' && parseUri(message.uri)?.user).toBe('sips:300@away.example');
  expect(parseUri(toOf(message).uri)?.user).toBe('300');
  expect(parseUri('sip:null-%00-null@nord.example')?.user).toBe('null-\0-null');
  expect(parseUri('sip:%2541@nord.example')?.user).toBe('%41');
});

test('what follows the first message of a datagram is no part of it', () => {
  expect(readOf('3.1.1.8').body).toBe('');
});

test('a semicolon before the @ belongs to the user part', () => {
  const message = readOf('3.1.1.9');
  const uri = message.kind === 'request' ? parseUri(message.uri) : undefined;
  expect([uri?.user, uri?.host, uri?.parameters.size]).toEqual(['300;by=emil@west.example', 'nord.example', 0]);
});

test('control characters of a body stay', () => {
  expect(readOf('3.1.1.11').body).toContain('\0\r\r\n\n\xff\x00\r\n--edge--');
});
