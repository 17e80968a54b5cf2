import type { InboxCall, InboxEvent } from '@sidetone/contract/entities/inbox-event.ts';
import { type InboxStatus, inboxStatus } from '@sidetone/contract/rules/inbox-status.ts';
import { momentOf } from './moments.ts';
import { addressOf } from './parties.ts';
import type { VconSource } from './source.ts';
import type { VconDialog, VconParty } from './vcon-schema.ts';

/**
 * What was talked, first the call itself: `incomplete` where nobody talked and no message was left; the set of its recordings
 * where the reader may fetch some, which follow; else a recording of which there is nothing here.
 */
export function conversationsOf({ event, recordings = [] }: VconSource): VconDialog[] {
  const { call } = event;
  const application = 'Sidetone';
  const who = { parties: [0, 1], ...(call.direction === 'INCOMING' && { originator: 1 }), application };
  const status = inboxStatus(call);
  const talked = status === 'ACCEPTED';
  if (!talked && !hasMessage(event)) {
    return [{ type: 'incomplete', start: momentOf(call.startedAt), ...who, disposition: dispositionOf(status) }];
  }
  const fitting = recordings.filter(({ kind }) => (kind === 'voicemail') !== talked);
  const whole = { ...timesOf(event, talked), ...who };
  if (fitting.length === 0) return [{ type: 'recording', ...whole }];
  const sounds = fitting.map(({ kind, url, sha512, startedAt, seconds }) => ({
    type: 'recording' as const,
    start: momentOf(startedAt),
    ...(seconds !== null && { duration: seconds }),
    // Left our user, right the other side; a caller who leaves a message is heard on both.
    ...(kind === 'voicemail' ? { parties: [1, 1], application } : who),
    recording_set: 0,
    mediatype: 'audio/x-mp3',
    url,
    content_hash: `sha512-${Buffer.from(sha512).toString('base64url')}`,
  }));
  return [{ type: 'recording-set', ...whole, recordings: sounds.map((_, at) => at + 1) }, ...sounds];
}

const hasMessage = ({ documentation }: InboxEvent): boolean =>
  documentation.voicemail !== undefined && documentation.voicemail.visual.status !== 'failed';

function timesOf({ call, documentation }: InboxEvent, talked: boolean): { start: string; duration?: number } {
  if (!talked) {
    const { visual } = documentation.voicemail ?? {};
    return {
      start: momentOf(call.startedAt),
      ...(visual?.status === 'processed' && { duration: visual.duration }),
    };
  }
  const start = call.establishedAt ?? call.startedAt;
  const ms = call.terminatedAt === null ? null : Date.parse(call.terminatedAt) - Date.parse(start);
  return { start: momentOf(start), ...(ms !== null && ms >= 0 && { duration: ms / 1000 }) };
}

type Disposition = Extract<VconDialog, { type: 'incomplete' }>['disposition'];

/** Why nobody talked. Calls that a person or another device took away were not answered here. */
function dispositionOf(status: Exclude<InboxStatus, 'ACCEPTED'>): Disposition {
  switch (status) {
    case 'BUSY_HERE':
    case 'BUSY_EVERYWHERE':
      return 'busy';
    case 'NOT_FOUND':
    case 'PRECONDITION_FAILURE':
    case 'UNKNOWN':
      return 'failed';
    default:
      return 'no-answer';
  }
}

/**
 * Who handed the call to whom, as far as this event knows; a party that is in neither end of it is added to `parties`. The
 * half that was written by the inbox itself, a call that went on outside, is no transfer. `talked` is what there is already.
 */
export function transfersOf(
  { event, host }: VconSource,
  parties: VconParty[],
  talked: readonly VconDialog[],
): VconDialog[] {
  const { call } = event;
  if (inboxStatus(call) !== 'ACCEPTED') return [];
  const added = (number: string | null): number => parties.push(addressOf(number, host)) - 1;
  const { transferredTo: to, transferredFrom: from } = call;
  const end = momentOf(call.terminatedAt ?? call.startedAt);
  const [whole] = talked;
  const here = whole?.type === 'recording-set' ? whole.recordings : [0];
  const found: VconDialog[] = [];
  if (to && to.docId !== event.id) {
    const transfer_target = added(to.remotePhoneNumber);
    found.push({ type: 'transfer', start: end, transferee: 1, transferor: 0, transfer_target, original: here });
  }
  if (from) found.push(arrivalOf(call, { end, here }, from.remotePhoneNumber, added));
  return found;
}

/** This event is the line on which the target was asked, or the target's own, on which the call went on. */
function arrivalOf(
  call: InboxCall,
  { end, here }: { readonly end: string; readonly here: number[] },
  transferee: string | null,
  added: (number: string | null) => number,
): VconDialog {
  if (call.direction === 'OUTGOING') {
    return {
      type: 'transfer',
      start: end,
      transferee: added(transferee),
      transferor: 0,
      transfer_target: 1,
      consultation: here,
    };
  }
  const isOther = transferee === call.remotePhoneNumber;
  return {
    type: 'transfer',
    start: momentOf(call.startedAt),
    transferee: isOther ? 1 : added(transferee),
    transferor: isOther ? added(null) : 1,
    transfer_target: 0,
    target_dialog: here,
  };
}
