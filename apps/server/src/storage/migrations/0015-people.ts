import { type Kysely, sql } from 'kysely';

/** Address books that are connected, their contacts with an index for every spelling, favorites, imports, grants. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Who is there keeps what everybody could do until now; administrators take it away.
  `alter table users alter column grants set default '{CONTACT_READ,CONTACT_WRITE}'`,
  `update users set grants = (select array_agg(distinct one) from unnest(grants || '{CONTACT_READ,CONTACT_WRITE}') as one)`,
  `create table integrations (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    name text not null,
    connected_by text references users on delete set null,
    url text,
    user_name text,
    key_sealed bytea,
    state text not null default 'CONNECTED'
      check (state in ('CONNECTING', 'CONNECTED', 'AUTHENTICATION_REQUIRED', 'DISCONNECTING')),
    sync_state jsonb,
    contact_count integer not null default 0,
    progress jsonb,
    problem jsonb,
    last_synced_at timestamptz,
    next_sync_at timestamptz,
    created_at timestamptz not null default now(),
    rev bigint not null default 0)`,
  'create index integrations_account on integrations (account_id)',
  `create unique index integrations_own on integrations (account_id) where name = 'SIDETONE'`,
  'create trigger touch before insert or update on integrations for each row execute function touch_row()',
  `create trigger announce after insert or update or delete on integrations
    for each row execute function announce_row('id', 'account_id')`,
  // Every account has its own address book from the first moment on.
  `create function open_address_book() returns trigger language plpgsql as $$
    begin
      insert into integrations (id, account_id, name) values ('i' || new.id, new.id, 'SIDETONE');
      return null;
    end $$`,
  `create trigger open_address_book after insert on accounts for each row execute function open_address_book()`,
  `insert into integrations (id, account_id, name) select 'i' || id, id, 'SIDETONE' from accounts`,

  'drop trigger announce on contacts',
  'alter table contacts add column integration_id text references integrations on delete cascade',
  // Labels of the own address book are written in capitals; what it does not know is another number.
  `update contacts set integration_id = 'i' || account_id, phone_numbers = (
    select coalesce(jsonb_agg(number || jsonb_build_object('label', label, 'type', label) order by at), '[]')
    from jsonb_array_elements(phone_numbers) with ordinality as numbers (number, at),
      lateral (select case when upper(number ->> 'label') in ('WORK', 'MOBILE', 'HOME', 'SWITCHBOARD', 'FAX')
        then upper(number ->> 'label') else 'OTHER' end as label) as known)`,
  // Who writes a contact without saying where means the own address book.
  `create function place_contact() returns trigger language plpgsql as $$
    begin
      new.integration_id := coalesce(new.integration_id, 'i' || new.account_id);
      new.updated_at := now();
      return new;
    end $$`,
  'alter table contacts add column external_id text',
  'alter table contacts add column etag text',
  'alter table contacts add column original jsonb',
  `alter table contacts add column relates_to jsonb not null default '[]'`,
  'alter table contacts add column import_id text',
  'alter table contacts add column updated_at timestamptz not null default now()',
  'alter table contacts alter column integration_id set not null',
  'create unique index contacts_external on contacts (integration_id, external_id) where external_id is not null',
  'create index contacts_import on contacts (import_id) where import_id is not null',
  'create trigger place before insert or update on contacts for each row execute function place_contact()',
  `create index contacts_emails on contacts (integration_id, lower(email)) where email is not null`,
  // How many there are, and the newest of them, is told without a look at the rows.
  'create index contacts_book on contacts (account_id, rev)',

  // A few are named one by one; of many it is said once for each account that there are.
  `create function announce_contacts() returns trigger language plpgsql as $$
    begin
      if (select count(*) from (select from written limit 21) as few) <= 20 then
        perform pg_notify('changes', jsonb_build_object('table', 'contacts', 'keys', keys)::text)
        from (select distinct jsonb_build_object('account_id', account_id, 'id', id) as keys from written) as told;
      else
        perform pg_notify('changes', jsonb_build_object('table', 'contacts', 'keys', keys)::text)
        from (select distinct jsonb_build_object('account_id', account_id, 'many', account_id) as keys from written) as told;
      end if;
      return null;
    end $$`,
  `create trigger announce_added after insert on contacts
    referencing new table as written for each statement execute function announce_contacts()`,
  `create trigger announce_changed after update on contacts
    referencing new table as written for each statement execute function announce_contacts()`,
  `create trigger announce_removed after delete on contacts
    referencing old table as written for each statement execute function announce_contacts()`,
  `create trigger erase after delete on contacts referencing old table as gone
    for each statement execute function ask_for_erasure()`,

  `create table contact_imports (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    user_id text not null references users on delete cascade,
    file_name text not null,
    format text not null check (format in ('vcard', 'csv')),
    state text not null default 'RUNNING' check (state in ('RUNNING', 'DONE', 'FAILED', 'UNDONE')),
    total integer,
    done integer not null default 0,
    created integer not null default 0,
    updated integer not null default 0,
    skipped integer not null default 0,
    problems jsonb not null default '[]',
    started_at timestamptz not null default now(),
    ended_at timestamptz,
    rev bigint not null default 0)`,
  'create index contact_imports_user on contact_imports (user_id, started_at)',
  'create trigger touch before insert or update on contact_imports for each row execute function touch_row()',
  `create trigger announce after insert or update or delete on contact_imports
    for each row execute function announce_row('id', 'user_id')`,
];
