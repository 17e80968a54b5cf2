import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { PartReason } from '@sidetone/contract/entities/documentation.ts';
import type { Flags } from '@sidetone/contract/entities/flags.ts';
import type { ThreadOf } from '@sidetone/contract/entities/thread.ts';
import type { User } from '@sidetone/contract/entities/user.ts';
import { hasGrant } from '@sidetone/contract/rules/grants.ts';
import {
  type InboxLabel,
  type InboxStatus,
  inboxLabel,
  inboxStatus,
  isMissed,
} from '@sidetone/contract/rules/inbox-status.ts';
import { dayBefore, dayOf, formatTime } from '#i18n/format.ts';
import type { Language } from '#i18n/language.ts';
import { nextSteps } from './made/reasons.ts';

type CallOfRow = InboxRow['call'];

/** How long the two talked, in seconds; null where the call was not answered. */
export function talkSeconds({ establishedAt, terminatedAt }: CallOfRow): number | null {
  if (establishedAt === null || terminatedAt === null) return null;
  return Math.max(0, (Date.parse(terminatedAt) - Date.parse(establishedAt)) / 1000);
}

/** How a call went, for its head: one that the caller cancelled while it rang here was missed. */
export function stateOf(call: CallOfRow): InboxStatus {
  return isMissed(call) && call.establishedAt === null ? 'MISSED' : inboxStatus(call);
}

/** The two sides under "From" and "To": the other side calls us, or we call them. */
export function endsOf({ direction, onPhoneNumber, remotePhoneNumber }: CallOfRow): {
  from: string | null;
  to: string | null;
} {
  return direction === 'INCOMING'
    ? { from: remotePhoneNumber, to: onPhoneNumber }
    : { from: onPhoneNumber, to: remotePhoneNumber };
}

/** Key of the words for an end without a number. Only the other side withholds it: of ours it is at most not known. */
export function noNumberWord(
  { direction }: Pick<CallOfRow, 'direction'>,
  end: 'from' | 'to',
): 'withheld' | 'unknownNumber' {
  return (end === 'from') === (direction === 'INCOMING') ? 'withheld' : 'unknownNumber';
}

/** Whether the caller left a message, even if it was deleted since. */
export function labelOf({ call, documentation }: InboxRow): InboxLabel {
  return inboxLabel(call, documentation.voicemail !== undefined);
}

/** The thread of a call: the contact's or colleague's, else the number's, else its own. */
export function threadOfCall({ id, contactId, remote, call }: InboxRow): ThreadOf {
  const contact = contactId ?? remote.contactId ?? remote.userId;
  if (contact !== null) return { kind: 'contact', contactId: contact };
  if (call.remotePhoneNumber !== null) return { kind: 'number', number: call.remotePhoneNumber };
  return { kind: 'anonymous', docId: id };
}

/** Whether a call is unresolved; with `inGroup` whether any call of its group is. */
export function isOpen(row: Pick<InboxRow, 'unresolved' | 'unresolvedCalls'>, inGroup: boolean): boolean {
  return row.unresolved || (inGroup && row.unresolvedCalls > 0);
}

/** Where a call went on, or came from. */
export interface Passing {
  kind: 'transferredTo' | 'transferredFrom' | 'forwardedTo' | 'forwardedOutside';
  partner: NonNullable<CallOfRow['transferredTo']>;
}

/**
 * A call that had not been answered when it went on was forwarded; else it was transferred. One that a phone sent to an
 * outside number is its own other half.
 */
export function passingsOf({ id, channelId, call }: Pick<InboxRow, 'id' | 'channelId' | 'call'>): Passing[] {
  const { transferredTo, transferredFrom, establishedAt } = call;
  const wentOutside = transferredTo?.docId === id && transferredTo.channelId === channelId;
  return [
    ...(transferredFrom ? [{ kind: 'transferredFrom' as const, partner: transferredFrom }] : []),
    ...(transferredTo
      ? [
          {
            kind: wentOutside
              ? ('forwardedOutside' as const)
              : establishedAt === null
                ? ('forwardedTo' as const)
                : ('transferredTo' as const),
            partner: transferredTo,
          },
        ]
      : []),
  ];
}

