import type { LiveRow } from '@sidetone/contract/documents/live-query.ts';
import type { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { personPicture } from '@sidetone/contract/entities/common.ts';
import { contactNumber } from '@sidetone/contract/entities/contact.ts';
import { actionItem, smallTalk } from '@sidetone/contract/entities/documentation.ts';
import type { Remote } from '@sidetone/contract/entities/remote.ts';
import type { ThreadInfo, ThreadOf } from '@sidetone/contract/entities/thread.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Asker } from '../../documents/live-source.ts';
import type { Database } from '../../storage/database.ts';
import { type FoundRemote, otherSide, otherSideColumns, remoteOf } from './call-rows.ts';
import type { OnBad } from './readable.ts';
import { callsOfThread, plainNumber } from './thread-calls.ts';

type Row = LiveRow<(typeof liveQueries)['threadInfo']>;

/** Newest calls whose action items and small talk are gone through. */
const mostDocumented = 500;

/** What stands around a thread, as its asker may see it: one row, none where nobody of that name is known. */
export async function readThreadInfo(
  db: Database,
  asker: Asker,
  { channelId, of }: { channelId: string; of: ThreadOf },
  onBad: OnBad = () => {},
): Promise<Row[]> {
  const subject = await readSubject(db, asker.accountId, channelId, of);
  if (!subject) return [];
  const [counts, topics, alsoIn, talkedBy, items] = await Promise.all([
    readCounts(db, channelId, of),
    readTopics(db, channelId, of),
    of.kind === 'anonymous' ? [] : readOtherChannels(db, asker, channelId, of),
    readTalkers(db, channelId, of),
    readItems(db, channelId, of, onBad),
  ]);
  const { rev, ...rest } = counts;
  return [{ id: channelId, ...subject, ...rest, topics, alsoIn, talkedBy, ...items, rev }];
}

type Subject = Pick<ThreadInfo, 'remote' | 'phoneNumbers'>;

/** Who the thread is with; null where nobody has the id. */
async function readSubject(db: Database, accountId: string, channelId: string, of: ThreadOf): Promise<Subject | null> {
  const { rows } = await sql<FoundRemote & { phone_numbers: unknown }>`
    select event.remote_phone_number, event.remote_name, ${otherSideColumns}, contact.phone_numbers
    from (${subjectOf(accountId, channelId, of)}) as event ${otherSide}`.execute(db);
  const [found] = rows;
  if (!found) return null;
  if (of.kind === 'contact' && found.user_id === null && found.contact_id === null) return null;
  const remote = readableRemote(remoteOf(found));
  if (found.user_id !== null) return { remote, phoneNumbers: await numbersOfColleague(db, found.user_id) };
  if (found.contact_id !== null) return { remote, phoneNumbers: numbersOfContact(found.phone_numbers) };
  const number = found.remote_phone_number;
  return { remote, phoneNumbers: number === null ? [] : [{ label: null, number }] };
}

/** Someone to resolve as the other side of a call is: its columns for `otherSide`. */
const subjectOf = (accountId: string, channelId: string, of: ThreadOf): RawBuilder<unknown> => {
  const account = sql`${accountId}::text as account_id`;
  switch (of.kind) {
    case 'contact':
      return sql`select ${account}, (select id from users where id = ${of.contactId}) as remote_user_id,
        ${of.contactId}::text as contact_id, null::text as remote_phone_number, null::text as remote_name`;
    case 'number':
      return sql`select ${account}, null::text as remote_user_id, null::text as contact_id,
        ${plainNumber(of.number)}::text as remote_phone_number,
        (select remote_name from inbox_events where channel_id = ${channelId}
          and left(remote_phone_number, 64) = ${plainNumber(of.number)} and terminated_at is not null
          order by started_at desc limit 1) as remote_name`;
    case 'anonymous':
      return sql`select account_id, remote_user_id, contact_id, remote_phone_number, remote_name from inbox_events
        where channel_id = ${channelId} and id = ${of.docId} and terminated_at is not null
          and remote_key = 'call ' || id`;
  }
};

/** A picture with another address than the contract takes costs the picture, not the thread. */
const readableRemote = (remote: Remote): Remote => ({
  ...remote,
  avatarUrl: pictureShape.safeParse(remote.avatarUrl).success ? remote.avatarUrl : null,
});
const pictureShape = personPicture.nullish();

async function numbersOfColleague(db: Database, userId: string): Promise<Subject['phoneNumbers']> {
  const { rows } = await sql<{ label: string | null; number: string }>`
    select 'extension' as label, extension as number from channels
      join extensions on extensions.channel_id = channels.id where channels.owner_user_id = ${userId}
    union all
    select label, e164 from channels join numbers on numbers.channel_id = channels.id
      where channels.owner_user_id = ${userId}
    order by 2`.execute(db);
  return rows;
}

const numbersOfContact = (stored: unknown): Subject['phoneNumbers'] =>
  (Array.isArray(stored) ? stored : []).flatMap((one) => {
    const number = contactNumber.safeParse(one);
    return number.success ? [{ label: number.data.label, number: number.data.e164 ?? number.data.localized }] : [];
  });

async function readCounts(db: Database, channelId: string, of: ThreadOf) {
  const { rows } = await sql<{ calls: number; unresolved: number; first: Date | null; rev: string | null }>`
    with calls as (${callsOfThread([channelId], of)})
    select count(*)::int as calls, (count(*) filter (where unresolved))::int as unresolved, min(started_at) as first,
      max(rev)::text as rev
    from calls join inbox_events using (channel_id, id)`.execute(db);
  const [counts] = rows;
  return {
    calls: counts?.calls ?? 0,
    unresolvedCalls: counts?.unresolved ?? 0,
    firstCallAt: counts?.first?.toISOString() ?? null,
    rev: Number(counts?.rev ?? 0),
  };
}

async function readTopics(db: Database, channelId: string, of: ThreadOf): Promise<ThreadInfo['topics']> {
  const { rows } = await sql<ThreadInfo['topics'][number]>`
    with calls as (${callsOfThread([channelId], of)})
    select substr(mark, ${'topic '.length + 1}::int) as topic, count(*)::int as calls,
      (count(*) filter (where unresolved))::int as "unresolvedCalls"
    from calls join inbox_events using (channel_id, id)
      join call_words on call_words.channel_id = calls.channel_id and doc_id = calls.id, unnest(marks) as mark
    where starts_with(mark, 'topic ') group by 1 order by 2 desc, 1`.execute(db);
  return rows;
}

async function readOtherChannels(
  db: Database,
  { userId }: Asker,
  channelId: string,
  of: ThreadOf,
): Promise<ThreadInfo['alsoIn']> {
  const others = await db
    .selectFrom('channel_members')
    .select('channel_id')
    .where('user_id', '=', userId)
    .where('channel_id', '<>', channelId)
    .execute();
  if (others.length === 0) return [];
  const ids = others.map(({ channel_id }) => channel_id);
  const { rows } = await sql<ThreadInfo['alsoIn'][number]>`
    with calls as (${callsOfThread(ids, of)})
    select channel_id as "channelId", count(*)::int as calls from calls group by 1 order by 2 desc, 1`.execute(db);
  return rows;
}

async function readTalkers(db: Database, channelId: string, of: ThreadOf): Promise<string[]> {
  const { rows } = await sql<{ owner: string }>`
    with calls as (${callsOfThread([channelId], of)})
    select owner from calls join inbox_events using (channel_id, id)
    where owner is not null and established_at is not null
    group by owner order by max(started_at) desc, owner`.execute(db);
  return rows.map(({ owner }) => owner);
}

interface Documented {
  readonly id: string;
  readonly action_item: unknown;
  readonly small_talk: unknown;
}

async function readItems(
  db: Database,
  channelId: string,
  of: ThreadOf,
  onBad: OnBad,
): Promise<Pick<ThreadInfo, 'openActionItems' | 'smallTalk'>> {
  const { rows } = await sql<Documented>`
    with calls as (${callsOfThread([channelId], of)})
    select id, listed_documentation -> 'actionItem' as action_item, listed_documentation -> 'smallTalk' as small_talk
    from calls join inbox_events using (channel_id, id)
    where listed_documentation ?| array['actionItem', 'smallTalk']
    order by started_at desc, id limit ${mostDocumented}`.execute(db);
  const broken = (docId: string, part: string) =>
    onBad({ channelId, docId, parts: [`documentation.${part}`], skipped: false });
  const openActionItems = rows.flatMap(({ id: docId, action_item }) => {
    const part = actionItem.nullish().safeParse(action_item);
    if (!part.success) broken(docId, 'actionItem');
    return (part.data?.items ?? []).filter(({ checked }) => !checked).map((item) => ({ docId, item }));
  });
  const talk = rows.flatMap(({ id: docId, small_talk }) => {
    const part = smallTalk.nullish().safeParse(small_talk);
    if (!part.success) broken(docId, 'smallTalk');
    return (part.data?.items ?? []).filter(({ dismissed }) => !dismissed).map((item) => ({ docId, item }));
  });
  return { openActionItems, smallTalk: talk.toSorted((a, b) => Number(b.item.pinned) - Number(a.item.pinned)) };
}
