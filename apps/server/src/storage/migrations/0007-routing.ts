import { type Kysely, sql } from 'kysely';

/**
 * How channels treat calls that come in, and who is free to take one: claims, follow-up, and who talked last.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table accounts add column time_zone text not null default 'Europe/Berlin'`,
  // Its ring time and follow-up time are columns already.
  `alter table channels add column routing jsonb not null default '{}'`,
  // One row for each user, so that two queues never ring one agent at the same time.
  `create table agent_claims (
    user_id text primary key references users on delete cascade,
    call_id text not null,
    channel_id text not null references channels on delete cascade,
    node text not null,
    epoch bigint not null,
    claimed_at timestamptz not null default now())`,
  `create index agent_claims_by_call on agent_claims (call_id)`,
  `create table agents (
    user_id text primary key references users on delete cascade,
    last_call_at timestamptz,
    follow_up_until timestamptz,
    follow_up_channel_id text references channels on delete set null,
    rev bigint not null default 0)`,
  `create trigger touch before insert or update on agents for each row execute function touch_row()`,
  `create trigger announce after insert or update or delete on agents
    for each row execute function announce_row('user_id')`,
  // The file lies in the data folder, named by its id.
  `create table announcements (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    name text not null,
    duration_ms int not null,
    created_at timestamptz not null default now(),
    rev bigint not null default 0)`,
  `create index announcements_by_account on announcements (account_id)`,
  `create trigger touch before insert or update on announcements for each row execute function touch_row()`,
  `create trigger announce after insert or update or delete on announcements
    for each row execute function announce_row('account_id', 'id')`,
];
