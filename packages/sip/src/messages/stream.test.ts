import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frameStream } from './stream.ts';

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const text = (data: Uint8Array) => String.fromCharCode(...data);
const message = (body: string, name = 'Content-Length') =>
  `OPTIONS sip:a@h SIP/2.0\r\nVia: SIP/2.0/TCP h\r\n${name}: ${body.length}\r\n\r\n${body}`;

test('messages are found again however the stream was cut', () => {
  const sent = [message('hello'), message('', 'l'), message('x\r\n\r\ny', 'content-length'), message('z')];
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (sizes) => {
      const framer = frameStream();
      const stream = bytes(sent.join(''));
      const got: string[] = [];
      for (let at = 0, turn = 0; at < stream.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1;
        for (const frame of framer.push(stream.subarray(at, at + size))) {
          if (frame.kind === 'broken') throw new Error('broken');
          if (frame.kind === 'message') got.push(text(frame.bytes));
        }
        at += size;
      }
      expect(got).toEqual(sent);
      expect(framer.waiting).toBe(false);
    }),
    { numRuns: 200 },
  );
});

test('keep-alives between messages are recognised', () => {
  const framer = frameStream();
  const frames = framer.push(bytes(`\r\n\r\n${message('a')}\r\n${message('b')}`));
  expect(frames.map(({ kind }) => kind)).toEqual(['ping', 'message', 'pong', 'message']);
});

test.each([
  ['a length that is no number', message('x').replace('Content-Length: 1', 'Content-Length: one')],
  ['a length beyond the limit', message('x').replace('Content-Length: 1', 'Content-Length: 99999')],
  ['a head without end', `OPTIONS ${'x'.repeat(2000)}`],
  ['a length below zero', message('x').replace('Content-Length: 1', 'Content-Length: -1')],
  ['a length that is said twice', message('x').replace('Content-Length: 1', 'Content-Length: 1\r\nl: 1')],
])('%s ends the stream, behind what was whole', (_, stream) => {
  const framer = frameStream(1000);
  const frames = framer.push(bytes(`${message('before')}${stream}`));
  expect(frames.map(({ kind }) => kind)).toEqual(['message', 'broken']);
  expect(framer.push(bytes(message('after')))).toEqual([]);
});

test('a length may be on a line of its own', () => {
  const [frame] = frameStream().push(bytes(message('hello').replace('Content-Length: 5', 'Content-Length\t:\r\n  5')));
  expect(frame?.kind).toBe('message');
});
