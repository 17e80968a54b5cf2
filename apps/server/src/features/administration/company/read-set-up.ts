import {
  type AdminSetUp,
  type SetUpState,
  type SetUpStep,
  setUpSteps,
} from '@sidetone/contract/entities/admin-account.ts';
import { echoTestCode } from '@sidetone/contract/rules/numbers/feature-codes.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { trunkOf } from '../devices/trunks.ts';
import { storedSetUp } from './account.ts';
import { addressStepState, type LineTrunk, lineState } from './line-state.ts';

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
    menu: boolean;
    echo: boolean;
    out: boolean;
    in: boolean;
  }>`
    select set_up as "setUp", rev, name <> '' as named, area_code_set_at is not null as placed, emergency_address is not null as address,
      ${there('numbers')} as numbers,
      (select count(*) > 1 from users where account_id = ${accountId}) as people,
      ${there('channels', "type = 'acd'")} as queue,
      ${there('voice_menus')} as menu,
      ${held(accountId, sql`event.remote_phone_number = ${echoTestCode}`)} as echo,
      ${held(accountId, sql`event.direction = 'OUTGOING' and event.remote_phone_number like '+%'`)} as out,
      ${held(accountId, sql`event.direction = 'INCOMING' and event.remote_phone_number like '+%'`)} as "in"
    from accounts where id = ${accountId}`.execute(db);
  const [found] = rows;
  if (!found) return [];
  const { skipped, finishedAt } = storedSetUp.parse(found.setUp);
  const done = (isDone: boolean): SetUpState => (isDone ? 'done' : 'open');
  const trunks = await trunksOf(db, accountId);
  const states: Record<SetUpStep, SetUpState> = {
    company: done(found.named && found.placed),
    line: lineState(trunks, found.numbers),
    'emergency-address': addressStepState(found.address, trunks),
    people: done(found.people),
    queue: done(found.queue),
    'voice-menu': done(found.menu),
    'try-out': triedState([found.echo, found.out, found.in]),
  };
  const putOff = (step: SetUpStep) =>
    skipped.includes(step) && (states[step] === 'open' || states[step] === 'waiting') ? 'skipped' : states[step];
  const steps = setUpSteps.map((step) => ({ step, state: putOff(step) }));
  return [{ id: accountId, steps, tried: { out: found.out, in: found.in }, finishedAt, rev: Number(found.rev) }];
}

/** Whether there was a call of the account that someone heard. */
const held = (accountId: string, which: RawBuilder<unknown>) => sql<boolean>`exists (
  select from channels join inbox_events as event on event.channel_id = channels.id
  where channels.account_id = ${accountId} and event.terminated_at is not null and event.established_at is not null
    and ${which})`;

/** Of the three calls that try a new company out: only all of them are done. */
const triedState = (calls: readonly boolean[]): SetUpState => {
  if (calls.every(Boolean)) return 'done';
  return calls.some(Boolean) ? 'waiting' : 'open';
};

const trunksOf = async (db: Database, accountId: string): Promise<LineTrunk[]> => {
  const rows = await db.selectFrom('trunks').selectAll().where('account_id', '=', accountId).execute();
  return rows.map(trunkOf);
};
