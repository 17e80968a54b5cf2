import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readReferTo } from './refer-to.ts';

const target = (value: string) => {
  const read = readReferTo([value]);
  return read.kind === 'target' ? read.target : read.kind;
};

test.each([
  ['sip:200@server.example', { method: 'INVITE', user: '200' }],
  ['"Bob" <sip:+4930123@server.example;transport=udp>', { method: 'INVITE', user: '+4930123' }],
  ['<tel:+49-30-123>', { method: 'INVITE', user: '+4930123' }],
  ['<sip:server.example>', { method: 'INVITE' }],
  ['<sip:2@server.example;method=bye>', { method: 'BYE', user: '2' }],
  ['<sip:%2A21@server.example>', { method: 'INVITE', user: '*21' }],
])('%s', (value, expected) => {
  expect(target(value)).toEqual(expected);
});

test('an escaped Replaces is read, and so is one whose @ a phone forgot to escape', () => {
  const expected = {
    method: 'INVITE',
    user: 'dave',
    replaces: { callId: '12345@192.168.118.3', toTag: '12345', fromTag: '5FFE-3994', earlyOnly: false },
  };
  for (const at of ['%40', '@']) {
    const value = `<sip:dave@denver.example.org?Replaces=12345${at}192.168.118.3%3Bto-tag%3D12345%3Bfrom-tag%3D5FFE-3994>`;
    expect(target(value)).toEqual(expected);
    expect(target(value.replace('?', '?Require=replaces&'))).toEqual(expected);
  }
});

test.each([
  ['nothing', 400],
  ['<sip:>', 400],
  ['<http://example.org>', 416],
  ['<sip:a@b?Replaces=x>', 400],
  ['<sip:a@b?Replaces=%zz>', 400],
  ['<sip:a@b?Replaces=x%3Bto-tag%3D1%3Bfrom-tag%3D2&replaces=x%3Bto-tag%3D1%3Bfrom-tag%3D2>', 400],
])('%s is refused with %i', (value, status) => {
  expect(target(value)).toBe(status);
});

test('there must be exactly one, and nothing that is read throws', () => {
  expect(readReferTo([])).toEqual({ kind: 400 });
  expect(readReferTo(['<sip:a@b>', '<sip:c@d>'])).toEqual({ kind: 400 });
  fc.assert(fc.property(fc.string(), (text) => void readReferTo([text, `<sip:a@b?${text}>`].slice(0, 1))));
  fc.assert(fc.property(fc.string(), (text) => void readReferTo([`<sip:a@b?${text}>`])));
});
