import { type Chance, chanceOf } from '@sidetone/simulator/cell/seeded.ts';
import { Store } from '@sidetone/simulator/cell/store/store.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callBook } from '../exchange-memory/call-book.ts';
import { openDialogStore } from '../exchange-memory/dialog-store.ts';
import { someCall } from '../exchange-memory/testing/some-book.ts';
import { moveCompany } from '../features/administration/company/move-company.ts';
import { claimFreeNode, claimVacantNode, type NodeLease } from '../storage/node-lease.ts';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { tidyLeftNodes } from './tidy.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
});
afterAll(() => database.drop());

const nodes = ['node-1', 'node-2'];
const carriers = ['a', 'b'];

/** The real thing and the model of it, side by side. */
class Both {
  now = 0;
  readonly model = new Store(() => this.now);
  /** By node and epoch. */
  readonly leases = new Map<string, NodeLease>();
  calls = 0;

  constructor() {
    this.model.homes.set('s1', 'node-1');
  }

  /** Time passes in PostgreSQL as well: what was written lies further back. */
  async pass(ms: number): Promise<void> {
    this.now += ms;
    const seconds = ms / 1000;
    await sql`update nodes set lease_until = lease_until - make_interval(secs => ${seconds})`.execute(database.db);
    await sql`update calls set lease_until = lease_until - make_interval(secs => ${seconds}),
      started_at = started_at - make_interval(secs => ${seconds})`.execute(database.db);
  }

  /** What both hold by now. */
  async compare(what: string): Promise<void> {
    const { db } = database;
    const seats = await db.selectFrom('nodes').select(['node', 'epoch', 'sip_address', 'carrier', 'state']).execute();
    const real = {
      seats: seats.map((row) => ({ ...row, epoch: Number(row.epoch) })),
      calls: (await db.selectFrom('calls').select(['id', 'node', 'epoch', 'established_at', 'ended_at']).execute()).map(
        ({ established_at, ended_at, epoch, ...row }) => ({
          ...row,
          epoch: Number(epoch),
          isEstablished: established_at !== null,
          isOver: ended_at !== null,
        }),
      ),
      snapshots: (await db.selectFrom('call_snapshots').select(['call_id', 'node', 'epoch']).execute()).map((row) => ({
        ...row,
        epoch: Number(row.epoch),
      })),
      dialogs: (await db.selectFrom('sip_dialogs').select(['leg_id', 'node', 'epoch']).execute()).map((row) => ({
        ...row,
        epoch: Number(row.epoch),
      })),
      home: (await db.selectFrom('accounts').select('node').where('id', '=', 's1').executeTakeFirstOrThrow()).node,
    };
    const { model } = this;
    const owned = [...model.snapshots].map(([call_id, { node, epoch }]) => ({ call_id, node, epoch }));
    const dialogs = [...model.dialogs].map(([leg_id, { node, epoch }]) => ({ leg_id, node, epoch }));
    expect(sorted(real.seats), what).toEqual(
      sorted(
        [...model.seats.rows.values()].map(({ node, epoch, sipAddress: sip_address, carrier, state }) => ({
          node,
          epoch,
          sip_address,
          carrier,
          state,
        })),
      ),
    );
    expect(sorted(real.calls), what).toEqual(
      sorted(
        [...model.calls.values()].map(({ id, node, epoch, isEstablished, isOver }) => ({
          id,
          node,
          epoch,
          isEstablished,
          isOver,
        })),
      ),
    );
    expect(sorted(real.snapshots), what).toEqual(sorted(owned));
    expect(sorted(real.dialogs), what).toEqual(sorted(dialogs));
    expect(real.home, what).toBe(model.homes.get('s1'));
  }
}

const sorted = <Row extends object>(rows: readonly Row[]): unknown[] => {
  const texts = rows.map((row) => JSON.stringify(Object.fromEntries(Object.entries(row).sort())));
  return texts.sort().map((text) => JSON.parse(text));
};

const placeOf = (machine: string) => ({
  sipAddress: `${machine}:5060`,
  httpAddress: `http://${machine}`,
  release: '1',
  carrier: machine,
});
const operator = { userId: null, address: null };

