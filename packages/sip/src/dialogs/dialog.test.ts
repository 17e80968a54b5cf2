import { expect, test } from 'vitest';
import { HeaderFields } from '../messages/headers.ts';
import { responseTo, type SipRequest } from '../messages/message.ts';
import {
  acceptOrder,
  ackInside,
  dialogKeyOfRequest,
  dialogOfCallee,
  dialogOfCaller,
  keyOfDialog,
  refreshTarget,
  requestInside,
} from './dialog.ts';

const invite = (extra: [string, string][] = []): SipRequest => ({
  kind: 'request',
  method: 'INVITE',
  uri: 'sip:bob@bob.example',
  headers: new HeaderFields([
    ['Via', 'SIP/2.0/UDP anna.example;branch=z9hG4bK1'],
    ['From', '"Anna" <sip:anna@example.org>;tag=a'],
    ['To', '<sip:bob@example.org>'],
    ['Call-ID', 'c1'],
    ['CSeq', '7 INVITE'],
    ['Contact', '<sip:anna@anna.example>'],
    ...extra,
  ]),
  body: '',
});
const routes: [string, string][] = [['Record-Route', '<sip:p2.example;lr>, <sip:p1.example;lr>']];

test('both ends of a call find each other inside the dialog, through the same proxies', () => {
  const request = invite(routes);
  const bob = dialogOfCallee(request, 'b');
  const anna = dialogOfCaller(
    invite(),
    responseTo(request, 200, { toTag: 'b', headers: [['Contact', '<sip:bob@bob.example>']] }),
  );
  if (!bob) throw new Error('no dialog');
  expect(dialogKeyOfRequest(requestInside(anna, 'BYE'))).toBe(keyOfDialog(bob));
  expect(dialogKeyOfRequest(requestInside(bob, 'BYE'))).toBe(keyOfDialog(anna));
  expect(bob.routes).toEqual(['<sip:p2.example;lr>', '<sip:p1.example;lr>']);
  expect(anna.routes).toEqual(['<sip:p1.example;lr>', '<sip:p2.example;lr>']);
});

test('requests of the dialog count up and go to the contact', () => {
  const dialog = dialogOfCaller(
    invite(),
    responseTo(invite(), 200, { toTag: 'b', headers: [['Contact', '<sip:bob@desk.example:5070>']] }),
  );
  const update = requestInside(dialog, 'UPDATE');
  expect([update.uri, update.headers.get('CSeq')]).toEqual(['sip:bob@desk.example:5070', '8 UPDATE']);
  expect(requestInside(dialog, 'BYE').headers.get('CSeq')).toBe('9 BYE');
  expect(ackInside(dialog, 7).headers.get('CSeq')).toBe('7 ACK');
});

test('a strict router gets its own URI in the start line', () => {
  const dialog = dialogOfCallee(invite([['Record-Route', '<sip:strict.example>, <sip:p1.example;lr>']]), 'b');
  const bye = dialog && requestInside(dialog, 'BYE');
  expect(bye?.uri).toBe('sip:strict.example');
  expect(bye?.headers.list('Route')).toEqual(['<sip:p1.example;lr>', '<sip:anna@anna.example>']);
});

test('requests that come late are out of order, and a new contact is taken over', () => {
  const dialog = dialogOfCallee(invite(), 'b');
  if (!dialog) throw new Error('no dialog');
  const next = invite([]);
  expect(acceptOrder(dialog, next)).toBe(false);
  next.headers.set('CSeq', '8 INVITE').set('Contact', '<sip:anna@elsewhere.example>');
  expect(acceptOrder(dialog, next)).toBe(true);
  refreshTarget(dialog, next);
  expect(requestInside(dialog, 'BYE').uri).toBe('sip:anna@elsewhere.example');
});

test('a contact to which no request can be sent changes nothing, and makes no dialog', () => {
  const odd = '<sip:anna@127.0.0.1\u{1F4DE}ample;x=y>';
  const request = invite();
  const dialog = dialogOfCallee(request, 'b');
  if (!dialog) throw new Error('no dialog');
  request.headers.set('Contact', odd);
  refreshTarget(dialog, request);
  expect(requestInside(dialog, 'BYE').uri).toBe('sip:anna@anna.example');
  expect(dialogOfCallee(request, 'b')).toBeUndefined();
});

test('an INVITE without a contact makes no dialog', () => {
  const request = invite();
  request.headers.remove('Contact');
  expect(dialogOfCallee(request, 'b')).toBeUndefined();
});
