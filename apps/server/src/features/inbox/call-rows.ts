import type { Remote } from '@sidetone/contract/entities/remote.ts';
import { contactSourcePriority } from '@sidetone/contract/rules/contact-sources.ts';
import { type RawBuilder, sql } from 'kysely';

/** A call as the database gives it, with who the other side is. */
export interface FoundCall extends FoundRemote {
  readonly id: string;
  readonly channel_id: string;
  readonly original_channel_id: string | null;
  readonly owner: string | null;
  readonly unresolved: boolean;
  readonly direction: 'INCOMING' | 'OUTGOING';
  readonly state: string;
  readonly session_id: string;
  readonly on_phone_number: string | null;
  readonly menu_path: string | null;
  readonly call_back_state: string | null;
  readonly started_at: Date;
  readonly established_at: Date | null;
  readonly terminated_at: Date | null;
  readonly terminated_reason: string | null;
  readonly transferred_to: unknown;
  readonly transferred_from: unknown;
  readonly transfer_target: unknown;
  readonly documentation: unknown;
  readonly day: string;
  readonly rev: string;
  readonly group_size: number;
  readonly group_unresolved: number;
}

/** What the joins of `otherSide` add to a call. */
export interface FoundRemote {
  readonly remote_phone_number: string | null;
  readonly remote_name: string | null;
  readonly user_id: string | null;
  readonly user_name: string | null;
  readonly user_avatar_url: string | null;
  readonly contact_id: string | null;
  readonly contact_name: string | null;
  readonly contact_is_person: boolean | null;
  readonly organization: string | null;
  readonly contact_avatar_url: string | null;
}

/** Of several contacts with one number the source with precedence is shown, then who was there first; as in lists. */
export const precedence = sql`array_position(${[...contactSourcePriority]}::text[], upper(source)) nulls last, created_at, id`;

/**
 * Joins to each row of `event` (account_id, remote_user_id, remote_phone_number, contact_id) who the other side is: a
 * colleague, else a contact, else nobody.
 */
export const otherSide = sql`
  left join lateral (
    select users.* from users
    where users.account_id = event.account_id and users.id = coalesce(event.remote_user_id, (
      select channels.owner_user_id from channels
      where channels.id = coalesce(
        (select channel_id from extensions
          where account_id = event.account_id and extension = event.remote_phone_number),
        (select channel_id from numbers
          where account_id = event.account_id and e164 = event.remote_phone_number))))
  ) as person on true
  left join lateral (
    select * from (
      select contacts.*, 1 as way from contacts
        where person.id is null and contacts.account_id = event.account_id and contacts.id = event.contact_id
      union all
      select contacts.*, 2 as way from contacts
        where person.id is null and contacts.account_id = event.account_id
          and contacts.e164s @> array[event.remote_phone_number]
    ) as fitting
    order by way, ${precedence}
    limit 1
  ) as contact on true`;

/** The columns of `FoundRemote` that are not the call's own. */
export const otherSideColumns = sql`
  person.id as user_id, person.first_name || ' ' || person.last_name as user_name, person.avatar_url as user_avatar_url,
  contact.id as contact_id, contact.name as contact_name, contact.organization,
  (contact.first_name is not null or contact.last_name is not null) as contact_is_person,
  contact.avatar_url as contact_avatar_url`;

/** The columns of `event` that a row is made of; with `whole` documentation, else with what lists show of it. */
export const callColumns = ({ whole }: { whole: boolean }): RawBuilder<unknown> => sql`
  event.id, event.channel_id, event.original_channel_id, event.owner, event.unresolved, event.direction, event.state, event.session_id,
  event.on_phone_number, event.menu_path, event.call_back->>'state' as call_back_state, event.remote_phone_number, event.remote_name, event.started_at, event.established_at,
  event.terminated_at, event.terminated_reason, event.transferred_to, event.transferred_from, event.transfer_target,
  ${whole ? sql`event.documentation` : sql`event.listed_documentation as documentation`},
  to_char(event.day, 'YYYY-MM-DD') as day`;

/** The row of the contract, as far as the database keeps to it; `readable.ts` sees to the rest. */
export const rowOf = (call: FoundCall): unknown => ({
  id: call.id,
  channelId: call.channel_id,
  ...(call.original_channel_id !== null &&
    call.original_channel_id !== call.channel_id && { forwardedFrom: call.original_channel_id }),
  day: call.day,
  contactId: call.contact_id,
  unresolved: call.unresolved,
  unresolvedCalls: call.group_unresolved,
  groupSize: call.group_size,
  owner: call.owner,
  call: {
    sessionId: call.session_id,
    onPhoneNumber: call.on_phone_number,
    ...(call.menu_path !== null && { menuPath: call.menu_path }),
    ...(call.call_back_state !== null && { callBack: call.call_back_state }),
    remotePhoneNumber: call.remote_phone_number,
    startedAt: call.started_at.toISOString(),
    establishedAt: call.established_at?.toISOString() ?? null,
    terminatedAt: call.terminated_at?.toISOString() ?? null,
    terminatedReason: call.terminated_reason,
    direction: call.direction,
    state: call.state,
    transferredTo: call.transferred_to,
    transferredFrom: call.transferred_from,
    transferTarget: call.transfer_target,
  },
  documentation: call.documentation,
  remote: remoteOf(call),
  rev: Number(call.rev),
});

/** The other side: a colleague, else a contact, else a number or nobody. */
export const remoteOf = (found: FoundRemote): Remote => {
  const common = { contactId: found.contact_id, userId: found.user_id };
  if (found.user_id) {
    const { user_name: name, user_avatar_url: avatarUrl } = found;
    return { ...common, name, organization: null, avatarType: 'contact', avatarUrl, isTeam: true };
  }
  if (found.contact_id) {
    return {
      ...common,
      name: found.contact_name,
      organization: found.organization,
      avatarType: found.contact_is_person || !found.organization ? 'contact' : 'organization',
      avatarUrl: found.contact_avatar_url,
      isTeam: false,
    };
  }
  const avatarType = found.remote_phone_number === null ? 'anonymous' : 'unknown';
  return { ...common, name: found.remote_name, organization: null, avatarType, avatarUrl: null, isTeam: false };
};
