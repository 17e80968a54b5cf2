import { type Kysely, sql } from 'kysely';

const statements = [
  // What SIP said of a leg, without secrets; see pbx/sip/traces.
  `create table sip_traces (
    leg_id text primary key references legs on delete cascade,
    call_id text not null references calls on delete cascade,
    account_id text not null references accounts on delete cascade,
    at timestamptz not null default now(),
    -- Messages that there was no room for.
    lost integer not null default 0,
    -- JSON, compressed with gzip.
    messages bytea not null)`,
  'create index sip_traces_call on sip_traces (call_id)',
  'create index sip_traces_age on sip_traces (account_id, at)',

  // A call that nobody keeps any longer takes its SIP along. Older ones have none.
  `create function sip_leaves_with_calls() returns trigger language plpgsql as $$
    begin
      if exists (select from inbox_events where account_id = old.account_id and session_id = old.session_id) then
        return null;
      end if;
      delete from sip_traces using calls
        where sip_traces.call_id = calls.id and calls.session_id = old.session_id and calls.account_id = old.account_id;
      if found then
        insert into erasures (tables) values (array['sip_traces']);
      end if;
      return null;
    end $$`,
  `create trigger sip_leaves after delete on inbox_events for each row execute function sip_leaves_with_calls()`,
];

/** The SIP messages of calls, for some days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
