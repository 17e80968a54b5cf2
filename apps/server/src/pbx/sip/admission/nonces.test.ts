import { fakeClock } from '@sidetone/sip/testing/fake-clock.ts';
import { expect, test } from 'vitest';
import { openNonces } from './nonces.ts';

const [office, home] = ['192.0.2.1', '192.0.2.2'];

function opened(key = 'a key') {
  const clock = fakeClock();
  let serial = 0;
  const token = () => {
    serial += 1;
    return `w${serial}`;
  };
  return { clock, nonces: openNonces(clock, token, key) };
}

test('a nonce is good for five minutes, at the address that it was made for', () => {
  const { clock, nonces } = opened();
  const nonce = nonces.fresh(office);
  expect(nonces.isOurs(nonce, office)).toBe(true);
  expect(nonces.isOurs(nonce, home)).toBe(false);
  clock.advance(5 * 60_000 - 1);
  expect(nonces.isOurs(nonce, office)).toBe(true);
  clock.advance(1);
  expect(nonces.isOurs(nonce, office)).toBe(false);
});

test.each(['', 'n', '-', '--', '---', 'ffffffffffff-w1-', `1-w1-${'€'.repeat(32)}`])(
  'what nobody made here is not ours: %j',
  (forged) => {
    expect(opened().nonces.isOurs(forged, office)).toBe(false);
  },
);

test('no part of a nonce can be changed', () => {
  const { nonces } = opened();
  const nonce = nonces.fresh(office);
  for (let at = 0; at < nonce.length; at += 1) {
    const changed = `${nonce.slice(0, at)}${nonce[at] === '1' ? '2' : '1'}${nonce.slice(at + 1)}`;
    expect(nonces.isOurs(changed, office)).toBe(false);
  }
});

test('a nonce that another process made is not ours, so that nothing of it can be sent again', () => {
  const before = opened('the key before').nonces.fresh(office);
  expect(opened('another key').nonces.isOurs(before, office)).toBe(false);
});

test('a count is good once, in any order, and a nonce for 500 of them', () => {
  const { nonces } = opened();
  const nonce = nonces.fresh(office);
  expect([2, 1, 2, 1].map((count) => nonces.use(nonce, count))).toEqual(['ok', 'ok', 'replayed', 'replayed']);
  for (let count = 3; count <= 500; count += 1) expect(nonces.use(nonce, count)).toBe('ok');
  expect(nonces.use(nonce, 501)).toBe('stale');
});

test('a nonce whose counts made room for others is used up, and one made later is not', () => {
  const { clock, nonces } = opened();
  const first = nonces.fresh(office);
  const unused = nonces.fresh(office);
  expect(nonces.use(first, 1)).toBe('ok');
  clock.advance(1);
  for (let one = 0; one < 20_000; one += 1) expect(nonces.use(nonces.fresh(office), 1)).toBe('ok');
  expect(nonces.use(first, 1)).toBe('stale');
  expect(nonces.use(unused, 1)).toBe('stale');
  clock.advance(1);
  expect(nonces.use(nonces.fresh(office), 1)).toBe('ok');
});
