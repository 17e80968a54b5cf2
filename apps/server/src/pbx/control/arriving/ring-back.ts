import type { Logger } from 'pino';
import type { Call, Caller, ReturnTo } from '../../calls/call.ts';
import type { InviteDesk } from '../../calls/invite/steps.ts';
import type { Legs } from '../../calls/legs.ts';
import { CallCommandError } from '../../commands.ts';
import type { ChangedCalls } from '../changed-calls.ts';
import { routeBack, routeHandOver } from '../handing-over/route-line.ts';
import type { MediaQueue } from '../media-orders.ts';
import type { RunningCall } from '../running-call.ts';
import type { Invites } from './take-invites.ts';
import type { WaitingLegs } from './waiting-legs.ts';

export interface RingBackParts {
  readonly waiting: WaitingLegs;
  readonly changes: ChangedCalls;
  readonly invites: Pick<Invites, 'begin'>;
  readonly legs: Pick<Legs, 'order'>;
  readonly audio: MediaQueue;
  readonly desk: InviteDesk;
  readonly log: Logger;
  warn(error: unknown, what: string): void;
}

/** Their call to the extension that is tried before the user; null where there is none, or it cannot be called. */
async function routeElsewhere(
  caller: Caller,
  { firstTo: number, ...returnTo }: ReturnTo,
  from: Call,
  desk: InviteDesk,
): Promise<Call | null> {
  if (number === undefined) return null;
  const { userId, event, saw } = returnTo;
  const remote = saw ?? from.caller.remote;
  const userLeg = { userId, event, remote, endpointId: null, mediaKind: 'rtp', address: '127.0.0.1' } as const;
  const accountId = event?.accountId ?? from.accountId;
  const asked = { accountId, userLeg, number, channelId: null, sessionId: null, far: caller, returnTo };
  try {
    return await routeHandOver({ ...asked, cameInOn: from.cameInOn }, desk);
  } catch (error) {
    if (error instanceof CallCommandError) return null;
    throw error;
  }
}

/** The caller, who was handed over and whom nobody took, rings the user who did it. */
export const ringBack =
  ({ waiting, changes, invites, legs, audio, desk, log, warn }: RingBackParts) =>
  async (from: RunningCall, caller: Caller, to: ReturnTo): Promise<void> => {
    const { legId } = caller;
    const leg = waiting.begin(legId);
    const tellAgain = changes.keepBack(from);
    try {
      const elsewhere = await routeElsewhere(caller, to, from.call, desk);
      const call = elsewhere ?? (await routeBack(caller, to, from.call, desk));
      leg.end();
      const back = invites.begin(call, leg.facts);
      from.book.handedOver(
        {
          from: from.call.callId,
          into: call.callId,
          legId,
          event: caller.event && { channelId: caller.event.channelId, docId: caller.event.docId },
          closes: [],
          transferredTo: null,
          transferredFrom: null,
          reopens: elsewhere ? null : to.event && { channelId: to.event.channelId, docId: to.event.docId },
        },
        back.book,
      );
    } catch (error) {
      log.error({ err: error, callId: from.call.callId, sessionId: to.sessionId, legId }, 'calls: return failed');
      leg.end();
      legs.order({ do: 'bye', legId });
      void audio.inTurn([caller.mediaId], () => audio.media.close(caller.mediaId)).catch((e) => warn(e, 'closeMedia'));
    } finally {
      tellAgain();
    }
  };
