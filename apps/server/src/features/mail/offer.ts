import { type RawBuilder, sql } from 'kysely';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Database } from '../../storage/database.ts';
import { isMissedCall } from '../../storage/missed-call.ts';
import { mailKind } from './mail-job.ts';

interface OfferDeps {
  readonly db: Database;
  readonly jobs: Jobs;
}

interface InInbox {
  readonly channelId: string;
  readonly docId: string;
}

/** A voicemail waits this long, as words of it may come, and a summary, for what came in its last second. */
const restSeconds = 5;
/** What lies further back is not mailed any longer, such as after a server was away. */
const within = sql`interval '1 day'`;

const ofEvent = ({ channelId, docId }: InInbox) => sql`event.channel_id = ${channelId} and event.id = ${docId}`;

/** Users want mails about the channels that they chose, unless a channel has an address in place of its members. */
const users = sql`mail_wishes wish
  join users on users.id = wish.user_id and users.deactivated_at is null
  join channels on channels.id = any(wish.channel_ids) and channels.account_id = users.account_id
    and (channels.owner_user_id = wish.user_id or exists (select from channel_members member
      where member.channel_id = channels.id and member.user_id = wish.user_id))
    and not exists (select from channel_mails own
      where own.channel_id = channels.id and own.instead and own.confirmed_at is not null)
  cross join lateral (select wish.user_id as id, wish.user_id, null::text as for_channel) reader`;

/** And so do the confirmed addresses of channels. */
const addresses = sql`channel_mails wish
  join channels on channels.id = wish.channel_id and channels.type = 'acd' and wish.confirmed_at is not null
  cross join lateral (select wish.channel_id as id, null::text as user_id, wish.channel_id as for_channel) reader`;

/** Those who want mails, with the events that a condition names. */
const wanted = (readers: RawBuilder<unknown>, which: RawBuilder<unknown>) => sql`
  from ${readers}
  join inbox_events event on event.account_id = channels.account_id and event.channel_id = channels.id
  cross join lateral (select wish.every_minutes * 60 as seconds) slot
  cross join lateral (select ceil(extract(epoch from clock_timestamp()) / slot.seconds) * slot.seconds as ends) hour
  where ${which} and event.terminated_at >= wish.since and event.terminated_at > now() - ${within}
    and not exists (select from mail_events mailed
      where mailed.user_id = reader.id and mailed.channel_id = event.channel_id and mailed.doc_id = event.id)`;

/** A statement for users and for addresses, each by itself: only so it begins at the event and not at all wishes of the server. */
const ofBoth = (statement: (readers: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  sql`${statement(users)} union all ${statement(addresses)}`;

const columns = sql`channels.account_id, reader.id as reader, reader.user_id, reader.for_channel, event.channel_id, event.id as doc_id`;
/** A mail of one event alone has an id that comes out the same each time. */
const idOfEvent = sql`md5(reader.id || ' ' || event.channel_id || ' ' || event.id)`;
const message = sql`select from voicemails message
  where message.channel_id = event.channel_id and message.doc_id = event.id`;

/** Calls ended: those who missed them are mailed, each as they wish. Saying it twice mails once. */
export async function offerCalls(deps: OfferDeps, calls: readonly { callId: string; sessionId: string }[]) {
  const [sessionIds, callIds] = [calls.map(({ sessionId }) => sessionId), calls.map(({ callId }) => callId)];
  const which = sql`event.session_id = any(${sessionIds}::text[]) and event.call_id = any(${callIds}::text[])`;
  if (!(await isAnyoneMailed(deps.db))) return;
  // Most calls are answered: then there is nothing to write.
  const { rows } = await sql`select from (${missedBy(which)}) as found limit 1`.execute(deps.db);
  if (rows.length > 0) await offerMissed(deps, which);
}

/** Whether missed calls are mailed on this server at all. */
async function isAnyoneMailed(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select from mail_wishes where missed_calls <> 'off' union all
    select from channel_mails where missed_calls <> 'off' limit 1`.execute(db);
  return rows.length > 0;
}

/** Nothing came of a message that somebody left: the call was missed after all. */
export const offerMissedOf = (deps: OfferDeps, event: InInbox) => offerMissed(deps, ofEvent(event));

/** A message can be listened to. Saying it twice mails once. */
export const offerVoicemail = (deps: OfferDeps, event: InInbox) => offerVoicemails(deps, ofEvent(event));

/** What ended while nobody listened, as when a server died. */
export async function offerForgotten(deps: OfferDeps): Promise<void> {
  await offerVoicemails(deps, sql`true`);
  await offerMissed(deps, sql`true`);
}

const offerVoicemails = (deps: OfferDeps, which: RawBuilder<unknown>) =>
  keep(
    deps,
    ofBoth(
      (readers) => sql`select ${columns}, 'voicemail' as kind, ${idOfEvent} as mail_id,
        now() + ${restSeconds} * interval '1 second' as next_at
      ${wanted(readers, which)} and wish.voicemails <> 'off' and exists (${message} and message.state = 'ready')`,
    ),
  );

/** A summary is one for all that was missed between two of its times of the clock. */
const missedBy = (which: RawBuilder<unknown>) =>
  ofBoth(
    (readers) => sql`select ${columns}, 'missedCalls' as kind,
      case when wish.missed_calls = 'each' then ${idOfEvent}
        else md5(reader.id || ' until ' || hour.ends) end as mail_id,
      case when wish.missed_calls = 'each' then now()
        else to_timestamp(hour.ends) + ${restSeconds} * interval '1 second' end as next_at
    ${wanted(readers, which)} and wish.missed_calls <> 'off' and event.unresolved
      and exists (select from (select event.direction, event.state, event.terminated_reason) one where ${isMissedCall})
      and (wish.voicemails = 'off' or not exists (${message} and message.state <> 'failed'))`,
  );

const offerMissed = (deps: OfferDeps, which: RawBuilder<unknown>) => keep(deps, missedBy(which));

/** Writes the mails and what each is about in one statement, and asks for their jobs. */
async function keep({ db, jobs }: OfferDeps, found: RawBuilder<unknown>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string; in_seconds: number }>`
      with found as (${found}),
      made as (
        insert into mails (id, account_id, user_id, channel_id, kind, next_at)
        select distinct on (mail_id) mail_id, account_id, user_id, for_channel, kind, next_at from found
        on conflict (id) do nothing returning id, next_at),
      named as (
        insert into mail_events (user_id, channel_id, doc_id, mail_id)
        select reader, channel_id, doc_id, mail_id from found on conflict do nothing)
      select id, greatest(0, ceil(extract(epoch from next_at - now())))::int as in_seconds from made`.execute(trx);
    for (const { id, in_seconds: afterSeconds } of rows) await jobs.enqueue(trx, mailKind, id, { afterSeconds });
  });
}
