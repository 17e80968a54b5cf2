import type { ThreadOf } from '@sidetone/contract/entities/thread.ts';
import { type RawBuilder, sql } from 'kysely';
import { otherSide } from './call-rows.ts';

/**
 * The ended calls (channel_id, id) of these channels with the other side of a thread. A contact's are those whose other
 * side resolves to it as in the inbox: a number that became a colleague's is theirs from then on.
 */
export function callsOfThread(channelIds: readonly string[], of: ThreadOf): RawBuilder<unknown> {
  const ended = sql`event.channel_id = any(${channelIds}::text[]) and event.terminated_at is not null`;
  switch (of.kind) {
    case 'anonymous':
      return sql`select event.channel_id, event.id from inbox_events as event
        where ${ended} and event.id = ${of.docId} and event.remote_key = 'call ' || event.id`;
    case 'number':
      return sql`select event.channel_id, event.id from inbox_events as event
        where ${ended} and left(event.remote_phone_number, 64) = ${plainNumber(of.number)}`;
    case 'contact':
      return sql`
        with theirs as (${numbersOf(of.contactId)}),
        candidates as (
          select channel_id, id, account_id, remote_user_id, remote_phone_number, contact_id from inbox_events as event
            where ${ended} and event.remote_key = ${of.contactId}
          union
          select channel_id, id, account_id, remote_user_id, remote_phone_number, contact_id from inbox_events as event
            where ${ended} and left(event.remote_phone_number, 64) in (select number from theirs)
          union
          select channel_id, id, account_id, remote_user_id, remote_phone_number, contact_id from inbox_events as event
            where ${ended} and event.contact_id = ${of.contactId}
        ),
        sides as (
          select event.* from (
            select distinct account_id, remote_user_id, remote_phone_number, contact_id from candidates) as event
          ${otherSide}
          where coalesce(person.id, contact.id) = ${of.contactId}
        )
        select candidates.channel_id, candidates.id from candidates join sides
          on (candidates.account_id, coalesce(candidates.remote_user_id, ''), coalesce(candidates.remote_phone_number, ''),
              coalesce(candidates.contact_id, ''))
            = (sides.account_id, coalesce(sides.remote_user_id, ''), coalesce(sides.remote_phone_number, ''),
              coalesce(sides.contact_id, ''))`;
  }
}

/** Of the events named `event` in this channel only those about a topic; of all where there is none. */
export const aboutTopic = (channelId: string, topic: string | undefined): RawBuilder<unknown> =>
  topic === undefined
    ? sql``
    : sql`and exists (select from call_words where call_words.channel_id = ${channelId}
        and doc_id = event.id and marks @> array[${`topic ${topic}`}])`;

/** A number as it is kept, however it was written into an address. */
export const plainNumber = (number: string): string => number.replace(/[\s()/.-]/g, '');

/** Every number by which a colleague or contact calls. */
const numbersOf = (id: string): RawBuilder<unknown> => sql`
  select extension as number from channels join extensions on extensions.channel_id = channels.id
    where channels.owner_user_id = ${id}
  union all
  select e164 from channels join numbers on numbers.channel_id = channels.id where channels.owner_user_id = ${id}
  union all
  select unnest(e164s) from contacts where id = ${id}`;
