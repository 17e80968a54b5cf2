import { type Kysely, sql } from 'kysely';

/** Where accounts have documented calls sent, and what became of sending each. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table webhooks (
    id text primary key,
    -- An account has one.
    account_id text not null unique references accounts on delete cascade,
    url text not null,
    method text not null check (method in ('POST', 'PUT')),
    -- Objects with name and value; a secret has its sealed bytes and its last characters instead.
    headers jsonb not null default '[]',
    -- Null: all shared channels. One that is gone stays, so that the choice never widens by itself.
    channel_ids text[],
    payload text not null check (payload in ('JSON', 'VCON')),
    secret_sealed bytea not null,
    state text not null default 'on' check (state in ('on', 'off')),
    created_at timestamptz not null default now(),
    rev bigint not null default 0)`,
  'create trigger touch before insert or update on webhooks for each row execute function touch_row()',
  // Nothing is left of a secret or an address that was deleted.
  `create function ask_for_erasure_of_webhooks() returns trigger language plpgsql as $$
    begin
      if exists (select from gone) then
        insert into erasures (tables) values (array['webhooks']);
      end if;
      return null;
    end $$`,
  `create trigger erase after delete on webhooks referencing old table as gone
    for each statement execute function ask_for_erasure_of_webhooks()`,
  // One row a call that is sent, without a word of it. Its id is what receivers see at each try.
  `create table webhook_deliveries (
    id text primary key,
    webhook_id text not null references webhooks on delete cascade,
    account_id text not null references accounts on delete cascade,
    channel_id text not null,
    doc_id text not null,
    state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
    tries integer not null default 0,
    status integer,
    problem text,
    next_at timestamptz,
    created_at timestamptz not null default now(),
    ended_at timestamptz,
    unique (webhook_id, channel_id, doc_id),
    foreign key (channel_id, doc_id) references inbox_events (channel_id, id) on update cascade on delete cascade)`,
  'create index webhook_deliveries_account on webhook_deliveries (account_id, created_at)',
  'create index webhook_deliveries_event on webhook_deliveries (channel_id, doc_id)',
];
