import { isoCBOR } from '@simplewebauthn/server/helpers';
import { expect, test } from 'vitest';
import { statesNothing } from './attestation.ts';

const stated = (
  fmt: string,
  statement: readonly (readonly [string, number | Uint8Array | readonly Uint8Array[]])[],
) => {
  const object = new Map<string, unknown>([
    ['fmt', fmt],
    ['attStmt', new Map<string, unknown>(statement)],
    ['authData', new Uint8Array(37)],
  ]);
  return Buffer.from(isoCBOR.encode(object as Parameters<typeof isoCBOR.encode>[0])).toString('base64url');
};
const signed = [
  ['alg', -7],
  ['sig', new Uint8Array(8)],
] as const;
const certified = [...signed, ['x5c', [new Uint8Array(8), new Uint8Array(8)]] as const];

test.each([
  ['none', [], true],
  ['packed', signed, true],
  ['packed', certified, false],
  ['android-key', certified, false],
  ['android-key', signed, false],
  ['fido-u2f', certified, false],
  ['tpm', certified, false],
])('%s, %j: %s', async (format, statement, isBare) => {
  expect(await statesNothing(stated(format, statement))).toBe(isBare);
});

test('what is no attestation is refused', async () => {
  await expect(statesNothing('bm9uZQ')).rejects.toThrow();
});
