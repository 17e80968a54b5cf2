import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { sealingKey, secretBox } from './secret-box.ts';

const folders: string[] = [];
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'sidetone-key-'));
  folders.push(made);
  return made;
};
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true });
});

test('a sealed text opens with the same key, and looks different every time', () => {
  const box = secretBox(sealingKey(folder()));
  expect(box.unseal(box.seal('pässword'))).toBe('pässword');
  expect(box.seal('x').equals(box.seal('x'))).toBe(false);
});

test('another key, a changed byte or a cut end do not open it', () => {
  const box = secretBox(Buffer.alloc(32, 1));
  const sealed = box.seal('secret');
  expect(() => secretBox(Buffer.alloc(32, 2)).unseal(sealed)).toThrow();
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => box.unseal(changed)).toThrow();
    expect(() => box.unseal(sealed.subarray(0, at))).toThrow();
  }
});

test('the key is made once, for its owner only', () => {
  const data = folder();
  const key = sealingKey(data);
  expect(sealingKey(data)).toEqual(key);
  expect(statSync(join(data, 'key')).mode & 0o777).toBe(0o600);
});

test('a damaged key is refused rather than used or replaced', () => {
  const data = folder();
  writeFileSync(join(data, 'key'), 'short');
  expect(() => sealingKey(data)).toThrow(/damaged/);
});

test('a key that is named is read as bytes or as Base64, and never made', () => {
  const data = folder();
  const file = join(data, 'given');
  expect(() => sealingKey(data, file)).toThrow(/^SIDETONE_KEY_FILE names .*given, which cannot be read: ENOENT\.$/);
  const key = Buffer.alloc(32, 7);
  writeFileSync(file, key);
  expect(sealingKey(data, file)).toEqual(key);
  writeFileSync(file, `${key.toString('base64')}\n`);
  expect(sealingKey(data, file)).toEqual(key);
  for (const odd of ['', 'short', 'x'.repeat(33), key.toString('hex'), 'x'.repeat(5000)]) {
    writeFileSync(file, odd);
    expect(() => sealingKey(data, file)).toThrow(/must hold 32 bytes/);
  }
  expect(() => sealingKey(data, data)).toThrow(/which is no file/);
  expect(statSync(join(data, 'key'), { throwIfNoEntry: false })).toBeUndefined();
});
