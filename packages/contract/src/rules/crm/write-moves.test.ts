import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CrmWriteCause, crmWriteCauses, movedBy } from './write-moves.ts';
import { type CrmWriteState, crmWriteStates } from './write-states.ts';

/** An entry, what really is in the CRM, and what the server knows of it. */
interface World {
  state: CrmWriteState;
  /** Records with the entry's key. */
  records: number;
  /** The server has the id of the record. */
  isKnown: boolean;
  /** What the request that is on its way made of it; null while none is. */
  wasTaken: boolean | null;
}

/** Whether what really is in the CRM allows that this is said. People and looks tell the truth. */
function isTrue(world: World, cause: CrmWriteCause): boolean {
  switch (cause) {
    case 'answered':
      return world.wasTaken === true;
    case 'delayed':
      return world.wasTaken === false || world.isKnown;
    case 'blocked':
    case 'refused':
      return world.wasTaken !== true;
    case 'unclear':
      return !world.isKnown;
    case 'gone':
      return world.isKnown;
    case 'found':
    case 'itIsThere':
      return world.records > 0;
    case 'absent':
    case 'writeAgain':
      return world.records === 0;
    default:
      return true;
  }
}

/** What a move does in the CRM, and to what the server knows. */
function happen(world: World, cause: CrmWriteCause, doesCrmTakeIt: boolean): void {
  const next = isTrue(world, cause) ? movedBy(world.state, cause) : null;
  if (next === null) {
    return;
  }
  world.state = next;
  world.wasTaken = next === 'SENDING' ? doesCrmTakeIt : null;
  if (next === 'SENDING' && doesCrmTakeIt && !world.isKnown) {
    world.records += 1;
  }
  if (next === 'WRITTEN') {
    world.isKnown = true;
  }
  if (next === 'REMOVED' || next === 'GONE') {
    world.records = 0;
    world.isKnown = false;
  }
}

const step = fc.tuple(fc.constantFrom(...crmWriteCauses), fc.boolean());

test('whatever happens in whatever order, a CRM has one record of an entry at most, and exactly one once it is written', () => {
  let written = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120, size: 'max' }), (steps) => {
      const world: World = { state: 'DRAFT', records: 0, isKnown: false, wasTaken: null };
      for (const [cause, doesCrmTakeIt] of steps) {
        happen(world, cause, doesCrmTakeIt);
        expect(world.records, `${world.state} by ${cause}`).toBeLessThanOrEqual(1);
        if (world.state === 'WRITTEN') {
          written += 1;
          expect(world.records).toBe(1);
        }
        if (world.state === 'REFUSED' || world.state === 'REMOVED') {
          expect(world.records).toBe(world.isKnown ? 1 : 0);
        }
      }
    }),
    { numRuns: 2000, seed: 84 },
  );
  expect(written).toBeGreaterThan(100);
});

/** Every state that can be reached from this one. */
function reachableFrom(start: CrmWriteState): Set<CrmWriteState> {
  const reached = new Set([start]);
  for (const state of reached) {
    for (const cause of crmWriteCauses) {
      const next = movedBy(state, cause);
      if (next !== null) {
        reached.add(next);
      }
    }
  }
  return reached;
}

test('every state comes up, and no entry but a deleted one is stuck', () => {
  expect([...reachableFrom('DRAFT')].toSorted()).toEqual([...crmWriteStates].toSorted());
  for (const state of crmWriteStates) {
    expect(reachableFrom(state).has('WRITTEN'), state).toBe(state !== 'GONE');
  }
});

test('every cause moves something, and nothing onto itself', () => {
  for (const cause of crmWriteCauses) {
    const moved = crmWriteStates.filter((state) => movedBy(state, cause) !== null);
    expect(moved.length, cause).toBeGreaterThan(0);
    expect(moved.filter((state) => movedBy(state, cause) === state)).toEqual([]);
  }
});

test('what someone deleted in the CRM is never made again', () => {
  expect(reachableFrom('GONE')).toEqual(new Set(['GONE']));
});

test('an unclear entry is left by a look or by a person alone', () => {
  expect(crmWriteCauses.filter((cause) => movedBy('UNCLEAR', cause) !== null)).toEqual([
    'found',
    'absent',
    'itIsThere',
    'writeAgain',
  ]);
});
