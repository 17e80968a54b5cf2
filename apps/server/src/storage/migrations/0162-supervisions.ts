import { type Kysely, sql } from 'kysely';

/** Members of queues who may listen to its calls, and who listens now: what a killed server leaves is ended in the audit log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table channel_members add column supervises boolean not null default false`.execute(db);
  await sql`create table supervisions (
    id text primary key,
    node text not null,
    account_id text not null references accounts on delete cascade,
    channel_id text not null,
    doc_id text not null,
    supervisor_id text not null,
    agent_id text not null,
    began_at timestamptz not null default now())`.execute(db);
}
