import { type Kysely, sql } from 'kysely';

/**
 * What administrators need: one-time links by which people choose a password, how long things are kept, how far the
 * first run is, and which account runs the server.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table accounts
    add column retention jsonb not null default '{}',
    add column set_up jsonb not null default '{}',
    add column runs_server boolean not null default false`,
  // The account that was set up first. The demo companies came at one moment, and one of them has nobody who signs in.
  `update accounts set runs_server = true where id = (
    select id from accounts
    order by created_at,
      exists (select from users where account_id = accounts.id and admin and password_hash is not null) desc,
      coalesce((flags ->> 'hasNeoPbx')::boolean, false) desc, id
    limit 1)`,
  'create unique index accounts_one_runs_server on accounts (runs_server) where runs_server',
  // A person has one open link of a kind: a new one takes its place. Only a digest of the token is kept.
  `create table one_time_links (
    user_id text not null references users on delete cascade,
    kind text not null check (kind in ('invitation', 'reset')),
    account_id text not null references accounts on delete cascade,
    token_hash text not null unique,
    made_by text references users on delete set null,
    delivery text not null check (delivery in ('off', 'pending', 'sent', 'failed')),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    rev bigint not null default 0,
    primary key (user_id, kind))`,
  'create trigger touch before insert or update on one_time_links for each row execute function touch_row()',
  `create trigger announce after insert or update or delete on one_time_links
    for each row execute function announce_row('account_id')`,
  // Besides the notice of a removed device, which names it: lists of devices follow from these rows.
  `create trigger announce_to_account after insert or update or delete on endpoints
    for each row execute function announce_row('account_id')`,
];
