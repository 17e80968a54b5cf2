import type { InboxRow } from '@sidetone/contract/documents/queries.ts';
import type { Remote } from '@sidetone/contract/entities/remote.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { localDay } from './local-day.ts';

interface Found {
  id: string;
  channel_id: string;
  owner: string | null;
  unresolved: boolean;
  direction: 'INCOMING' | 'OUTGOING';
  state: string;
  session_id: string;
  on_phone_number: string | null;
  remote_phone_number: string | null;
  remote_name: string | null;
  started_at: Date;
  established_at: Date | null;
  terminated_at: Date | null;
  terminated_reason: string | null;
  transferred_to: unknown;
  transferred_from: unknown;
  transfer_target: unknown;
  documentation: InboxRow['documentation'];
  rev: string;
  country: string;
  group_unresolved: number;
  user_id: string | null;
  user_name: string | null;
  user_avatar_url: string | null;
  contact_id: string | null;
  contact_name: string | null;
  contact_is_person: boolean | null;
  organization: string | null;
  contact_avatar_url: string | null;
}

/** The ended calls of a channel, newest first, with who the other side is: a colleague, else a contact, else a number. */
export async function readInbox(
  db: Database,
  asked: { channelId: string; limit: number; unresolvedOnly: boolean },
): Promise<InboxRow[]> {
  const { rows } = await inboxQuery(asked).execute(db);
  return rows.map(rowOf);
}

const inboxQuery = ({
  channelId,
  limit,
  unresolvedOnly,
}: {
  channelId: string;
  limit: number;
  unresolvedOnly: boolean;
}): RawBuilder<Found> => sql<Found>`
  with listed as (
    select * from inbox_events
    where channel_id = ${channelId} and terminated_at is not null and (unresolved or not ${unresolvedOnly})
    order by started_at desc, id
    limit ${limit}
  ), groups as (
    select coalesce(remote_user_id, remote_phone_number, '') as remote, count(*)::int as unresolved
    from inbox_events
    where channel_id = ${channelId} and unresolved and terminated_at is not null
    group by 1
  )
  select listed.*, accounts.country, coalesce(groups.unresolved, 0) as group_unresolved,
    person.id as user_id, person.first_name || ' ' || person.last_name as user_name,
    person.avatar_url as user_avatar_url,
    contact.id as contact_id, contact.name as contact_name, contact.organization,
    (contact.first_name is not null or contact.last_name is not null) as contact_is_person,
    contact.avatar_url as contact_avatar_url
  from listed
  join accounts on accounts.id = listed.account_id
  left join groups on groups.remote = coalesce(listed.remote_user_id, listed.remote_phone_number, '')
  left join lateral (
    select users.* from users
    where users.account_id = listed.account_id and users.id = coalesce(listed.remote_user_id, (
      select channels.owner_user_id from channels
      where channels.id = coalesce(
        (select channel_id from extensions
          where account_id = listed.account_id and extension = listed.remote_phone_number),
        (select channel_id from numbers
          where account_id = listed.account_id and e164 = listed.remote_phone_number))))
  ) as person on true
  left join lateral (
    select contacts.* from contacts
    where person.id is null and contacts.account_id = listed.account_id
      and (contacts.id = listed.contact_id or contacts.e164s @> array[listed.remote_phone_number])
    order by contacts.id = listed.contact_id desc nulls last, contacts.created_at, contacts.id
    limit 1
  ) as contact on true
  order by listed.started_at desc, listed.id`;

const rowOf = (row: Found): InboxRow => ({
  id: row.id,
  channelId: row.channel_id,
  day: localDay(row.started_at, row.country),
  contactId: row.contact_id,
  unresolved: row.unresolved,
  unresolvedCalls: row.group_unresolved,
  groupSize: 1,
  owner: row.owner,
  call: {
    sessionId: row.session_id,
    onPhoneNumber: row.on_phone_number,
    remotePhoneNumber: row.remote_phone_number,
    startedAt: row.started_at.toISOString(),
    establishedAt: row.established_at?.toISOString() ?? null,
    terminatedAt: row.terminated_at?.toISOString() ?? null,
    terminatedReason: row.terminated_reason as InboxRow['call']['terminatedReason'],
    direction: row.direction,
    state: row.state as InboxRow['call']['state'],
    transferredTo: row.transferred_to as InboxRow['call']['transferredTo'],
    transferredFrom: row.transferred_from as InboxRow['call']['transferredFrom'],
    transferTarget: row.transfer_target as InboxRow['call']['transferTarget'],
  },
  documentation: row.documentation,
  remote: remoteOf(row),
  rev: Number(row.rev),
});

const remoteOf = (row: Found): Remote => {
  const common = { contactId: row.contact_id, userId: row.user_id };
  if (row.user_id) {
    const { user_name: name, user_avatar_url: avatarUrl } = row;
    return { ...common, name, organization: null, avatarType: 'contact', avatarUrl, isTeam: true };
  }
  if (row.contact_id) {
    return {
      ...common,
      name: row.contact_name,
      organization: row.organization,
      avatarType: row.contact_is_person || !row.organization ? 'contact' : 'organization',
      avatarUrl: row.contact_avatar_url,
      isTeam: false,
    };
  }
  const avatarType = row.remote_phone_number === null ? 'anonymous' : 'unknown';
  return { ...common, name: row.remote_name, organization: null, avatarType, avatarUrl: null, isTeam: false };
};
