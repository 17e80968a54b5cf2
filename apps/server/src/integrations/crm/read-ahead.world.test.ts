import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createAccount } from '../../identity/accounts.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import type { Writer } from '../../storage/writer.ts';
import { connections } from '../connections.ts';
import { type Connection, type Connector, IntegrationError } from '../connector.ts';
import { mirroredId } from '../mirror.ts';
import { registry } from '../registry.ts';
import { synchronise } from '../synchronise.ts';
import { paperBook } from '../testing/paper-book.ts';

let database: TestDatabase;
let id: string;
let accountId: string;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  accountId = await createAccount(database.db, { name: 'Some company', areaCode: '30' });
  id = `i-paper-${accountId}`;
  await database.db
    .insertInto('integrations')
    .values({ id, account_id: accountId, name: 'PAPER', state: 'CONNECTING', next_sync_at: sql`now()` })
    .execute();
});
afterEach(() => database.db.deleteFrom('integrations').where('id', '=', id).execute());

const hour = 3_600_000;
const times = { everyMs: hour, againMs: hour, withinMs: hour, silentMs: hour };
const never = new AbortController().signal;

/** Five people in portions of two, of which the second may be asked for before the first is written. */
function book(readsAhead: boolean, isTurnOver: () => boolean = () => false) {
  const paper = paperBook({ portion: 2 });
  for (const name of ['Anna', 'Boris', 'Clara', 'Dora', 'Emil']) paper.write(name);
  const connector: Connector = {
    ...paper.connector,
    connect: async (): Promise<Connection> => ({ ...(await paper.connector.connect()), readsAhead }),
  };
  const known = registry([connector], []);
  const parts = {
    connections: connections(known, { unseal: () => 'key' }),
    registry: known,
    times,
    isTurnOver,
  };
  return { paper, synchronised: () => database.db.connection().execute((one) => synchronise(one, id, parts, never)) };
}

const names = async () =>
  (
    await database.db.selectFrom('contacts').select('name').where('integration_id', '=', id).orderBy('name').execute()
  ).map(({ name }) => name);

/** Synchronises a book, of which `meanwhile` happens while its first portion waits to be written. */
async function synchronisedWith(
  readsAhead: boolean,
  meanwhile: (trx: Writer, asked: readonly number[]) => Promise<void>,
  beforePortion: (at: number) => void = () => undefined,
) {
  const { paper, synchronised } = book(readsAhead);
  const asked: number[] = [];
  let held: Promise<void> | undefined;
  // Nothing can be written of the connection as long as this goes on.
  const hold = async (trx: Writer, isHeld: () => void) => {
    await trx.selectFrom('integrations').select('id').where('id', '=', id).forUpdate().execute();
    isHeld();
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_locks where not granted`.execute(trx);
      expect(rows.length).toBeGreaterThan(0);
    });
    await meanwhile(trx, [...asked]);
  };
  paper.beforePortion = async (at) => {
    if (held === undefined) {
      await new Promise<void>((isHeld) => {
        held = database.db.transaction().execute((trx) => hold(trx, isHeld));
      });
    }
    asked.push(at);
    beforePortion(at);
  };
  const outcome = await synchronised();
  await held;
  return { outcome, asked };
}

test.each([
  [true, [0, 2]],
  [false, [0]],
] as const)(
  'a source that reads ahead (%s) is asked for %j while its first portion is written',
  async (ahead, first) => {
    const { outcome, asked } = await synchronisedWith(ahead, async (_trx, now) => expect(now).toEqual([...first]));
    expect(outcome).toMatchObject({ did: 'synchronised', written: 5 });
    expect(asked).toEqual([0, 2, 4]);
    expect(await names()).toEqual(['Anna', 'Boris', 'Clara', 'Dora', 'Emil']);
  },
);

test('what was written here after a portion was asked for is newer than that portion', async () => {
  const clara = { id: mirroredId(id, 'Clara'), integration_id: id, external_id: 'Clara', name: 'Clara' };
  await database.db
    .insertInto('contacts')
    .values({ ...clara, account_id: accountId, source: 'PAPER', type: 'contacts', phone_numbers: '[]', e164s: [] })
    .execute();
  await synchronisedWith(true, async () => {
    await database.db.updateTable('contacts').set({ name: 'Clara Ohm' }).where('id', '=', clara.id).execute();
  });
  expect(await names()).toEqual(['Anna', 'Boris', 'Clara Ohm', 'Dora', 'Emil']);
});

test('a portion that fails ahead takes nothing away from the one before it', async () => {
  const { outcome } = await synchronisedWith(
    true,
    async () => undefined,
    (at) => {
      if (at === 2) throw new IntegrationError('rate_limited', 'Too often');
    },
  );
  expect(outcome).toMatchObject({ did: 'failed', error: { type: 'rate_limited' } });
  expect(await names()).toEqual(['Anna', 'Boris']);
});

test.each([
  [[true], [0], 2],
  [[false, true], [0, 2], 4],
  [[false, false, true], [0, 2, 4], 5],
] as const)(
  'a turn that ends (%j) asks for the portions %j, and each of them is written',
  async (ends, portions, written) => {
    const over = [...ends];
    const { paper, synchronised } = book(true, () => over.shift() ?? true);
    const asked: number[] = [];
    paper.beforePortion = async (at) => void asked.push(at);
    expect(await synchronised()).toMatchObject({ did: 'paused', broughtNew: true });
    expect(asked).toEqual([...portions]);
    expect(await names()).toHaveLength(written);
  },
);
