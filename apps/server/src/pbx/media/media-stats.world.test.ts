import { afterAll, beforeAll, expect, test } from 'vitest';
import { audioFigures } from './audio-figures.ts';
import type { Party } from './testing/party.ts';
import { openParty } from './testing/party.ts';

let party: Party;

beforeAll(async () => {
  party = await openParty();
});
afterAll(() => party.stop());

test('of a leg it is known what codec it speaks, how loud either side is, and whether it comes', async () => {
  const desk = await party.phone('desk', 1000, 'PCMA');
  await party.browser('anna', 440);
  const { media } = party.process;
  await media.bridge('anna', 'desk');
  await expect.poll(async () => (await media.stats('anna')).levelOut, { timeout: 5000 }).toBeGreaterThan(0.2);
  await expect.poll(async () => (await media.stats('anna')).levelIn, { timeout: 5000 }).toBeGreaterThan(0.2);
  const before = await media.stats('desk');
  expect(before).toMatchObject({ codec: 'PCMA', lostIn: 0 });
  expect(before.levelOut).toBeGreaterThan(0.2);
  expect((await media.stats('anna')).codec).toBe('opus');
  desk.hush();
  // What was on its way when it fell silent has arrived by now.
  await desk.ear.listen(100);
  const hushed = await media.stats('desk');
  await desk.ear.listen(300);
  const between = await media.stats('desk');
  await desk.ear.listen(300);
  const after = await media.stats('desk');
  expect(audioFigures(hushed, between)).toMatchObject({ hasPacketsIn: false, hasPacketsOut: true, codec: 'PCMA' });
  expect(audioFigures(between, after)?.loss).toBe(0);
  await media.hold('desk', true);
  expect(await media.stats('desk')).toMatchObject({ levelIn: 0, levelOut: 0 });
});
