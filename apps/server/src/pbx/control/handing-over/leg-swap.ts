import type { Logger } from 'pino';
import { isInRoom, isUp } from '../../calls/call.ts';
import type { LegFact } from '../../calls/legs.ts';
import { legOf } from '../../calls/turn.ts';
import type { CallTable, Leg, OfLeg } from '../call-table.ts';
import type { LegTable } from '../leg-table.ts';
import type { MediaQueue } from '../media-orders.ts';
import type { RecordingDesk } from '../recording/recording-desk.ts';
import type { RunningCall } from '../running-call.ts';
import { type Transfers, whoIsWith } from './transfers.ts';

type Invited = Extract<LegFact, { type: 'invited' }>;

export interface LegSwap {
  /** An INVITE that takes the place of a leg. What comes for it meanwhile is asked for by `next`. */
  replace(invited: Invited, replacesLegId: string, next: () => Promise<OfLeg>): Promise<void>;
}

export interface SwapParts {
  readonly table: CallTable;
  readonly transfers: Transfers;
  readonly legs: Pick<LegTable, 'order' | 'replace'>;
  readonly audio: MediaQueue;
  readonly recordings: Pick<RecordingDesk, 'endpointReplaced' | 'legReplaced'>;
  readonly log: Logger;
  newId(): string;
}

/** Lets another dialog take the place of a leg that talks, after a reload, a change of network or of the device. */
export function legSwap(parts: SwapParts): LegSwap {
  const { table, legs, audio, log, newId } = parts;
  return {
    async replace(invited, replacesLegId, next) {
      const found = find(table, replacesLegId);
      if (!found || isServedAndEnds(found.running, replacesLegId)) {
        legs.order({ do: 'refuse', legId: invited.legId, status: 481, phrase: 'Call/Transaction Does Not Exist' });
        return;
      }
      const fresh = newId();
      try {
        const answer = await agreeOn(parts, invited, { endpointId: fresh, beside: [found.leg.mediaId] }, next);
        if (!settle(parts, { invited, legId: replacesLegId, mediaId: fresh, sdp: answer })) {
          throw new Error('The leg has ended in the meantime.');
        }
      } catch (error) {
        await audio.media
          .close(fresh)
          .catch((reason: unknown) =>
            log.warn({ err: reason, legId: replacesLegId, mediaEndpointId: fresh }, 'media: closing failed'),
          );
        throw error;
      }
    },
  };
}

/** Ends an echo test, a greeting or a message: it was for the page that is gone, and nobody else waits in it. */
function isServedAndEnds(running: RunningCall, legId: string): boolean {
  if (running.call.state !== 'serving' || isInRoom(running.call)) return false;
  running.take({ type: 'hungUp', legId });
  return true;
}

/** The leg and its call, while both talk. */
function find(table: CallTable, legId: string): { running: RunningCall; leg: Leg } | undefined {
  const running = table.ofLeg(legId);
  const leg = running && legOf(running.call, legId);
  const isThere = running && isUp(running.call) && leg && leg.state !== 'over' && leg.state !== 'cancelled';
  return isThere ? { running, leg } : undefined;
}

/** Opens the new media endpoint and gives what its device is answered; empty where that answered an offer of ours. */
async function agreeOn(
  { audio: { media }, legs }: SwapParts,
  invited: Invited,
  fresh: { readonly endpointId: string; readonly beside: readonly string[] },
  next: () => Promise<OfLeg>,
): Promise<string> {
  const { offer, srtp = 'off' } = invited;
  const request = { ...fresh, kind: invited.media, farAddress: invited.address, srtp };
  const { sdp } = await media.openEndpoint(offer === undefined ? request : { ...request, offer });
  if (offer !== undefined) return sdp;
  if (!invited.controlled) throw new Error('Only a controlled leg may replace another without an offer.');
  legs.order({ do: 'provisional', legId: invited.legId, status: 183, sdp });
  const fact = await next();
  if (fact.type !== 'earlyAnswered') throw new Error(`The new leg left: ${fact.type}.`);
  await media.acceptAnswer(fresh.endpointId, fact.sdp);
  return '';
}

/** The dialog is the leg's from now on; the old one gets BYE, which nobody may be there to hear. */
function settle(
  { table, transfers, legs, audio, recordings, log }: SwapParts,
  { invited, legId, mediaId, sdp }: { invited: Invited; legId: string; mediaId: string; sdp: string },
): boolean {
  const found = find(table, legId);
  if (!found) return false;
  const { running, leg } = found;
  const about = { callId: running.call.callId, sessionId: running.call.sessionId, legId };
  const by = {
    sipCallId: invited.sipCallId,
    endpointId: 'endpointId' in invited.from ? invited.from.endpointId : leg.endpointId,
    mediaKind: invited.media,
    srtp: invited.srtp ?? 'off',
    address: invited.address,
    mediaId,
  };
  legs.order({ do: 'bye', legId });
  legs.replace(legId, invited.legId);
  legs.order({ do: 'answer', legId, sdp });
  // Before the call changes: who spoke over the old endpoint is nobody new.
  recordings.endpointReplaced(leg.mediaId, mediaId);
  running.take({ type: 'legReplaced', legId, by });
  transfers.userLegReplaced(running, legId, by);
  const others = () => whoIsWith(table, transfers, legId);
  void audio
    .inTurn([leg.mediaId, mediaId], async () => {
      await recordings.legReplaced({ legId, mediaId: leg.mediaId }, { legId, mediaId, others });
      await audio.media.close(leg.mediaId);
    })
    .catch((error: unknown) => log.warn({ err: error, ...about }, 'calls: cleaning up a replaced leg failed'))
    .finally(() => audio.forget(leg.mediaId));
  log.info(about, 'calls: leg replaced');
  return true;
}
