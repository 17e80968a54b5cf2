import { type Kysely, sql } from 'kysely';

/** What people tell of the product and of their calls, and the files that they upload with it. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const tables = ['feedback', 'call_feedback'] as const;

const statements = [
  `create table feedback (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    user_id text not null references users on delete cascade,
    at timestamptz not null default now(),
    subject text not null,
    text text not null,
    email text not null,
    facts jsonb not null,
    done_at timestamptz,
    done_by text references users on delete set null,
    rev bigint not null default 0)`,
  'create index feedback_of_account on feedback (account_id, at desc)',
  'create index feedback_of_user on feedback (user_id, at desc)',
  // Without a feedback it was uploaded and not sent yet, or never.
  `create table user_assets (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    user_id text not null references users on delete cascade,
    feedback_id text references feedback on delete cascade,
    kind text not null check (kind in ('image', 'log')),
    file_name text not null,
    content_type text not null,
    bytes bigint not null,
    created_at timestamptz not null default now())`,
  'create index user_assets_of_user on user_assets (user_id)',
  'create index user_assets_of_feedback on user_assets (feedback_id)',
  // It goes with its call, into another channel as well. A call that never reached the server has no event.
  `create table call_feedback (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    user_id text not null references users on delete cascade,
    call_id text not null,
    channel_id text,
    doc_id text,
    at timestamptz not null default now(),
    rating text not null check (rating in ('GOOD', 'BAD')),
    tag text,
    reason text,
    text text not null,
    from_dialog boolean not null,
    done_at timestamptz,
    done_by text references users on delete set null,
    rev bigint not null default 0,
    unique (user_id, call_id, from_dialog),
    foreign key (channel_id, doc_id) references inbox_events (channel_id, id) on update cascade on delete cascade)`,
  'create index call_feedback_of_account on call_feedback (account_id, at desc)',
  'create index call_feedback_of_event on call_feedback (channel_id, doc_id)',
  ...tables.flatMap((table) => [
    `create trigger touch before insert or update on ${table} for each row execute function touch_row()`,
    `create trigger announce after insert or update or delete on ${table}
      for each row execute function announce_row('account_id')`,
  ]),
  `create function ask_for_erasure_of_feedback() returns trigger language plpgsql as $$
    begin
      if exists (select from gone) then
        insert into erasures (tables) values (array['feedback', 'call_feedback', 'user_assets']);
      end if;
      return null;
    end $$`,
  // Files that were sent go with their feedback, which asks for both.
  `create function ask_for_erasure_of_unsent() returns trigger language plpgsql as $$
    begin
      if exists (select from gone where feedback_id is null) then
        insert into erasures (tables) values (array['user_assets']);
      end if;
      return null;
    end $$`,
  `create trigger erase after delete on user_assets referencing old table as gone
    for each statement execute function ask_for_erasure_of_unsent()`,
  ...tables.map(
    (table) => `create trigger erase after delete on ${table} referencing old table as gone
      for each statement execute function ask_for_erasure_of_feedback()`,
  ),
];
