import { type Kysely, sql } from 'kysely';

/**
 * Every line of the audit log is chained to the one that was committed before it: `hash` is the SHA-256 of `previous` and of
 * the line. Lines are chained when their transaction commits, one transaction after the other, so that nobody waits for the
 * lock who still has others to wait for. `requests/audit-chain.ts` reads the same text of a line.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create table audit_chain (
      position bigint primary key,
      entry_id bigint not null unique,
      previous bytea not null,
      hash bytea not null)`.execute(db);
  // As the owner of the tables: the role that the server works as adds nothing here by itself.
  await sql`
    create function chain_audit_log() returns trigger language plpgsql
    security definer set search_path = public, pg_temp as $$
    declare
      last record;
    begin
      perform pg_advisory_xact_lock(hashtext('sidetone'), hashtext('audit chain'));
      select position, hash into last from audit_chain order by position desc limit 1;
      insert into audit_chain values (
        coalesce(last.position, 0) + 1,
        new.id,
        coalesce(last.hash, ''::bytea),
        sha256(coalesce(last.hash, ''::bytea) || convert_to(jsonb_build_array(
          new.id, new.scope, new.account_id, new.actor_user_id, new.action, new.target, new.detail, new.address,
          to_char(new.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'))::text, 'UTF8')));
      return null;
    end $$`.execute(db);
  await sql`
    do $$
    declare
      entry audit_log;
      last bytea := '';
      made bytea;
      at_position bigint := 0;
    begin
      for entry in select * from audit_log order by id loop
        at_position := at_position + 1;
        made := sha256(last || convert_to(jsonb_build_array(
          entry.id, entry.scope, entry.account_id, entry.actor_user_id, entry.action, entry.target, entry.detail,
          entry.address, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'))::text, 'UTF8'));
        insert into audit_chain values (at_position, entry.id, last, made);
        last := made;
      end loop;
    end $$`.execute(db);
  await sql`
    create constraint trigger chain after insert on audit_log deferrable initially deferred
    for each row execute function chain_audit_log()`.execute(db);
  await sql`
    create trigger only_grows before update or delete on audit_chain
    for each row execute function keep_audit_log()`.execute(db);
  await sql`
    create trigger only_grows_whole before truncate on audit_chain
    for each statement execute function keep_audit_log()`.execute(db);
}
