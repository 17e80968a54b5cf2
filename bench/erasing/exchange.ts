import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/storage/database.ts';

/**
 * What REPACK (CONCURRENTLY) of PostgreSQL 19 does, by hand and as a superuser: a copy beside the table, a trigger that notes what changes
 * in the meantime, and an exchange of the files of both. Measured here, and by nothing of the product: see decision 130. It gives the
 * milliseconds for which the table was held.
 */
export async function exchangeFiles(db: Database, table: string): Promise<number> {
  return await db.connection().execute(async (connection) => {
    await prepare(connection, table);
    await sql`insert into beside.copy select * from ${sql.table(table)}`.execute(connection);
    const { rows: indexes } = await sql<{ definition: string }>`
      select regexp_replace(pg_get_indexdef(indexrelid), ' ON [^ ]+ USING ', ' ON beside.copy USING ') as definition
      from pg_index where indrelid = ${table}::regclass`.execute(connection);
    for (const { definition } of indexes) await sql.raw(definition).execute(connection);
    while ((await carry(connection, table)) > 20);
    for (let tries = 1; ; tries += 1) {
      const held = await exchange(connection, table);
      if (held !== null) {
        await sql`drop schema beside cascade`.execute(connection);
        return held;
      }
      if (tries === 200) throw new Error(`${table} is always in use.`);
      await pause(50);
      await carry(connection, table);
    }
  });
}

const keysOf = (table: string) => (table === 'call_words' ? 'channel_id, doc_id' : 'channel_id, id');

async function prepare(db: Database, table: string): Promise<void> {
  const [channel, doc] = keysOf(table).split(', ');
  const statements = [
    'drop schema if exists beside cascade',
    'create schema beside',
    `create table beside.copy (like ${table} including storage including compression)`,
    `create table beside.changed as select ${keysOf(table)} from ${table} with no data`,
    'create table beside.taken (like beside.changed)',
    `create function beside.note() returns trigger language plpgsql security definer as $$
      begin
        if tg_op <> 'DELETE' then insert into beside.changed values (new.${channel}, new.${doc}); end if;
        if tg_op <> 'INSERT' then insert into beside.changed values (old.${channel}, old.${doc}); end if;
        return null;
      end $$`,
    `create trigger note_beside after insert or update or delete on ${table} for each row execute function beside.note()`,
    `alter table ${table} enable always trigger note_beside`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Brings what was noted; gives how much. */
async function carry(db: Database, table: string): Promise<number> {
  const keys = keysOf(table);
  const { rows } = await sql<{ count: number }>`
    with noted as (delete from beside.changed returning *),
      taken as (insert into beside.taken select distinct * from noted returning 1)
    select count(*)::int as count from taken`.execute(db);
  for (const statement of [
    `delete from beside.copy where (${keys}) in (select * from beside.taken)`,
    `insert into beside.copy select * from ${table} where (${keys}) in (select * from beside.taken)`,
    'delete from beside.taken',
  ]) {
    await sql.raw(statement).execute(db);
  }
  return rows[0]?.count ?? 0;
}

/** Null where the table was in use. */
async function exchange(db: Database, table: string): Promise<number | null> {
  await sql`begin`.execute(db);
  try {
    await sql`set local lock_timeout = 20`.execute(db);
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(db);
    const begun = performance.now();
    await carry(db, table);
    await sql.raw(exchangeOf(table)).execute(db);
    await sql`drop trigger note_beside on ${sql.table(table)}`.execute(db);
    await sql`commit`.execute(db);
    return performance.now() - begun;
  } catch (error) {
    await sql`rollback`.execute(db);
    if ((error as { code?: string }).code === '55P03') return null;
    throw error;
  }
}

const exchangeOf = (table: string) => `
  with pairs as (
    select '${table}'::regclass::oid as one, 'beside.copy'::regclass::oid as other
    union all
    select mine.oid, theirs.oid from pg_index join pg_class mine on mine.oid = indexrelid
      join pg_class theirs on theirs.relname = mine.relname and theirs.relnamespace = 'beside'::regnamespace
    where indrelid = '${table}'::regclass),
  both_ways as (select one, other from pairs union all select other, one from pairs),
  moved as (
    update pg_depend set refobjid = both_ways.other
    from both_ways, pg_class owner
    where owner.oid = both_ways.one and classid = 'pg_class'::regclass and objid = owner.reltoastrelid
      and refclassid = 'pg_class'::regclass and refobjid = owner.oid)
  update pg_class set relfilenode = theirs.relfilenode, reltoastrelid = theirs.reltoastrelid, relpages = theirs.relpages,
    reltuples = theirs.reltuples, relallvisible = theirs.relallvisible, relfrozenxid = theirs.relfrozenxid,
    relminmxid = theirs.relminmxid
  from both_ways join pg_class theirs on theirs.oid = both_ways.other
  where pg_class.oid = both_ways.one`;
