import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CrmSide } from '../../../crm/crm-side.ts';
import type { TestDatabase } from '../../../storage/testing/test-database.ts';
import { actOnEntry } from '../admin/act.ts';
import { addEntity, changeOutcome, removeEntity, removeLog } from '../log/change-log.ts';
import { closeLog } from '../log/close-log.ts';
import { openLog } from '../log/open-log.ts';
import { call, forgetCalls, loggingDatabase, loggingWorld, writeNoteOf } from '../testing/logging-world.ts';
import { type Fault, type PaperCrm, paperCrm } from '../testing/paper-crm.ts';
import { firstDue, takeEntry } from './take.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await loggingDatabase();
});
afterAll(() => database.drop());
afterEach(async () => {
  await forgetCalls(database.db);
});

const anna = { userId: 'wanna', accountId: 's1' };
const minute = 60_000;

/** A call of Anna's that is over, and whose log she has closed. */
async function closedCall(crm: PaperCrm, sessionId = 's-1') {
  const world = loggingWorld(database.db, crm);
  const of = await call(database.db, sessionId);
  await openLog(world.parts, anna, of, false);
  await closeLog(world.parts, anna, of, true);
  return { world, of };
}

/** Works until nothing waits, letting time pass. */
async function drain(world: ReturnType<typeof loggingWorld>): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    await world.work();
    await world.pass(70 * minute);
  }
}

describe('a log that is closed', () => {
  test('is written once, at the contact and what belongs to it', async () => {
    const crm = paperCrm();
    const { world } = await closedCall(crm);
    expect(world.asked).toEqual(['s1/PAPER']);
    await world.work();
    await world.work();
    expect(crm.records).toHaveLength(1);
    expect(crm.records[0]).toMatchObject({ kind: 'call', entities: [{ type: 'contacts', id: '31' }] });
    expect(crm.records[0]?.text).toContain(`Sidetone ${crm.records[0]?.key}`);
    const [entry] = await world.entries();
    expect(entry).toMatchObject({ state: 'WRITTEN', external_id: 'r1', external_url: 'https://paper.example/r1' });
    const event = await database.db.selectFrom('inbox_events').select('documentation').executeTakeFirstOrThrow();
    expect(event.documentation).toMatchObject({
      integrationInfo: { entries: { PAPER: { loggedEntities: [{ type: 'contacts', id: '31', source: 'PAPER' }] } } },
    });
  });

  test('changes the same record when the note, the outcome or its entities change', async () => {
    const crm = paperCrm();
    const { world, of } = await closedCall(crm);
    await world.work();
    await writeNoteOf(database.db, 's-1', '<p>Forty rolls by Monday.</p>');
    await world.pass(minute);
    await world.work();
    expect(crm.records.map(({ text }) => text.includes('Forty rolls'))).toEqual([true]);
    await changeOutcome(world.parts, anna, of, { id: 'PAPER:connected', displayValue: 'Reached' });
    await addEntity(world.parts, anna, { ...of, integrationId: 'ipaper', type: 'deals', entityId: '99' }, false);
    await world.work();
    expect(crm.records).toHaveLength(1);
    expect(crm.records[0]?.text).toContain('Reached');
    expect(crm.records[0]?.entities).toContainEqual({ type: 'deals', id: '99' });
    expect(crm.requests.filter((one) => one === 'write')).toHaveLength(1);
  });

  test('is removed from the CRM where a user wants that, and written again where they close it again', async () => {
    const crm = paperCrm();
    const { world, of } = await closedCall(crm);
    await world.work();
    await removeLog(world.parts, anna, of);
    await world.work();
    expect(crm.records).toEqual([]);
    expect((await world.entries()).map(({ state }) => state)).toEqual(['REMOVED']);
    await closeLog(world.parts, anna, of, true);
    await world.work();
    expect(crm.records).toHaveLength(1);
  });

  test('is removed from the CRM although the answer that it was written got lost', async () => {
    const crm = paperCrm('upsert');
    const { world, of } = await closedCall(crm);
    crm.faults.push('lostAnswer');
    await world.work();
    expect(crm.records).toHaveLength(1);
    await removeLog(world.parts, anna, of);
    await drain(world);
    expect(crm.records).toEqual([]);
    expect((await world.entries()).map(({ state }) => state)).toEqual(['REMOVED']);
  });

  test('of which a user says that it is there, without saying where, is not sent again with other words', async () => {
    const crm = paperCrm('blind');
    const { world, of } = await closedCall(crm);
    crm.faults.push('lostAnswer');
    await world.work();
    const [entry] = await world.entries();
    await actOnEntry(world.parts, { ...anna, address: '127.0.0.1' }, entry?.id ?? '', 'itIsThere', {});
    await writeNoteOf(database.db, 's-1', '<p>More.</p>');
    await changeOutcome(world.parts, anna, of, { id: 'text', displayValue: 'Call back' });
    await drain(world);
    expect(crm.records).toHaveLength(1);
    expect((await world.entries()).map(({ state }) => state)).toEqual(['WRITTEN']);
  });

  test('without an entity leaves the CRM', async () => {
    const crm = paperCrm();
    const { world, of } = await closedCall(crm);
    await world.work();
    await removeEntity(world.parts, anna, { ...of, integrationId: 'ipaper', type: 'contacts', entityId: '31' });
    await drain(world);
    expect(crm.records).toEqual([]);
  });

  test('of a record that somebody deleted in the CRM is not made again', async () => {
    const crm = paperCrm();
    const { world } = await closedCall(crm);
    await world.work();
    crm.records.splice(0);
    await writeNoteOf(database.db, 's-1', '<p>More.</p>');
    await drain(world);
    expect(crm.records).toEqual([]);
    expect((await world.entries()).map(({ state }) => state)).toEqual(['GONE']);
  });

  test('of a call that was deleted here keeps its key, its state and its times, and nothing else', async () => {
    const crm = paperCrm();
    const { world } = await closedCall(crm);
    await world.work();
    await database.db.deleteFrom('inbox_events').execute();
    const [entry] = await world.entries();
    expect(entry).toMatchObject({ state: 'WRITTEN', remote_number: null });
    expect(await database.db.selectFrom('call_logs').selectAll().execute()).toEqual([]);
    expect(await database.db.selectFrom('call_log_entities').selectAll().execute()).toEqual([]);
  });

  test('of a call that was deleted before it was written is not written', async () => {
    const crm = paperCrm();
    const { world } = await closedCall(crm);
    await database.db.deleteFrom('inbox_events').execute();
    await drain(world);
    expect(crm.records).toEqual([]);
    expect(await world.entries()).toMatchObject([{ state: 'SKIPPED', skip_reason: 'deleted' }]);
  });
});

