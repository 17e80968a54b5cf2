import { expect, test } from 'vitest';
import { EarlyKeys } from './early-keys.ts';

const at = (port: number, address = '192.0.2.9') => ({ address, port });
const key = (mark: number) => Buffer.alloc(16, mark);

test('keys of a source are given in their order once it is followed, and those of others never', () => {
  const keys = new EarlyKeys();
  const packet = key(1);
  keys.keep(at(4000), packet);
  keys.keep(at(4002), key(9));
  keys.keep(at(4000), key(2));
  // The socket may use its memory again.
  packet.fill(7);
  expect(keys.takeFrom(at(4000)).map(([first]) => first)).toEqual([1, 2]);
  expect(keys.takeFrom(at(4000))).toEqual([]);
  expect(keys.takeFrom(at(4002))).toEqual([]);
});

test('audio is not kept, nor more than a caller presses, nor the keys of many sources', () => {
  const keys = new EarlyKeys();
  keys.keep(at(4000), Buffer.alloc(172));
  for (let sent = 0; sent < 500; sent += 1) keys.keep(at(4000), key(1));
  for (let port = 5000; port < 5100; port += 1) keys.keep(at(port), key(1));
  expect(keys.takeFrom(at(4000))).toHaveLength(80);
  for (let port = 5000; port < 5100; port += 1) keys.keep(at(port), key(1));
  expect(keys.takeFrom(at(5004))).toEqual([]);
});
