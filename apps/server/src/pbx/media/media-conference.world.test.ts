import { shareAt } from '@sidetone/signals/spectrum.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Ear } from './testing/ear.ts';
import type { Party } from './testing/party.ts';
import { openParty } from './testing/party.ts';
import { voicesIn } from './testing/voices.ts';

let party: Party;
const anna = 700;
const bob = 1000;
const carol = 1700;
const everybody = [anna, bob, carol];

beforeAll(async () => {
  party = await openParty();
});
afterEach(() => party.clear());
afterAll(() => party.stop());

/**
 * Waits until each ear hears exactly these voices for half a second, once what was under way is over. On a busy machine
 * a voice may stumble in the first half second.
 */
async function expectVoices(...wanted: readonly (readonly [Ear, readonly number[]])[]): Promise<void> {
  await Promise.all(
    wanted.map(async ([ear, voices]) => {
      await ear.listen(300);
      const listen = async () => expect(voicesIn(await ear.listen(500), 8000, everybody)).toEqual(voices);
      await vi.waitFor(listen, { timeout: 8000 });
    }),
  );
}

/** How much of what is heard is this voice. */
async function shareOf(hertz: number, ear: Ear): Promise<number> {
  return shareAt(hertz, await ear.listen(500), 8000);
}

/** Whether a stream was numbered without a hole or a step back. */
const isUnbroken = (sequences: readonly number[]) =>
  sequences.slice(1).every((sequence, index) => ((sequence - (sequences[index] ?? 0)) & 0xffff) === 1);

test('three in a conference, by browser and phone, each hear exactly the other two', async () => {
  const [a, b, c] = [
    await party.browser('anna', anna),
    await party.phone('bob', bob, 'PCMA'),
    await party.phone('carol', carol, 'PCMU'),
  ];
  await party.process.media.confer(['anna', 'bob', 'carol']);
  await expectVoices([a.ear, [bob, carol]], [b.ear, [anna, carol]], [c.ear, [anna, bob]]);
  const own = await Promise.all([shareOf(anna, a.ear), shareOf(bob, b.ear), shareOf(carol, c.ear)]);
  for (const share of own) expect(share).toBeLessThan(0.005);
});

test('from a bridge to a conference and back, and one after the other leaves: one SSRC, no number lost', async () => {
  const [a, b, c] = [
    await party.browser('anna', anna),
    await party.browser('bob', bob),
    await party.phone('carol', carol),
  ];
  const { media } = party.process;
  await media.bridge('anna', 'bob');
  await expectVoices([a.ear, [bob]], [b.ear, [anna]]);
  await media.confer(['anna', 'bob', 'carol']);
  await expectVoices([a.ear, [bob, carol]], [b.ear, [anna, carol]], [c.ear, [anna, bob]]);
  await media.unbridge('carol');
  await expectVoices([a.ear, [bob]], [b.ear, [anna]]);
  expect(await c.ear.isSilent(300)).toBe(true);
  await media.bridge('anna', 'carol');
  await expectVoices([a.ear, [carol]], [c.ear, [anna]]);
  expect(await b.ear.isSilent(300)).toBe(true);
  for (const each of [a, b, c]) {
    expect(each.heard.ssrcs.size).toBe(1);
    expect(isUnbroken(each.heard.sequences)).toBe(true);
  }
});

test('who closes leaves the others to each other', async () => {
  const [a, b] = [await party.browser('anna', anna), await party.phone('bob', bob)];
  await party.phone('carol', carol);
  await party.process.media.confer(['anna', 'bob', 'carol']);
  await party.process.media.close('carol');
  await expectVoices([a.ear, [bob]], [b.ear, [anna]]);
  await party.process.media.close('bob');
  expect(await a.ear.isSilent(300)).toBe(true);
});

test('a held member neither hears nor is heard, and a tone is for its ear alone', async () => {
  const [a, b, c] = [
    await party.browser('anna', anna),
    await party.phone('bob', bob),
    await party.phone('carol', carol, 'PCMA'),
  ];
  const { media } = party.process;
  await media.confer(['anna', 'bob', 'carol']);
  await media.hold('bob', true);
  await expectVoices([a.ear, [carol]], [c.ear, [anna]]);
  expect(await b.ear.isSilent(200)).toBe(true);
  await media.play('bob', 'busy');
  expect(await b.ear.tone([...everybody, 425])).toBe(425);
  await media.play('bob', null);
  await media.hold('bob', false);
  await media.play('anna', 'congestion');
  expect(await a.ear.tone([...everybody, 425])).toBe(425);
  await expectVoices([b.ear, [anna, carol]], [c.ear, [anna, bob]]);
});

test('a digit is told once and made again for every other member', async () => {
  const [a, b, c] = [
    await party.browser('anna', anna),
    await party.phone('bob', bob),
    await party.phone('carol', carol),
  ];
  await party.process.media.confer(['anna', 'bob', 'carol']);
  a.press(5);
  await party.process.heard((fact) => fact.type === 'dtmf');
  await expect.poll(() => [a.heard.digits, b.heard.digits, c.heard.digits]).toEqual(['', '5', '5']);
  expect(party.process.facts.filter((fact) => fact.type === 'dtmf')).toHaveLength(1);
  await expectVoices([b.ear, [anna, carol]], [c.ear, [anna, bob]]);
});

test('people who are muted in a room hear and are not heard, and nobody hears the keys of others', async () => {
  const [a, b, c] = [
    await party.browser('anna', anna),
    await party.phone('bob', bob),
    await party.phone('carol', carol, 'PCMA'),
  ];
  const { media } = party.process;
  await media.confer(['anna', 'bob', 'carol'], { listeners: ['carol'], keepsKeys: true });
  await expectVoices([a.ear, [bob]], [b.ear, [anna]], [c.ear, [anna, bob]]);
  a.press(5);
  await party.process.heard((fact) => fact.type === 'dtmf');
  await media.confer(['anna', 'bob', 'carol'], { keepsKeys: true });
  await expectVoices([a.ear, [bob, carol]], [b.ear, [anna, carol]], [c.ear, [anna, bob]]);
  expect([b.heard.digits, c.heard.digits]).toEqual(['', '']);
});

test('a conference that nobody can hold is refused, and members of a call stay there', async () => {
  const a = await party.phone('anna', anna);
  await party.phone('bob', bob);
  const { media } = party.process;
  await media.bridge('anna', 'bob');
  await expect(media.confer(['anna', 'nobody'])).rejects.toMatchObject({ code: 'NO_SUCH_ENDPOINT' });
  await expect(media.confer(['anna', 'anna'])).rejects.toMatchObject({ code: 'INTERNAL' });
  await expectVoices([a.ear, [bob]]);
});
