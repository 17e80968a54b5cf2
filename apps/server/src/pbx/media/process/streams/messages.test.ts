import { expect, test } from 'vitest';
import { longestMessage, MessageWriter, readProgramMessage, streamSidOf } from './messages.ts';

const order = {
  streamId: 'stream-1',
  url: 'wss://bot.example/',
  addresses: ['192.0.2.1'],
  headers: {},
  accountSid: 'AC1',
  callSid: 'CA1',
  parameters: { From: '+4930111', language: 'de' },
};
const streamSid = streamSidOf('stream-1');
const read = (message: unknown) => readProgramMessage(JSON.stringify(message), streamSid);

test('the messages have the documented form: running numbers as strings, none in the first', () => {
  const writer = new MessageWriter(order);
  const messages = [
    writer.connected(),
    writer.start(),
    writer.media(Uint8Array.of(0xff, 0x7f), 0),
    writer.dtmf('5'),
    writer.media(Uint8Array.of(0x00), 40),
    writer.mark('greeting'),
    writer.stop(),
  ];
  expect(messages.map((each) => JSON.parse(each))).toEqual([
    { event: 'connected', protocol: 'Call', version: '1.0.0' },
    {
      event: 'start',
      sequenceNumber: '1',
      start: {
        accountSid: 'AC1',
        streamSid,
        callSid: 'CA1',
        tracks: ['inbound'],
        mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
        customParameters: { From: '+4930111', language: 'de' },
      },
      streamSid,
    },
    {
      event: 'media',
      sequenceNumber: '2',
      media: { track: 'inbound', chunk: '1', timestamp: '0', payload: '/38=' },
      streamSid,
    },
    { event: 'dtmf', sequenceNumber: '3', dtmf: { track: 'inbound_track', digit: '5' }, streamSid },
    {
      event: 'media',
      sequenceNumber: '4',
      media: { track: 'inbound', chunk: '2', timestamp: '40', payload: 'AA==' },
      streamSid,
    },
    { event: 'mark', sequenceNumber: '5', mark: { name: 'greeting' }, streamSid },
    { event: 'stop', sequenceNumber: '6', stop: { accountSid: 'AC1', callSid: 'CA1' }, streamSid },
  ]);
});

test('the name of a stream is made of its id', () => {
  expect(streamSid).toMatch(/^MZ[0-9a-f]{32}$/);
  expect(streamSidOf('stream-2')).not.toBe(streamSid);
});

test('the three messages of a program are read, whatever else they hold', () => {
  expect(read({ event: 'media', streamSid, media: { payload: '/38=', track: 'outbound' }, more: 1 })).toEqual({
    event: 'media',
    audio: Buffer.from([0xff, 0x7f]),
  });
  expect(read({ event: 'mark', streamSid, mark: { name: 'end' } })).toEqual({ event: 'mark', name: 'end' });
  expect(read({ event: 'clear', streamSid })).toEqual({ event: 'clear' });
});

test('the longest message that may come is read', () => {
  const payload = Buffer.alloc(74_000, 0x55).toString('base64');
  const heard = read({ event: 'media', streamSid, media: { payload } });
  expect(heard?.event === 'media' && heard.audio.length).toBe(74_000);
});

test('everything else is none: other events, other streams, wrong base64, no JSON, too much', () => {
  for (const rubbish of [
    { event: 'dtmf', streamSid, dtmf: { digit: '1' } },
    { event: 'media', streamSid: 'MZ0', media: { payload: '/38=' } },
    { event: 'media', media: { payload: '/38=' } },
    { event: 'media', streamSid, media: { payload: '/3!8' } },
    { event: 'media', streamSid, media: { payload: '/38' } },
    { event: 'media', streamSid, media: {} },
    { event: 'mark', streamSid, mark: { name: 'n'.repeat(501) } },
    { event: 'media', streamSid, media: { payload: 'A'.repeat(longestMessage) } },
    [],
    null,
  ]) {
    expect(read(rubbish)).toBeNull();
  }
  expect(readProgramMessage('{"event":', streamSid)).toBeNull();
  expect(readProgramMessage('[['.repeat(50_000), streamSid)).toBeNull();
});