describe('trouble', () => {
  test('that a CRM is busy with holds everything of the connection up for as long as it says', async () => {
    const crm = paperCrm();
    const { world } = await closedCall(crm);
    crm.faults.push('busy');
    await world.work();
    const [entry] = await world.entries();
    expect(entry).toMatchObject({ state: 'WAITING', attempts: 1, problem: { code: 'rate_limited' } });
    expect((entry?.next_try_at?.getTime() ?? 0) - Date.now()).toBeGreaterThan(85_000);
    await world.work();
    expect(crm.requests).toEqual(['write']);
    await world.pass(2 * minute);
    await world.work();
    expect(crm.records).toHaveLength(1);
  });

  test('of a connection that is signed out blocks its entries, and signing in again wakes them', async () => {
    const crm = paperCrm();
    const { world } = await closedCall(crm);
    const set = (state: 'AUTHENTICATION_REQUIRED' | 'CONNECTED') =>
      database.db.updateTable('integrations').set({ state }).where('id', '=', 'ipaper').execute();
    await set('AUTHENTICATION_REQUIRED');
    await world.work();
    expect((await world.entries()).map(({ state }) => state)).toEqual(['BLOCKED']);
    await set('CONNECTED');
    expect((await world.entries()).map(({ state }) => state)).toEqual(['READY']);
    crm.faults.push('forbidden');
    await world.work();
    expect((await world.entries()).map(({ state }) => state)).toEqual(['BLOCKED']);
    // With more rights, before anything had noticed that there were too few.
    await database.db
      .updateTable('integrations')
      .set({ connected_at: new Date() })
      .where('id', '=', 'ipaper')
      .execute();
    await world.work();
    expect(crm.records).toHaveLength(1);
  });

  test('of another CRM of the same vendor is not made by entries of the one before', async () => {
    const crm = paperCrm();
    const set = (tenant: string | null) =>
      database.db.updateTable('integrations').set({ tenant }).where('id', '=', 'ipaper').execute();
    await set('portal 1');
    const { world } = await closedCall(crm);
    await set('portal 2');
    await drain(world);
    expect(crm.records).toEqual([]);
    expect(await world.entries()).toMatchObject([{ state: 'BLOCKED', problem: { code: 'otherTenant' } }]);
    await set(null);
  });

  test('with what is written needs a person, and is over once the contents are others', async () => {
    const crm = paperCrm();
    const { world, of } = await closedCall(crm);
    crm.faults.push('refused');
    await drain(world);
    expect(await world.entries()).toMatchObject([{ state: 'REFUSED', problem: { code: 'invalid' } }]);
    await changeOutcome(world.parts, anna, of, { id: 'text', displayValue: 'Call back' });
    await world.work();
    expect(crm.records).toHaveLength(1);
  });

  test('for seven days is given up', async () => {
    const crm = paperCrm();
    const { world } = await closedCall(crm);
    crm.isReachable = false;
    await world.work();
    await world.pass(8 * 24 * 60 * minute);
    await world.work();
    expect(await world.entries()).toMatchObject([{ state: 'SKIPPED', skip_reason: 'gaveUp' }]);
  });

  test('whose end nobody knows is looked up, after the time in which it could still be written', async () => {
    const crm = paperCrm('found');
    const { world } = await closedCall(crm);
    crm.faults.push('lostAnswer');
    await world.work();
    expect((await world.entries()).map(({ state }) => state)).toEqual(['UNCLEAR']);
    await world.pass(2 * minute);
    await world.work();
    expect(crm.requests).toEqual(['write']);
    await world.pass(2 * minute);
    await world.work();
    expect(crm.requests).toEqual(['write', 'find']);
    expect(await world.entries()).toMatchObject([{ state: 'WRITTEN', external_id: 'r1' }]);
  });

  test('of that kind in a CRM that cannot be asked waits for a person', async () => {
    const crm = paperCrm('blind');
    const { world } = await closedCall(crm);
    crm.faults.push('lostRequest');
    await drain(world);
    expect(crm.requests).toEqual(['write']);
    expect(await world.entries()).toMatchObject([{ state: 'UNCLEAR', next_try_at: null }]);
  });
});

