import { type Kysely, sql } from 'kysely';

/** What a directory says of users by SCIM, its groups, and how many users it may take away. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table directory_users (
    user_id text primary key references users on delete cascade,
    account_id text not null references accounts on delete cascade,
    -- As the directory calls them; often, but not always, their email address.
    user_name text not null,
    external_id text,
    changed_at timestamptz not null default now(),
    -- When the directory deleted them: they are deactivated, and it sees them no longer.
    forgotten_at timestamptz)`,
  'create unique index directory_users_name on directory_users (account_id, lower(user_name)) where forgotten_at is null',
  'create index directory_users_external on directory_users (account_id, external_id)',
  `create table directory_groups (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    name text not null,
    external_id text,
    channel_id text references channels on delete set null,
    created_at timestamptz not null default now(),
    changed_at timestamptz not null default now())`,
  'create unique index directory_groups_name on directory_groups (account_id, lower(name))',
  'create index directory_groups_channel on directory_groups (channel_id)',
  `create table directory_group_members (
    group_id text not null references directory_groups on delete cascade,
    user_id text not null references users on delete cascade,
    primary key (group_id, user_id))`,
  'create index directory_group_members_user on directory_group_members (user_id)',
  // Users that a directory deactivated or deleted, for as long as they count.
  `create table directory_removals (
    account_id text not null references accounts on delete cascade,
    user_id text not null,
    at timestamptz not null default now())`,
  'create index directory_removals_at on directory_removals (account_id, at)',
  `create table directory_guards (
    account_id text primary key references accounts on delete cascade,
    removable_percent int not null default 10,
    stopped_at timestamptz,
    stopped_allowed int,
    allowed_until timestamptz)`,
];
