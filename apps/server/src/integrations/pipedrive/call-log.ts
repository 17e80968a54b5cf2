import type { CallRecord } from '../../crm/crm-side.ts';
import { IntegrationError } from '../connector.ts';
import { isOf, retold } from '../crm/vendor-errors.ts';
import type { PipedriveClient } from './client.ts';
import { api1 } from './records.ts';

/** Subjects are cut there. */
const longestSubject = 255;
export const subjectOf = (title: string): string => (title.trim() === '' ? '–' : title.slice(0, longestSubject));

/** UTC as call logs have it. */
const spaced = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');

/** What ends a call that nobody gave an outcome. */
const outcomes: Readonly<Record<CallRecord['state'], string>> = {
  connected: 'connected',
  missed: 'no_answer',
  busy: 'busy',
  notFound: 'wrong_number',
};

/**
 * Makes the call log of an activity; nothing happens where it has one. One that Pipedrive refuses is done without: the
 * activity says the same in words. After any other trouble it is not known whether the whole was written.
 */
export async function logCall(
  client: PipedriveClient,
  activityId: number,
  call: CallRecord,
  owner: number | undefined,
  signal: AbortSignal,
): Promise<void> {
  const [from, to] =
    call.direction === 'INCOMING' ? [call.remoteNumber, call.localNumber] : [call.localNumber, call.remoteNumber];
  // Pipedrive takes none without the number that was called.
  if (to === null) return;
  const body: Record<string, string | number> = {
    activity_id: activityId,
    subject: subjectOf(call.title),
    outcome: call.outcomeId ?? outcomes[call.state],
    to_phone_number: to,
    start_time: spaced(call.startedAt),
    end_time: spaced(call.endedAt),
    duration: String(call.seconds),
  };
  if (from !== null) body['from_phone_number'] = from;
  const send = async (more: Readonly<Record<string, number>>) =>
    await client.send({ method: 'POST', path: `${api1}/callLogs`, body: { ...body, ...more } }, signal);
  try {
    await send(owner === undefined ? {} : { user_id: owner }).catch(async (error: unknown) => {
      if (owner === undefined || !isOf(error, 'forbidden', 'invalid')) throw error;
      await send({});
    });
  } catch (error) {
    if (!(error instanceof IntegrationError)) throw error;
    if (isOf(error, 'conflict', 'forbidden', 'invalid', 'not_found')) return;
    throw retold(error, false);
  }
}
