import { type Kysely, sql } from 'kysely';

/** Conference rooms: channels without members, whose callers hear each other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'alter table channels drop constraint channels_type_check',
  "alter table channels add constraint channels_type_check check (type in ('private', 'acd', 'room'))",
  `create table conference_rooms (
    channel_id text primary key references channels on delete cascade,
    account_id text not null references accounts on delete cascade,
    owner_user_id text references users on delete set null,
    -- Administrators read PINs to hand them on.
    pin_sealed bytea not null,
    moderator_pin_sealed bytea,
    most_people integer not null check (most_people between 2 and 50),
    announces boolean not null,
    waits_for_moderator boolean not null,
    revision integer not null default 0,
    rev bigint not null default 0)`,
  'create index conference_rooms_account on conference_rooms (account_id)',
  'create index conference_rooms_owner on conference_rooms (owner_user_id) where owner_user_id is not null',
  'create trigger touch before insert or update on conference_rooms for each row execute function touch_row()',
  `create trigger announce after insert or update or delete on conference_rooms
    for each row execute function announce_row('account_id', 'owner_user_id')`,
];
