import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { expect, test } from 'vitest';
import { prepared, preparedByShape, type SlotOf } from './prepared.ts';
import type { Schema } from './schema.ts';

/** A database that answers nothing and tells what it was asked. */
function listening() {
  const asked: { readonly sql: string; readonly parameters: readonly unknown[] }[] = [];
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (given) => new PostgresIntrospector(given),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void asked.push({ sql: query.sql, parameters: query.parameters }),
  });
  return { db, asked };
}

test('a statement is built once, and each run brings values of its own', async () => {
  const { db, asked } = listening();
  let built = 0;
  const find = prepared((given, slot: SlotOf<{ id: string; at: Date | null }>) => {
    built += 1;
    return given
      .selectFrom('calls')
      .select('id')
      .where('id', '=', slot('id'))
      .where(sql<boolean>`${slot('at')}::timestamptz is null or started_at > ${slot('at')} or node = ${'fixed'}`);
  });
  await find(db, { id: 'one', at: null });
  const at = new Date(0);
  await find(db, { id: "two' or true", at });
  expect(built).toBe(1);
  expect(asked.map(({ parameters }) => parameters)).toEqual([
    ['one', null, null, 'fixed'],
    ["two' or true", at, at, 'fixed'],
  ]);
  expect(asked[0]?.sql).toBe(asked[1]?.sql);
  expect(asked[0]?.sql).toContain('"id" = $1');
});

test('each shape has a statement of its own', async () => {
  const { db, asked } = listening();
  const built: number[] = [];
  const end = preparedByShape(String, (given, slot: SlotOf<Record<string, unknown>>, count: number) => {
    built.push(count);
    const ids = Array.from({ length: count }, (_, at) => slot(`id ${at}`));
    return given.deleteFrom('sip_dialogs').where(sql<boolean>`leg_id in (${sql.join(ids)})`);
  });
  await end(db, 1, { 'id 0': 'a' });
  await end(db, 2, { 'id 0': 'b', 'id 1': 'c' });
  await end(db, 1, { 'id 0': 'd' });
  expect(built).toEqual([1, 2]);
  expect(asked.map(({ parameters }) => parameters)).toEqual([['a'], ['b', 'c'], ['d']]);
});