type Step =
  | { readonly kind: 'work'; readonly fault: Fault | null }
  | { readonly kind: 'die'; readonly doesCrmTakeIt: boolean }
  | { readonly kind: 'edit' }
  | { readonly kind: 'pass'; readonly minutes: number }
  | { readonly kind: 'lookNow' }
  | { readonly kind: 'both' };

const steps = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('work' as const),
      fault: fc.constantFrom<Fault | null>(null, 'lostAnswer', 'lostRequest', 'busy', 'down', 'refused', 'forbidden'),
    }),
    fc.record({ kind: fc.constant('die' as const), doesCrmTakeIt: fc.boolean() }),
    fc.record({ kind: fc.constant('edit' as const) }),
    fc.record({ kind: fc.constant('pass' as const), minutes: fc.constantFrom(1, 4, 10, 80) }),
    fc.record({ kind: fc.constant('lookNow' as const) }),
    fc.record({ kind: fc.constant('both' as const) }),
  ),
  { minLength: 1, maxLength: 14 },
);

describe.each<[CrmSide['certainty'], number]>([
  ['upsert', 40],
  ['found', 60],
  ['foundLater', 60],
  ['blind', 30],
])('whatever happens to a CRM with keys that are %s', (certainty, numRuns) => {
  let run = 0;
  beforeEach(() => {
    run = 0;
  });

  test('one record is there at the end, with the newest words', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (wanted: Step[]) => {
        run += 1;
        await forgetCalls(database.db);
        const crm = paperCrm(certainty);
        const { world, of } = await closedCall(crm, `s-${certainty}-${run}`);
        let edits = 0;
        for (const step of wanted) {
          await happen(world, crm, step);
          if (step.kind === 'edit') {
            edits += 1;
            await changeOutcome(world.parts, anna, of, { id: 'text', displayValue: `edit ${edits}` });
          }
          expect(crm.records.length).toBeLessThanOrEqual(1);
        }
        crm.faults.splice(0);
        // What a person has to do: the CRM refused it, forbade it, or cannot be asked.
        for (let round = 0; round < 4; round += 1) {
          await settleByHand(world, crm);
          await drain(world);
        }
        expect(crm.records).toHaveLength(1);
        if (edits > 0) expect(crm.records[0]?.text).toContain(`edit ${edits}`);
        expect((await world.entries()).map(({ state }) => state)).toEqual(['WRITTEN']);
      }),
      { numRuns, seed: 17 },
    );
  });
});

