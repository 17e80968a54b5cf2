import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NameServer, openNameServer } from './testing/name-server.ts';
import { txtRecords } from './txt-records.ts';

let server: NameServer;
beforeAll(async () => {
  server = await openNameServer();
});
afterAll(() => server.close());

test('texts are read, also those in pieces and those that come by TCP, and what is too much is left out', async () => {
  const { records, address } = server;
  const { of } = txtRecords([address]);
  records.set('a.example', ['one', 'two words']);
  expect(await of('a.example')).toEqual(['one', 'two words']);
  records.set('long.example', ['x'.repeat(400)]);
  expect(await of('long.example')).toEqual(['x'.repeat(400)]);
  records.set(
    'huge.example',
    Array.from({ length: 150 }, (_, at) => `${at} ${'y'.repeat(300)}`),
  );
  const huge = await of('huge.example');
  expect(huge).toHaveLength(100);
  records.set('longer.example', ['z'.repeat(5000)]);
  expect(await of('longer.example')).toEqual(['z'.repeat(512)]);
});

test('a name without texts, one that does not exist, and a name server that says nothing are told apart', async () => {
  server.records.set('below.here.example', ['text']);
  const { of } = txtRecords([server.address]);
  expect(await of('here.example')).toBe('noRecord');
  expect(await of('nowhere.example')).toBe('noSuchDomain');
  server.setSilent(true);
  expect(await of('here.example')).toBe('noAnswer');
  server.setSilent(false);
}, 20_000);