/** One statement of somebody, at both. */
async function doSomething(both: Both, chance: Chance): Promise<string> {
  const { db } = database;
  const { model, leases } = both;
  const [node, place, isSure] = [chance.of(nodes), placeOf(chance.of(carriers)), chance.is(0.5)];
  const claimed = (lease: NodeLease | undefined, expected: { node: string; epoch: number } | undefined): void => {
    expect(lease && { node: lease.node, epoch: lease.epoch }).toEqual(expected);
    if (lease) leases.set(`${lease.node} ${lease.epoch}`, lease);
  };
  const lease = leases.size > 0 ? chance.of([...leases.values()]) : undefined;
  const by = lease && { node: lease.node, epoch: lease.epoch };
  const book = by && callBook({ db, ...by });
  const dialogs = by && openDialogStore(db, by);
  const callId = `call-${chance.between(Math.max(1, both.calls - 3), Math.max(1, both.calls))}`;
  const stored = { callId, snapshot: { version: 2 }, seen: [] };
  const makers: Record<string, () => Promise<unknown>> = {
    claimFree: async () =>
      claimed(await claimFreeNode(db, node, place, isSure), model.seats.claimFree(node, place, isSure)),
    claimVacant: async () => claimed(await claimVacantNode(db, place, isSure), model.seats.claimVacant(place, isSure)),
    // Not near one of the limits, as the statements of PostgreSQL take time themselves.
    pass: () => both.pass(chance.of([1_300, 3_700, 7_300, 12_700, 31_300, 64_300])),
    drain: async () => {
      await db.updateTable('nodes').set({ state: 'draining' }).where('node', '=', node).execute();
      model.seats.drain(node);
    },
    tidy: async () => expect([...(await tidyLeftNodes(db))].sort()).toEqual([...model.tidy()].sort()),
    move: async () => {
      const is = await moveCompany(db, operator, { accountId: 's1', to: node, isNow: false, files: 'bucket' }).then(
        ({ calls }) => calls === 0,
        () => false,
      );
      const was = model.homes.get('s1') === node;
      expect(was || model.move('s1', node)).toBe(is);
    },
    ...(lease && by && book && dialogs
      ? {
          renew: async () => expect(await lease.renew()).toBe(model.renew(by)),
          release: async () => {
            await lease.release();
            model.seats.release(by);
          },
          opened: async () => {
            both.calls += 1;
            const call = { ...someCall(both.calls), at: new Date() };
            await book.opened(call);
            model.opened(by, call);
          },
          established: async () => {
            const answeredBy = { legId: callId.replace('call', 'callee'), userId: null };
            const goesOn = chance.is(0.7) ? stored : null;
            await book.established(callId, answeredBy, new Date(), goesOn);
            model.established(by, callId, goesOn);
          },
          ended: async () => {
            await book.ended(callId, 'TERMINATED', new Date());
            model.ended(by, callId);
          },
          snapshots: async () => {
            if (model.calls.get(callId)?.isOver !== false) return;
            await book.snapshots([stored]);
            model.saveSnapshots(by, [stored]);
          },
          forget: async () => {
            await book.forgetSnapshots([callId]);
            model.forgetSnapshots(by, [callId]);
          },
          lastLife: async () => {
            const ids = (found: readonly { callId: string }[]) => found.map((one) => one.callId).sort();
            const found = await book.lastLife();
            expect(ids(found)).toEqual(ids(model.lastLife(by)));
            const goingOn = ids(found).filter(() => chance.is(0.5));
            expect(await book.reap(goingOn)).toBe(model.reap(by, goingOn));
          },
          dialogs: async () => {
            const dialog = { legId: `leg-${chance.between(1, 5)}`, snapshot: { version: 1 } };
            await dialogs.save([dialog]);
            model.saveDialogs(by, [dialog]);
          },
          loadDialogs: async () => {
            const ids = (found: readonly { legId: string }[]) => found.map((one) => one.legId).sort();
            expect(ids(await dialogs.load())).toEqual(ids(model.loadDialogs(by)));
          },
          removeDialogs: async () => {
            const legIds = [`leg-${chance.between(1, 5)}`];
            await dialogs.remove(legIds);
            model.removeDialogs(by, legIds);
          },
        }
      : {}),
  };
  const what = chance.of(Object.keys(makers));
  await makers[what]?.();
  return what;
}

test.for([1, 2, 3])('the same history leads to the same rows in PostgreSQL and in the model, seed %i', async (seed) => {
  const { db } = database;
  for (const table of ['call_snapshots', 'sip_dialogs', 'inbox_events', 'legs', 'calls', 'nodes'] as const) {
    await sql`delete from ${sql.table(table)}`.execute(db);
  }
  await db.updateTable('accounts').set({ node: 'node-1' }).execute();
  const both = new Both();
  const chance = chanceOf(seed);
  const history: string[] = [];
  for (let step = 0; step < 150; step += 1) {
    history.push(await doSomething(both, chance));
    await both.compare(`${step}: ${history.slice(-5).join(', ')}`);
  }
});
