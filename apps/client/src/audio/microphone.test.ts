import { expect, test } from 'vitest';
import { openMicrophone } from './microphone.ts';

const devicesThatFailWith = (name: string) =>
  ({
    getUserMedia: async () => {
      throw new DOMException('no', name);
    },
  }) as unknown as MediaDevices;

test.each([
  ['NotFoundError', 'missing'],
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotReadableError', 'failed'],
] as const)('%s means %s', async (name, problem) => {
  await expect(openMicrophone(devicesThatFailWith(name))).rejects.toMatchObject({ problem });
});

test('a page that is not secure has no devices at all', async () => {
  await expect(openMicrophone(null)).rejects.toMatchObject({ problem: 'insecure' });
});
