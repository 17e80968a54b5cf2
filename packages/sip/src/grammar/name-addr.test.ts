import { expect, test } from 'vitest';
import { parseNameAddr, serializeNameAddr } from './name-addr.ts';
import { splitOutsideQuotes } from './parameters.ts';
import { parseVia, serializeVia, withSource } from './via.ts';

test.each([
  ['"Anna \\"A\\" <x>, B" <sip:anna@h;lr>;tag=1', 'Anna "A" <x>, B', 'sip:anna@h;lr', '1'],
  ['Anna B <sip:anna@h>;tag=2', 'Anna B', 'sip:anna@h', '2'],
  ['sip:anna@h;tag=3', undefined, 'sip:anna@h', '3'],
  ['<tel:+491>', undefined, 'tel:+491', undefined],
])('%s is understood', (text, name, uri, tag) => {
  const address = parseNameAddr(text);
  expect([address?.name, address?.uri, address?.parameters.get('tag')]).toEqual([name, uri, tag]);
});

test.each(['', 'Anna', '<sip:a@h', '"Anna <sip:a@h>', '<sip:a@h> rest', '<>'])('%j is no address', (text) => {
  expect(parseNameAddr(text)).toBeUndefined();
});

test('a display name cannot write header fields of its own', () => {
  const text = serializeNameAddr({ name: 'A"\\\r\nEvil: 1', uri: 'sip:a@h', parameters: new Map() });
  expect(text).toBe('"A\\"\\\\  Evil: 1" <sip:a@h>');
  expect(parseNameAddr(text)?.name).toBe('A"\\  Evil: 1');
});

test('the instance of RFC 5626 is written in quotes', () => {
  const parameters = new Map([['+sip.instance', '<urn:uuid:1>']]);
  expect(serializeNameAddr({ uri: 'sip:a@h', parameters })).toBe('<sip:a@h>;+sip.instance="<urn:uuid:1>"');
});

test('a list is cut at commas, but not inside quotes and brackets', () => {
  expect(splitOutsideQuotes('"a, b" <sip:x,y@h>, <sip:z@h>,', ',')).toEqual(['"a, b" <sip:x,y@h>', '<sip:z@h>']);
});

test('a Via tells where the request really came from', () => {
  const via = parseVia('SIP/2.0/UDP 10.0.0.1:5070;branch=z9hG4bKx;rport');
  expect(via && serializeVia(withSource(via, '192.0.2.9', 40_000))).toBe(
    'SIP/2.0/UDP 10.0.0.1:5070;branch=z9hG4bKx;rport=40000;received=192.0.2.9',
  );
  const six = parseVia('SIP / 2.0 / tcp [2001:db8::1] ; branch=z9hG4bKy');
  expect(six && serializeVia(withSource(six, '2001:db8::1', 1))).toBe('SIP/2.0/TCP [2001:db8::1];branch=z9hG4bKy');
});

test.each(['', 'SIP/2.0/UDP', 'SIP/3.0/UDP h', 'SIP/2.0/UDP h:x', 'HTTP/1.1 h'])('%j is no Via', (text) => {
  expect(parseVia(text)).toBeUndefined();
});
