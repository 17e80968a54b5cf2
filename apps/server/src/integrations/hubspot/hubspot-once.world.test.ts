import type { Fault } from '@sidetone/simulator/crm/faults.ts';
import { expect, test } from 'vitest';
import type { CallRecord, CrmSide, Written } from '../../crm/crm-side.ts';
import { IntegrationError } from '../connector.ts';
import { call, never, type SomePortal, somePortal, unit } from './testing/some-portal.ts';

/** Numbers of a seed, each below 1: a run that fails can be run again. */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const troubles: readonly Fault[] = [
  { does: 'commitThenReset' },
  { does: 'commitThenFail' },
  { does: 'cutAnswer' },
  { does: 'breakSchema' },
  { does: 'refuse', status: 409 },
  { does: 'refuse', status: 429, headers: { 'retry-after': '1' } },
  { does: 'refuse', status: 503 },
  { does: 'refuse', status: 500 },
];

/** Writes until HubSpot says that it is written, with a new connection now and then, as after a kill. */
async function writeWithTrouble(world: SomePortal, random: () => number, key: string, words: CallRecord) {
  let crm: CrmSide = await connected(world, random);
  for (let tries = 0; tries < 40; tries += 1) {
    const trouble = random() < 0.6 ? troubles[Math.floor(random() * troubles.length)] : undefined;
    if (trouble) world.portal.faults.next(trouble, { of: /(POST|GET|PATCH) / });
    try {
      return await crm.write(unit(), words, key, never);
    } catch (error) {
      expect(error).toBeInstanceOf(IntegrationError);
      if (random() < 0.3) crm = await connected(world, random);
    } finally {
      world.portal.faults.clear();
    }
  }
  throw new Error('it was never written');
}

/** A connection, although some of what it asks at its beginning may fail. */
async function connected(world: SomePortal, random: () => number): Promise<CrmSide> {
  const of = /properties/;
  if (random() < 0.3) world.portal.faults.next({ does: 'refuse', status: 500 }, { of });
  const crm = await world.crm();
  world.portal.faults.clear();
  return crm;
}

test.each([1, 2, 3])(
  'of 40 logs with trouble at every step each is there once, with its newest words (seed %i)',
  async (seed) => {
    const world = await somePortal();
    const random = numbersOf(seed);
    const kept = new Map<string, Written & { title: string }>();
    for (let count = 0; count < 40; count += 1) {
      const key = `KEY${seed}N${count}`;
      const written = await writeWithTrouble(world, random, key, call({ title: 'first' }));
      const isChanged = random() < 0.5;
      kept.set(key, { ...written, title: isChanged ? 'newest' : 'first' });
      // A change is of the record that is known, however often it is sent.
      if (isChanged) {
        const crm = await world.crm();
        world.portal.faults.next({ does: 'commitThenReset' }, { of: /^PATCH/ });
        await crm.change(written, unit(), call({ title: 'newest' }), key, never).catch(() => undefined);
        expect(await crm.change(written, unit(), call({ title: 'newest' }), key, never)).toEqual(written);
      }
    }
    for (const [key, { id, title }] of kept) {
      const there = world.portal.recordsWithKey(key);
      expect(there.map((one) => one.id)).toEqual([id]);
      expect(there[0]?.properties['hs_call_title']).toBe(title);
    }
    expect(world.portal.objects.of('calls')).toHaveLength(40);
    world.close();
  },
  60_000,
);

test('a thousand logs are a thousand requests, and two more for the properties', async () => {
  const world = await somePortal();
  const crm = await world.crm();
  const before = world.portal.journal.length;
  for (let count = 0; count < 1_000; count += 1) await crm.write(unit(), call(), `KEY${count}`, never);
  expect(world.portal.journal.length - before).toBe(1_002);
  world.close();
}, 60_000);