/** A moment in full: "Today, 10:42 AM", "20 Nov, 10:42 AM", with the year where it is another one; `zone` as for `formatTime`. */
export function formatMoment(
  moment: string,
  language: Language,
  now: Date,
  words: { today: string; yesterday: string },
  zone?: string,
): string {
  return `${dayWords(dayOf(new Date(moment), zone), dayOf(now, zone), language, words)}, ${formatTime(moment, language, zone)}`;
}

function dayWords(day: string, today: string, language: Language, words: { today: string; yesterday: string }): string {
  if (day === today) return words.today;
  if (day === dayBefore(today)) return words.yesterday;
  return new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    day: 'numeric',
    month: 'short',
    ...(day.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' }),
  }).format(new Date(`${day}T12:00:00`));
}

type Documented = Pick<InboxRow['documentation'], 'voicemail' | MadeOfWords>;
type MadeOfWords = 'transcription' | 'summary' | 'callHeadline' | 'actionItem' | 'smallTalk';
type DocumentingFlags = Pick<
  Flags,
  | 'hasAiDisabled'
  | 'hasCallTranscription'
  | 'hasCallSummary'
  | 'hasCallHeadline'
  | 'hasCallActionItems'
  | 'hasCallSmallTalk'
>;

/**
 * Whether a user may have calls documented and stop that: with the grant, and with transcripts or summaries switched on. ROLE-009, ROLE-010
 */
export const mayDocument = (
  me: Pick<User, 'grants'> | null | undefined,
  flags: Pick<Flags, 'hasAiDisabled' | 'hasCallTranscription' | 'hasCallSummary'>,
): boolean =>
  hasGrant(me, 'CALL_BOOSTS') && !flags.hasAiDisabled && (flags.hasCallTranscription || flags.hasCallSummary);

/** What a user can do about the documentation of a call; null where that is nothing, or nothing would come of it. */
export function documentingOf(
  {
    call: { establishedAt, terminatedAt },
    documentation,
  }: {
    readonly call: Pick<CallOfRow, 'establishedAt' | 'terminatedAt'>;
    readonly documentation: Documented;
  },
  flags: DocumentingFlags,
): 'skip' | 'cancel' | 'resume' | null {
  const { transcription, summary, callHeadline, actionItem, smallTalk, voicemail } = documentation;
  const states = [transcription, summary, callHeadline, actionItem, smallTalk].map((part) => part?.status);
  if (states.includes('waiting') || states.includes('loading')) return 'cancel';
  const isOver = terminatedAt !== null;
  if (!isOver && !isStopped(transcription) && !isStopped(summary)) {
    return transcription?.status === 'success' && summary?.status === 'success' ? null : 'skip';
  }
  // Nobody spoke.
  if (isOver && establishedAt === null && voicemail === undefined) return null;
  return wantedOf(flags).some((part) => mayBegin(documentation, part)) ? 'resume' : null;
}

/** Parts that a user has switched on. All of them are made of the transcript. */
function wantedOf(flags: DocumentingFlags): MadeOfWords[] {
  if (flags.hasAiDisabled || !flags.hasCallTranscription) return [];
  return [
    'transcription',
    ...(flags.hasCallSummary ? (['summary'] as const) : []),
    ...(flags.hasCallHeadline ? (['callHeadline'] as const) : []),
    ...(flags.hasCallActionItems && flags.hasCallSummary ? (['actionItem'] as const) : []),
    ...(flags.hasCallSmallTalk ? (['smallTalk'] as const) : []),
  ];
}

type Part = Documented[MadeOfWords];
const isStopped = (part: Part): boolean => part?.status === 'disabled' || part?.status === 'error';

/** Reasons that somebody else may have seen to since. */
const passing: readonly PartReason[] = ['noRecognizer', 'serviceRefused', 'quota'];
const mayHelp = ({ reason }: NonNullable<Part>): boolean =>
  reason === undefined || reason === null || nextSteps[reason] === 'resume' || passing.includes(reason);

/** Whether a part would be made if somebody asked for it. */
function mayBegin(documentation: Documented, name: MadeOfWords): boolean {
  const { transcription, [name]: part } = documentation;
  if (transcription && isStopped(transcription) && !mayHelp(transcription)) return false;
  if (part) return isStopped(part) && mayHelp(part);
  return transcription === undefined || transcription.status === 'success';
}
