import type { LiveRow } from '@sidetone/contract/documents/live-query.ts';
import type { liveQueries } from '@sidetone/contract/documents/queries.ts';
import type { ContactCall, ContactHistory } from '@sidetone/contract/entities/contact-history.ts';
import { callHeadline, smallTalk, summary, voicemail } from '@sidetone/contract/entities/documentation.ts';
import type { InboxCall } from '@sidetone/contract/entities/inbox-event.ts';
import { isMissed } from '@sidetone/contract/rules/inbox-status.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Asker } from '../../documents/live-source.ts';
import type { Database } from '../../storage/database.ts';
import { readContact } from './one-contact.ts';
import type { CallsWith } from './ports.ts';

type Row = LiveRow<(typeof liveQueries)['contactHistory']>;

/** Calls that are shown. */
const mostCalls = 6;
/** Newest calls whose small talk is gone through. */
const mostDocumented = 500;

/** What was spoken with a contact in the channels that the asker is a member of: one row, none for nobody. */
export async function readContactHistory(
  db: Database,
  { userId, accountId }: Asker,
  contactId: string,
  callsWith: CallsWith,
): Promise<Row[]> {
  const contact = await readContact(db, accountId, contactId);
  if (!contact) return [];
  const memberships = await db
    .selectFrom('channel_members')
    .select('channel_id')
    .where('user_id', '=', userId)
    .execute();
  const theirs = callsWith(
    memberships.map(({ channel_id }) => channel_id),
    contactId,
  );
  const [channels, calls, talk] = await Promise.all([
    readChannels(db, theirs),
    readCalls(db, theirs),
    readSmallTalk(db, theirs),
  ]);
  return [
    {
      id: contactId,
      channels: channels.map(({ channelId, calls }) => ({ channelId, calls })),
      calls,
      smallTalk: talk,
      rev: Math.max(contact.rev, ...channels.map(({ rev }) => Number(rev))),
    },
  ];
}

async function readChannels(db: Database, theirs: RawBuilder<unknown>) {
  const { rows } = await sql<{ channelId: string; calls: number; rev: string }>`
    with calls as (${theirs})
    select channel_id as "channelId", count(*)::int as calls, max(rev)::text as rev
    from calls join inbox_events using (channel_id, id) group by 1 order by 2 desc, 1`.execute(db);
  return rows;
}

interface FoundCall {
  readonly channel_id: string;
  readonly id: string;
  readonly direction: ContactCall['direction'];
  readonly state: InboxCall['state'];
  readonly terminated_reason: InboxCall['terminatedReason'];
  readonly started_at: Date;
  readonly established_at: Date | null;
  readonly terminated_at: Date;
  readonly call_headline: unknown;
  readonly summary: unknown;
  readonly voicemail: unknown;
}

async function readCalls(db: Database, theirs: RawBuilder<unknown>): Promise<ContactCall[]> {
  const { rows } = await sql<FoundCall>`
    with calls as (${theirs})
    select channel_id, id, direction, state, terminated_reason, started_at, established_at, terminated_at,
      listed_documentation -> 'callHeadline' as call_headline, listed_documentation -> 'summary' as summary,
      listed_documentation -> 'voicemail' as voicemail
    from calls join inbox_events using (channel_id, id)
    order by started_at desc, id limit ${mostCalls}`.execute(db);
  return rows.map(callOf);
}

const callOf = (found: FoundCall): ContactCall => {
  const { direction, state, terminated_reason: terminatedReason, established_at: establishedAt } = found;
  const message = voicemail.safeParse(found.voicemail).data;
  return {
    channelId: found.channel_id,
    docId: found.id,
    direction,
    isMissed: isMissed({ direction, state, terminatedReason }),
    hasVoicemail: direction === 'INCOMING' && message !== undefined && message.visual.status !== 'deleted',
    text:
      callHeadline.safeParse(found.call_headline).data?.text ||
      summary.safeParse(found.summary).data?.topics[0] ||
      message?.transcription?.text ||
      null,
    startedAt: found.started_at.toISOString(),
    durationMs: establishedAt && found.terminated_at.getTime() - establishedAt.getTime(),
  };
};

async function readSmallTalk(db: Database, theirs: RawBuilder<unknown>): Promise<ContactHistory['smallTalk']> {
  const { rows } = await sql<{ channel_id: string; id: string; small_talk: unknown }>`
    with calls as (${theirs})
    select channel_id, id, listed_documentation -> 'smallTalk' as small_talk
    from calls join inbox_events using (channel_id, id)
    where listed_documentation ? 'smallTalk' order by started_at desc, id limit ${mostDocumented}`.execute(db);
  const items = rows.flatMap(({ channel_id: channelId, id: docId, small_talk: stored }) =>
    (smallTalk.safeParse(stored).data?.items ?? [])
      .filter(({ dismissed }) => !dismissed)
      .map((item) => ({ ...item, channelId, docId })),
  );
  return items.toSorted((a, b) => Number(b.pinned) - Number(a.pinned));
}
