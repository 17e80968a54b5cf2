import type { Logger } from 'pino';
import type { CallPace } from '../../call-pace.ts';
import type { CallSteps } from '../../call-steps.ts';
import type { Call } from '../../calls/call.ts';
import type { CallFact } from '../../calls/call-facts.ts';
import {
  type InviteDesk,
  type Invited,
  type InvitedByTrunk,
  type InvitedFromOutside,
  InviteRefused,
} from '../../calls/invite/steps.ts';
import type { LegFact, Legs } from '../../calls/legs.ts';
import { onInvite } from '../../calls/on-invite.ts';
import type { CallBook } from '../../ports.ts';
import type { CallTable } from '../call-table.ts';
import type { LegSwap } from '../handing-over/leg-swap.ts';
import type { LegTable } from '../leg-table.ts';
import { isRefusedDescription } from '../note-failure.ts';
import type { RunningCall } from '../running-call.ts';
import type { PickUps } from './pick-up.ts';
import type { Waiting, WaitingLegs } from './waiting-legs.ts';

type AnyInvited = Invited | InvitedFromOutside | InvitedByTrunk;

/** Takes INVITEs: by the steps to a call of their own, in the place of a leg that talks, or in that of one that rings. */
export interface Invites {
  take(invited: Extract<LegFact, { type: 'invited' }>): void;
  /** Begins a call whose caller waited for it; one that begins while we close ends immediately. */
  begin(call: Call, waiting: readonly CallFact[]): RunningCall;
  /** Takes no further INVITEs. */
  close(): void;
}

export interface InviteParts {
  readonly table: CallTable;
  readonly legs: LegTable;
  readonly waiting: WaitingLegs;
  readonly swap: LegSwap;
  readonly pickUps: PickUps;
  /** Calls that come back because a test of a trunk made them. */
  readonly lineTests: { takes(invited: Extract<LegFact, { type: 'invited' }>, giveBack: () => void): boolean };
  readonly desk: InviteDesk;
  readonly book: CallBook;
  /** Counts the calls that are being begun. */
  readonly pace: Pick<CallPace, 'isFull' | 'begin'> | undefined;
  /** Hears where INVITEs go; left out: nobody does. */
  readonly steps?: CallSteps | undefined;
  readonly log: Logger;
}

export function takeInvites(parts: InviteParts): Invites {
  const { table, legs, waiting, swap, pickUps, lineTests, pace } = parts;
  let isClosing = false;

  const begin: Invites['begin'] = (call, facts) => {
    const running = table.begin(call, facts);
    if (isClosing) running.take({ type: 'stopAsked' });
    return running;
  };

  async function takeOver(invited: AnyInvited, leg: Waiting): Promise<boolean> {
    if (invited.replacesLegId === undefined) return await pickUps.take(invited, leg);
    await swap.replace(invited, invited.replacesLegId, () => leg.next());
    return true;
  }

  /** The call of its own that has begun, if one has. */
  async function place(invited: AnyInvited, leg: Waiting, isCrowded: boolean): Promise<RunningCall | null> {
    const isOfAnotherCall = await takeOver(invited, leg);
    if (isOfAnotherCall) {
      leg.end();
      for (const fact of leg.facts) legs.hearAgain(fact);
      return null;
    }
    const outcome = await onwards(parts, invited, isCrowded);
    return outcome && begin(outcome, leg.facts);
  }

  async function take(invited: AnyInvited): Promise<void> {
    const { legId } = invited;
    if (isClosing) {
      legs.order({ do: 'refuse', legId, status: 503, phrase: 'Service Unavailable' });
      return;
    }
    if (table.ofLeg(legId) || waiting.has(legId) || lineTests.takes(invited, () => void take(invited))) return;
    const leg = waiting.begin(legId, invited);
    const isCrowded = pace?.isFull() ?? false;
    // Before anything is waited for: the next one to come has to see it. What takes the place of a leg begins nothing.
    const over = invited.replacesLegId === undefined ? pace?.begin() : undefined;
    let running: RunningCall | null = null;
    try {
      running = await place(invited, leg, isCrowded);
    } catch (error) {
      refuseFailed(parts, invited, error);
    } finally {
      leg.end();
    }
    // Before anybody rings it is written down and given audio, and other calls wait for that too.
    await running?.reached;
    over?.(running !== null);
  }

  return {
    take: (invited) => void take(invited as AnyInvited),
    begin,
    close() {
      isClosing = true;
    },
  };
}

/** The call that an INVITE begins; null where it was refused. */
async function onwards(parts: InviteParts, invited: AnyInvited, isCrowded: boolean): Promise<Call | null> {
  const { desk, steps } = parts;
  steps?.routing(invited);
  const outcome = await onInvite(invited, { ...desk, isCrowded });
  if (outcome instanceof InviteRefused) {
    refuse(parts, invited, outcome);
    return null;
  }
  steps?.routed(invited.legId, { call: outcome });
  return outcome;
}

function refuse(
  { legs, book, steps, log }: Pick<InviteParts, 'book' | 'steps' | 'log'> & { readonly legs: Pick<Legs, 'order'> },
  invited: AnyInvited,
  { status, phrase, code, retryAfterSeconds }: InviteRefused,
): void {
  const { legId, from, called, sessionId = null } = invited;
  legs.order({ do: 'refuse', legId, status, phrase, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });
  steps?.routed(legId, { status, code });
  log.info({ legId, sipCallId: invited.sipCallId, sessionId, code }, `refused: ${status} ${phrase}`);
  // Who calls from outside notes their failures themselves.
  if (from.kind === 'outside' || from.kind === 'trunk' || invited.replacesLegId !== undefined) return;
  book
    .failedDial({
      accountId: from.accountId,
      channelId: null,
      ownerUserId: from.userId,
      target: called,
      sender: null,
      sessionId,
      code,
    })
    .catch((error: unknown) => log.warn({ err: error, sessionId, code }, 'calls: recording a failed dial failed'));
}

/** What an INVITE came to whose steps failed. */
function refuseFailed(parts: InviteParts, invited: AnyInvited, error: unknown): void {
  if (isRefusedDescription(error)) {
    refuse(parts, invited, new InviteRefused(488, 'Not Acceptable Here', 'NO_COMMON_CODEC'));
    return;
  }
  const { legId, sipCallId, sessionId } = invited;
  parts.log.error({ err: error, legId, sipCallId, sessionId }, 'calls: handling an INVITE failed');
  refuse(parts, invited, new InviteRefused(503, 'Service Unavailable', 'UNAVAILABLE'));
}