const by = { ...anna, address: '127.0.0.1' };

async function happen(world: ReturnType<typeof loggingWorld>, crm: PaperCrm, step: Step): Promise<void> {
  switch (step.kind) {
    case 'work':
      crm.faults.splice(0);
      if (step.fault !== null) crm.faults.push(step.fault);
      await world.work();
      return;
    case 'both':
      await Promise.all([world.work(), world.work()]);
      return;
    case 'pass':
      await world.pass(step.minutes * minute);
      return;
    case 'lookNow':
      // A person who presses it again and again.
      for (let press = 0; press < 2; press += 1) {
        for (const { id, state, next_try_at: at } of await world.entries())
          if (state === 'UNCLEAR' && at !== null) await actOnEntry(world.parts, by, id, 'lookNow', {});
        await world.work();
      }
      return;
    case 'die':
      await dieWhileSending(world, crm, step.doesCrmTakeIt);
      return;
    case 'edit':
      return;
  }
}

/** The process ends after the entry was taken: before its request left, or before the answer was written down. */
async function dieWhileSending(
  world: ReturnType<typeof loggingWorld>,
  crm: PaperCrm,
  doesCrmTakeIt: boolean,
): Promise<void> {
  const due = await firstDue(database.db, 's1', 'PAPER');
  if (due === null) return;
  crm.faults.splice(0);
  await crm.use('ipaper', new AbortController().signal, async (side) => {
    const unitsOf = (_source: string, entities: readonly { type: 'contacts'; id: string }[]) => [
      { name: 'main', entities },
    ];
    const attempt = await takeEntry(database.db, due.id, {
      side,
      times: world.ledger.times,
      unitsOf: unitsOf as never,
    });
    if (!attempt || !doesCrmTakeIt || attempt.contents?.kind !== 'call') return;
    const { signal } = new AbortController();
    const record = await world.ledger.records.call(side, 'ipaper', attempt.contents, attempt.entry, signal);
    const unit = { name: 'main', entities: attempt.contents.entities };
    const there = { id: attempt.entry.external_id ?? '', url: null };
    if (attempt.request === 'write') await side.write(unit, record, attempt.entry.key, signal);
    if (attempt.request === 'change') await side.change(there, unit, record, attempt.entry.key, signal);
  });
}

/** A person who looks into the CRM, and says what is there. */
async function settleByHand(world: ReturnType<typeof loggingWorld>, crm: PaperCrm): Promise<void> {
  for (const entry of await world.entries()) {
    const record = crm.records.find(({ key }) => key === entry.key);
    if (entry.state === 'UNCLEAR' && crm.certainty === 'blind') {
      if (record) await actOnEntry(world.parts, by, entry.id, 'itIsThere', { recordId: record.id });
      else await actOnEntry(world.parts, by, entry.id, 'writeAgain', {});
    }
    if (entry.state === 'REFUSED' || entry.state === 'BLOCKED')
      await actOnEntry(world.parts, by, entry.id, 'retry', {});
  }
}
