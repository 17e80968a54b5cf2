import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wavOf } from '@sidetone/wav/wav.ts';
import { expect, test } from 'vitest';
import { greetings } from './greetings.ts';

const wav = (seconds: number) => Buffer.from(wavOf([new Int16Array(8000 * seconds)], 8000));
const said = { text: 'Bitte nach dem Ton.', language: 'de' as const };

test('what a greeting says is kept as long as its sound is, and belongs to no other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'greetings-'));
  const kept = greetings(folder);
  expect(await kept.saidIn('c1')).toBeNull();
  await kept.keep('c1', wav(2), said);
  expect(await kept.saidIn('c1')).toEqual(said);
  expect(await kept.channels()).toEqual(['c1']);
  // Recorded by telephone since, which leaves the text where it is.
  writeFileSync(join(folder, 'c1.wav'), wav(3));
  expect(await kept.saidIn('c1')).toBeNull();
  await kept.keep('c1', wav(2), said);
  await kept.keep('c1', wav(2));
  expect(await kept.saidIn('c1')).toBeNull();
  await kept.keep('c1', wav(2), said);
  await kept.remove('c1');
  expect(await kept.saidIn('c1')).toBeNull();
  writeFileSync(join(folder, 'c1.json'), 'no text');
  expect(await kept.saidIn('c1')).toBeNull();
});
