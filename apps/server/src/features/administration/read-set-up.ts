import {
  type AdminSetUp,
  type SetUpState,
  type SetUpStep,
  setUpSteps,
} from '@sidetone/contract/entities/admin-account.ts';
import { type TrunkState, trunkState } from '@sidetone/contract/entities/trunk.ts';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { storedSetUp } from './account.ts';
import { lineState } from './line-state.ts';

/** How far the first run of an account is: its one document, none for an account that is not there. */
export async function readSetUp(db: Database, accountId: string): Promise<(AdminSetUp & { rev: number })[]> {
  const there = (table: string, more = 'true') =>
    sql<SqlBool>`exists (select from ${sql.table(table)} where account_id = ${accountId} and ${sql.raw(more)})`;
  const { rows } = await sql<{
    setUp: unknown;
    rev: string;
    named: boolean;
    placed: boolean;
    numbers: boolean;
    address: boolean;
    people: boolean;
    queue: boolean;
  }>`
    select set_up as "setUp", rev, name <> '' as named, area_code_set_at is not null as placed, emergency_address is not null as address,
      ${there('numbers')} as numbers,
      (select count(*) > 1 from users where account_id = ${accountId}) as people,
      ${there('channels', "type = 'acd'")} as queue
    from accounts where id = ${accountId}`.execute(db);
  const [found] = rows;
  if (!found) return [];
  const { skipped, tried, finishedAt } = storedSetUp.parse(found.setUp);
  const done = (isDone: boolean): SetUpState => (isDone ? 'done' : 'open');
  const states: Record<SetUpStep, SetUpState> = {
    company: done(found.named && found.placed),
    line: lineState(await trunkStatesOf(db, accountId), found.numbers),
    'emergency-address': done(found.address),
    people: done(found.people),
    queue: done(found.queue),
    'try-out': done(tried),
  };
  const putOff = (step: SetUpStep) =>
    skipped.includes(step) && (states[step] === 'open' || states[step] === 'waiting') ? 'skipped' : states[step];
  const steps = setUpSteps.map((step) => ({ step, state: putOff(step) }));
  return [{ id: accountId, steps, finishedAt, rev: Number(found.rev) }];
}

const trunkStatesOf = async (db: Database, accountId: string): Promise<TrunkState[]> => {
  const rows = await db
    .selectFrom('trunks')
    .select(['state', 'is_enabled'])
    .where('account_id', '=', accountId)
    .execute();
  return rows.map((row) => (row.is_enabled ? trunkState.parse(row.state) : 'off'));
};
