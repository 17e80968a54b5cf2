import { type Kysely, sql } from 'kysely';

/** Connections of address books: one of each kind, when they were tried, and how many contacts each has. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'alter table integrations add column tried_at timestamptz',
  // In a row; the next try waits longer.
  'alter table integrations add column failures integer not null default 0',
  'drop index integrations_own',
  'create unique index integrations_name on integrations (account_id, name)',
  'create index integrations_due on integrations (next_sync_at) where next_sync_at is not null',

  `create function count_contacts() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        update integrations set contact_count = contact_count + more.contacts
          from (select integration_id, count(*) as contacts from added group by integration_id order by 1) as more
          where integrations.id = more.integration_id;
      else
        update integrations set contact_count = contact_count - less.contacts
          from (select integration_id, count(*) as contacts from gone group by integration_id order by 1) as less
          where integrations.id = less.integration_id;
      end if;
      return null;
    end $$`,
  `create trigger count_added after insert on contacts
    referencing new table as added for each statement execute function count_contacts()`,
  `create trigger count_gone after delete on contacts
    referencing old table as gone for each statement execute function count_contacts()`,
  `update integrations set contact_count = (select count(*) from contacts where integration_id = integrations.id)`,
];
