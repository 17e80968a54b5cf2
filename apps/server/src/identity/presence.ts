import type { PresenceStatus } from '@sidetone/contract/entities/presence.ts';
import { sql } from 'kysely';
import { topic } from '../documents/live-source.ts';
import type { Database } from '../storage/database.ts';

/** Registrations run out without any row changing, so presence is read again this often. */
export const presenceRecheckMs = 10_000;

/**
 * How reachable the people of an account are, by user id: from their open calls first, then do-not-disturb, then whether
 * a device of theirs is registered and answers keep-alives, or, in the classic generation, whether a client of theirs is
 * there and, if they have phones, one of these is registered and connected.
 */
export async function presenceOf(db: Database, accountId: string): Promise<ReadonlyMap<string, PresenceStatus>> {
  const { rows } = await sql<{ id: string; status: PresenceStatus }>`
    select users.id,
      case
        when calling.talking then 'IN_CALL'
        when calling.ringing then 'RINGING'
        when users.is_dnd then 'DND'
        when exists (
          select 1 from registrations
          where registrations.user_id = users.id and expires_at > now() and not suspect) then 'ONLINE'
        when (accounts.flags ->> 'hasNeoPbx')::boolean is not true
          and (exists (select 1 from client_lines where client_lines.user_id = users.id)
            or exists (select 1 from settings where key = 'clients.unknown'))
          and (not exists (select 1 from phones where phones.user_id = users.id) or exists (
            select 1 from phones
            where phones.user_id = users.id and state = 'REGISTER_SUCCESS' and is_connected
              and not is_disconnected_by_user)) then 'ONLINE'
        else 'OFFLINE'
      end as status
    from users
    join accounts on accounts.id = users.account_id
    left join (
      select user_id,
        bool_or(established_at is not null or role = 'caller') as talking,
        bool_or(established_at is null and role = 'callee') as ringing
      from legs where ended_at is null group by user_id) as calling on calling.user_id = users.id
    where users.account_id = ${accountId} and users.deactivated_at is null`.execute(db);
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** The changes that presence of these users follows from. */
export const presenceTopics = (userIds: readonly string[]): string[] =>
  userIds.flatMap((id) => [
    topic('registrations', 'user_id', id),
    topic('legs', 'user_id', id),
    topic('users', 'id', id),
    topic('phones', 'user_id', id),
    topic('client_lines', 'user_id', id),
  ]);
