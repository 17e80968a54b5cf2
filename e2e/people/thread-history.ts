import { randomUUID } from 'node:crypto';
import type { Sidetone } from '../world/sidetone.ts';

/** A call as a story tells it. */
interface PastCall {
  /** In whose private channel it stands, by their e-mail, or the name of a shared channel. */
  readonly channel: string;
  /** The other side's number; null for one who withheld it. */
  readonly number: string | null;
  readonly daysAgo?: number;
  readonly minutesAgo?: number;
  /** How long they talked; without it the call was missed. */
  readonly seconds?: number;
  /** E-mail of who took it. */
  readonly owner?: string;
  readonly resolved?: true;
  readonly documentation?: object;
}

/** Writes a call of the past into an inbox, as the exchange would have; gives its id. */
export async function addPastCall(sidetone: Sidetone, call: PastCall): Promise<string> {
  const { daysAgo = 0, minutesAgo = 0, seconds } = call;
  const id = `pbx-${randomUUID()}`;
  await sidetone.query(
    `insert into inbox_events (id, account_id, channel_id, session_id, owner, contact_id, unresolved, direction, state,
       remote_phone_number, started_at, established_at, terminated_at, terminated_reason, documentation)
     select $1, channels.account_id, channels.id, $1, (select id from users where email = $2),
       (select id from contacts where account_id = channels.account_id and e164s @> array[$3::text] limit 1), $4,
       'INCOMING', $5, $3, at, case when $6::int is null then null else at + interval '5 seconds' end,
       at + make_interval(secs => 21 + coalesce($6, 0)), $7, $8
     from channels, (select now() - make_interval(days => $9, mins => $10) as at) as moment
     where channels.name = $11 or channels.owner_user_id = (select id from users where email = $11)`,
    [
      id,
      call.owner ?? null,
      call.number,
      call.resolved !== true,
      seconds === undefined ? 'MISSED' : 'FINISHED',
      seconds ?? null,
      seconds === undefined ? 'CANCELLED' : 'HANGUP',
      JSON.stringify(call.documentation ?? {}),
      daysAgo,
      minutesAgo,
      call.channel,
    ],
  );
  return id;
}

/** Switches features of the company on for which there is a flag. */
export async function switchOn(sidetone: Sidetone, ...flags: readonly string[]): Promise<void> {
  for (const flag of flags) {
    await sidetone.query('update accounts set flags = flags || jsonb_build_object($1::text, true)', [flag]);
  }
}

/** What a model wrote about a call. */
export function documented(headline: string, text: string | null, topics: readonly string[]): object {
  return {
    callHeadline: { status: 'success', text: headline },
    summary: { status: 'success', topics, text, keyPoints: [] },
  };
}
