import { type Kysely, sql } from 'kysely';

/** Teams chats that show when users talk: Microsoft's. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // `id`: of this connection; who connects again has another one. `shown`: what Microsoft may show because of us, written
  // before it is said; `renew_at`: when it has to be said again, null until Microsoft has taken it. `heard`: what the user does
  // in Teams, and for how long that counts; `hear_at`: when it is asked for next.
  `create table presence_connectors (
    user_id text primary key references users on delete cascade,
    id text not null unique,
    kind text not null default 'MICROSOFT' check (kind = 'MICROSOFT'),
    state text not null check (state in ('connected', 'reconnect')),
    problem text check (problem in ('signedOut', 'forbidden')),
    account_name text not null,
    remote_user_id text not null,
    access_token_sealed bytea,
    refresh_token_sealed bytea,
    expires_at timestamptz,
    renewed_at timestamptz not null default now(),
    version integer not null default 1,
    renewing_until timestamptz,
    shown text check (shown in ('inCall', 'doNotDisturb')),
    renew_at timestamptz,
    not_before timestamptz,
    failures integer not null default 0,
    heard text check (heard in ('busy', 'doNotDisturb')),
    heard_until timestamptz,
    hear_at timestamptz not null default now(),
    connected_at timestamptz not null default now(),
    rev bigint not null default 0,
    check ((access_token_sealed is null) = (refresh_token_sealed is null)),
    check ((state = 'connected') = (access_token_sealed is not null)),
    check ((state = 'connected') = (problem is null)))`,
  // What is still to be cleared at Microsoft for a connection that is gone here.
  `create table presence_farewells (
    id text primary key,
    user_id text not null,
    remote_user_id text not null,
    access_token_sealed bytea not null,
    refresh_token_sealed bytea not null,
    expires_at timestamptz not null,
    not_before timestamptz,
    created_at timestamptz not null default now())`,
  // A sign-in that has begun: first known by its one-time token, then by its state. All are kept as hashes.
  `create table presence_sign_ins (
    token_hash bytea primary key,
    user_id text not null references users on delete cascade,
    account_id text not null references accounts on delete cascade,
    address text not null,
    state_hash bytea unique,
    browser_hash bytea,
    verifier_sealed bytea,
    expires_at timestamptz not null,
    used_at timestamptz)`,
  'create index presence_sign_ins_of_user on presence_sign_ins (user_id)',
  'create index presence_sign_ins_of_account on presence_sign_ins (account_id)',
  'create index presence_sign_ins_expires on presence_sign_ins (expires_at)',
  `create function presence_elsewhere(of_user text) returns text stable language sql as $$
      select heard from presence_connectors
      where user_id = of_user and state = 'connected' and heard_until > now()
    $$`,
  `create trigger touch before insert or update on presence_connectors
    for each row execute function touch_row()`,
  `create trigger announce after insert or update or delete on presence_connectors
    for each row execute function announce_row('user_id')`,
  `create trigger announce after insert or update on presence_farewells
    for each row execute function announce_row('user_id')`,
  `create function leave_presence_connector() returns trigger language plpgsql as $$
    begin
      if old.shown is not null and old.state = 'connected' then
        insert into presence_farewells
            (id, user_id, remote_user_id, access_token_sealed, refresh_token_sealed, expires_at)
          values (old.id, old.user_id, old.remote_user_id, old.access_token_sealed, old.refresh_token_sealed,
            old.expires_at)
          on conflict (id) do nothing;
      end if;
      return null;
    end $$`,
  `create trigger leave after delete on presence_connectors
    for each row execute function leave_presence_connector()`,
  // Another generation of the phone system disconnects all of its users.
  `create function end_presence_connectors_of_account() returns trigger language plpgsql as $$
    begin
      delete from presence_sign_ins where account_id = new.id;
      delete from presence_connectors where user_id in (select id from users where account_id = new.id);
      return null;
    end $$`,
  `create trigger end_presence_connectors after update of flags on accounts for each row
    when ((old.flags ->> 'hasNeoPbx')::boolean is distinct from (new.flags ->> 'hasNeoPbx')::boolean)
    execute function end_presence_connectors_of_account()`,
  `create function end_presence_connector_of_user() returns trigger language plpgsql as $$
    begin
      delete from presence_sign_ins where user_id = new.id;
      delete from presence_connectors where user_id = new.id;
      return null;
    end $$`,
  `create trigger end_presence_connector after update of deactivated_at on users for each row
    when (old.deactivated_at is null and new.deactivated_at is not null)
    execute function end_presence_connector_of_user()`,
  `create function ask_for_erasure_of_presence_tokens() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' or (old.refresh_token_sealed is not null and new.refresh_token_sealed is null) then
        insert into erasures (tables) values (array['presence_connectors', 'presence_farewells']);
      end if;
      return null;
    end $$`,
  `create trigger erase after delete or update of refresh_token_sealed on presence_connectors
    for each row execute function ask_for_erasure_of_presence_tokens()`,
  `create trigger erase after delete on presence_farewells
    for each row execute function ask_for_erasure_of_presence_tokens()`,
];
