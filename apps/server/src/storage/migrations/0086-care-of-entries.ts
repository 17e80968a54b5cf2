import { type Kysely, sql } from 'kysely';

/** Entries whose edit was given up follow later ones; a token is renewed by one that has claimed it; lists of entries. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Somebody asks the vendor for another token until then; nobody else does.
  'alter table integration_tokens add column renewing_until timestamptz',

  // Administrators look for entries of a state; dates are those of the account's index.
  'create index crm_writes_state on crm_writes (account_id, state, created_at desc)',

  // A record whose removal was given up is not written to again: its removal is still wanted.
  `update crm_writes set is_removal_wanted = true where state = 'SKIPPED' and skip_reason = 'gaveUp'
    and (select from_state from crm_write_events where write_id = crm_writes.id order by id desc limit 1) = 'REMOVING'`,

  // As before; besides, a record in the CRM whose last change was given up has the next one written.
  `create or replace function crm_writes_follow_words() returns trigger language plpgsql as $$
    begin
      if (old.documentation -> 'note') is distinct from (new.documentation -> 'note')
        or (old.documentation -> 'summary') is distinct from (new.documentation -> 'summary')
        or (old.documentation -> 'callHeadline') is distinct from (new.documentation -> 'callHeadline')
        or (old.documentation -> 'actionItem') is distinct from (new.documentation -> 'actionItem') then
        update crm_writes set wanted_rev = wanted_rev + 1, wanted_since = now(), updated_at = now(),
          next_try_at = greatest(coalesce(next_try_at, now()), now() + interval '10 seconds')
        where log_id = new.channel_id || ':' || new.session_id and kind = 'call'
          and state not in ('SKIPPED', 'GONE', 'REMOVING', 'REMOVED');
        with resumed as (
          update crm_writes set state = 'READY', skip_reason = null, problem = null, attempts = 0,
            wanted_rev = wanted_rev + 1, wanted_since = now(), updated_at = now(),
            next_try_at = now() + interval '10 seconds'
          where log_id = new.channel_id || ':' || new.session_id and kind = 'call' and state = 'SKIPPED'
            and skip_reason = 'gaveUp' and external_id is not null and not is_removal_wanted returning id)
        insert into crm_write_events (write_id, from_state, to_state, code)
        select id, 'SKIPPED', 'READY', 'edited' from resumed;
      end if;
      return null;
    end $$`,
];
