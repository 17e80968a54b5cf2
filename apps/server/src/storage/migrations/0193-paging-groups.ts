import { type Kysely, sql } from 'kysely';

/** Groups of users whose desk phones answer a page by themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table paging_groups (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    name text not null,
    -- What is dialled behind the star code.
    number text not null check (number ~ '^[1-9][0-9]{0,4}$'),
    longest_seconds integer not null check (longest_seconds between 10 and 600),
    -- Else those of paging_people who may.
    all_may_page boolean not null,
    -- Goes up by one with each change by an administrator.
    revision integer not null default 0,
    created_at timestamptz not null default now(),
    rev bigint not null default 0,
    constraint paging_groups_number unique (account_id, number))`,
  `create table paging_people (
    group_id text not null references paging_groups on delete cascade,
    user_id text not null references users on delete cascade,
    hears boolean not null,
    may_page boolean not null,
    primary key (group_id, user_id))`,
  'create index paging_people_user on paging_people (user_id)',
  'create trigger touch before insert or update on paging_groups for each row execute function touch_row()',
  `create trigger announce after insert or update or delete on paging_groups
    for each row execute function announce_row('account_id')`,
];
