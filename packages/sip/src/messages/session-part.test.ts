import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HeaderFields } from './headers.ts';
import type { SipRequest } from './message.ts';
import { withSessionPart } from './session-part.ts';

const sdp = 'v=0\r\no=- 1 1 IN IP4 198.51.100.7\r\ns=-\r\n';

const invite = (type: string, body: string): SipRequest => ({
  kind: 'request',
  method: 'INVITE',
  uri: 'sip:200@example.org',
  headers: new HeaderFields([['Content-Type', type]]),
  body,
});

const part = (headers: string[], body: string) => `--edge\r\n${[...headers, ''].join('\r\n')}\r\n${body}\r\n`;
const mixed = (...parts: string[]) => invite('multipart/mixed;boundary=edge', `${parts.join('')}--edge--\r\n`);

const sdpPart = part(['Content-Type: application/sdp'], sdp);
const isup = (more: string[] = []) =>
  part(['Content-Type: application/isup;version=itu-t92+', ...more], '\u0001\u0000\r\n\r\nI\u0002\n');

const taken = (message: SipRequest) => {
  const { headers, body } = withSessionPart(message);
  return { type: headers.get('Content-Type'), body };
};

describe('a session description beside other things', () => {
  const alone = { type: 'application/sdp', body: sdp };

  test.each([
    ['before ISUP', mixed(sdpPart, isup())],
    ['behind ISUP that may be ignored', mixed(isup(['Content-Disposition: signal;handling=optional']), sdpPart)],
    ['with words before the first part', invite('multipart/mixed;boundary="edge"', `Hello\r\n${sdpPart}--edge--`)],
    ['without the last boundary', invite('Multipart/Mixed; Boundary=edge', sdpPart.slice(0, -2))],
    [
      'in a part that holds parts',
      mixed(
        part(
          ['Content-Type: multipart/related;boundary=in'],
          `--in\r\nc: ${'application/sdp'}\r\n\r\n${sdp}\r\n--in--`,
        ),
        isup(),
      ),
    ],
    ['as the second choice', invite('multipart/alternative;boundary=edge', `${part([], 'words')}${sdpPart}--edge--`)],
    [
      'with line breaks of one character',
      invite('multipart/mixed;boundary=edge', `--edge\nContent-Type: application/sdp\n\n${sdp}\n--edge--\n`),
    ],
  ])('%s', (_, message) => {
    expect(taken(message)).toEqual(alone);
  });

  test('leaves the message alone where it is no use', () => {
    const whole = mixed(isup());
    for (const message of [
      whole,
      invite('application/sdp', sdp),
      invite('multipart/mixed', sdpPart),
      mixed(sdpPart, isup(['Content-Disposition: signal;handling=required'])),
      mixed(part(['Content-Type: application/sdp', 'Content-Transfer-Encoding: base64'], 'dj0w')),
      invite('multipart/mixed;boundary=edge', ''),
    ])
      expect(withSessionPart(message)).toBe(message);
  });

  test('does not change the message that it is taken from', () => {
    const message = mixed(sdpPart, isup());
    withSessionPart(message);
    expect(message.headers.get('Content-Type')).toBe('multipart/mixed;boundary=edge');
  });

  test('any body ends in a message', () => {
    const pieces = fc.constantFrom(
      '--edge',
      '--',
      '\r\n',
      '\n',
      'Content-Type: application/sdp',
      'c: multipart/mixed;boundary=edge',
      ':',
      'x',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (texts) => {
        const { type } = taken(invite('multipart/mixed;boundary=edge', texts.join('')));
        expect(['application/sdp', 'multipart/mixed;boundary=edge']).toContain(type);
      }),
    );
  });
});
