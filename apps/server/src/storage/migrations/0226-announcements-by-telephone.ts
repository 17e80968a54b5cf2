import { type Kysely, sql } from 'kysely';

/** Announcements that users say by telephone, until the browser that waits for them has them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table phone_recordings (
    id uuid primary key,
    account_id text not null references accounts on delete cascade,
    user_id text not null references users on delete cascade,
    -- What is dialled behind the star code.
    code text not null,
    state text not null default 'waiting'
      check (state in ('waiting', 'asked', 'speaking', 'hearing', 'kept', 'over')),
    -- The call that has it.
    call_id text,
    wav bytea,
    duration_ms integer,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    check ((state = 'kept') = (wav is not null)),
    unique (user_id, code))`.execute(db);
  await sql`create index phone_recordings_expired on phone_recordings (expires_at)`.execute(db);
  // Sound cannot be made smaller.
  await sql`alter table phone_recordings alter column wav set storage external`.execute(db);
  // Nothing is left of a voice whose announcement was dropped, or taken over into a file.
  await sql`create function ask_for_erasure_of_phone_recordings() returns trigger language plpgsql as $$
    begin
      if exists (select from gone where wav is not null) then
        insert into erasures (tables) values (array['phone_recordings']);
      end if;
      return null;
    end $$`.execute(db);
  await sql`create trigger erase after delete on phone_recordings referencing old table as gone
    for each statement execute function ask_for_erasure_of_phone_recordings()`.execute(db);
}
