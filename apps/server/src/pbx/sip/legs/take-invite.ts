import { type Dialog, dialogOfCallee } from '@sidetone/sip/dialogs/dialog.ts';
import { parseUri } from '@sidetone/sip/grammar/uri.ts';
import { callIdOf, type SipRequest, toOf } from '@sidetone/sip/messages/message.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import type { KnownEndpoint, LegFact, OutsideCaller, TrunkCaller } from '../../calls/legs.ts';
import {
  isOutside,
  type Leg,
  type LegGround,
  type LegOwner,
  type LegRoute,
  type RequestLayer,
} from '../dialogs/leg.ts';
import { refusesSessionTime } from '../dialogs/session-timer.ts';
import { type Bindings, isBrowser, isBrowserBehind, srtpOver } from '../registrar/bindings.ts';
import type { Flow } from '../wires/flow.ts';
import { logAbout } from '../wires/sip-log.ts';
import { openIncomingLeg } from './incoming-leg.ts';
import type { LegRoutes } from './leg-routes.ts';
import type { LivingLegs } from './living-legs.ts';
import { callOfReplaces, replacedLeg } from './replace-leg.ts';

type InviteSource = KnownEndpoint | OutsideCaller | TrunkCaller;

/** An INVITE outside of any dialog, from somebody who is known. */
export interface Invite {
  readonly transaction: ServerTransaction<Flow>;
  readonly from: InviteSource;
  /** Sends what belongs to its dialog. */
  readonly layer: RequestLayer;
}

export interface InviteTaker {
  readonly ground: LegGround;
  readonly bindings: Pick<Bindings, 'ofEndpoint'>;
  readonly routes: LegRoutes;
  readonly legs: Pick<LivingLegs, 'ofCallId'>;
  /** Whether anybody hears of the leg. */
  isHeard(): boolean;
  /** The leg is there, and is about to be announced. */
  take(leg: Leg, invite: ServerTransaction<Flow>): void;
}

/** What an INVITE asks for, once nothing speaks against it. */
interface Request {
  readonly sipCallId: string;
  readonly called: string;
  readonly dialog: Dialog;
  /** A call of ours came back to us: its Call-ID names a leg already. */
  readonly cameBack: boolean;
}

/** Makes a leg of an INVITE and says that it was invited, or answers why not. */
export function takeInvite(taker: InviteTaker, invite: Invite): void {
  const { ground } = taker;
  const { transaction, from, layer } = invite;
  const asked = checkInvite(taker, transaction);
  if (!asked) return;
  const legId = ground.token();
  const owner = ownerOfCaller(taker, from, transaction.hop);
  // Whether its user may is for those to say who know the call.
  const picksUpCallId = 'endpointId' in from ? callOfReplaces(transaction) : undefined;
  const replaced = picksUpCallId === undefined ? replacedLeg(transaction, owner, ground.legOf) : undefined;
  if (replaced === 'refused') return;
  const { sipCallId, dialog } = asked;
  const { headers } = transaction.request;
  const sessionId = headers.get('X-Client-Correlation-Id')?.slice(0, 200);
  const about = { legId, sipCallId, sessionId };
  const leg = openIncomingLeg({
    ground: { ...ground, layer, log: logAbout(ground.log, about) },
    legId,
    owner,
    transaction,
    dialog,
    route: routeBack(taker, owner, transaction.hop, dialog),
  });
  taker.take(leg, transaction);
  const { endpointId, phoneId, trunkId } = owner;
  ground.log.info({ ...about, endpointId: phoneId ?? trunkId ?? endpointId }, 'invited');
  ground.emit({
    ...invitedFact(invite, asked, legId),
    ...(sessionId ? { sessionId } : {}),
    ...(replaced ? { replacesLegId: replaced.legId } : {}),
    ...(picksUpCallId !== undefined && { picksUpCallId }),
  });
}

/** Undefined when the INVITE was answered here. */
function checkInvite({ legs, isHeard }: InviteTaker, transaction: ServerTransaction<Flow>): Request | undefined {
  const { request } = transaction;
  const refuse = (status: number, phrase?: string): undefined => {
    transaction.reply(status, phrase === undefined ? {} : { phrase });
  };
  const sipCallId = callIdOf(request);
  const called = parseUri(request.uri)?.user;
  const dialog = dialogOfCallee(request, transaction.localTag);
  if (!dialog) return refuse(400, 'Bad Contact');
  if (called === undefined) return refuse(484);
  // Percent escapes can hide anything, and nobody has such a number.
  if (/\p{Cc}/u.test(called) || called.length > 200) return refuse(404);
  // RFC 3261 §8.2.2.2: the same INVITE on another way. One that we sent ourselves may come back to us: a phone that is
  // registered here calls somebody here.
  const ofSameCallId = legs.ofCallId(sipCallId);
  if (ofSameCallId.some((leg) => leg.begunBy === 'them')) return refuse(482);
  if (refusesSessionTime(transaction)) return undefined;
  if (!isHeard()) return refuse(503);
  return { sipCallId, called, dialog, cameBack: ofSameCallId.length > 0 };
}

function invitedFact(
  { transaction, from }: Invite,
  asked: Request,
  legId: string,
): Extract<LegFact, { type: 'invited' }> {
  const { request, hop: flow } = transaction;
  const { sipCallId, called, cameBack, dialog } = asked;
  const proxies = request.headers.list('Via').length - 1;
  const isOfBrowser = isBrowser(flow) || isBrowserBehind(proxies, dialog.remoteTarget);
  const calledName = toOf(request).name;
  return {
    type: 'invited',
    legId,
    // A Call-ID names one leg, and that of a call that came back to us is taken, as is that of a call of another node.
    sipCallId: cameBack || (from.kind === 'trunk' && from.byNode) ? `${sipCallId}/${legId}` : sipCallId,
    from,
    called: dialledIn(request, from, called),
    media: isOfBrowser ? 'webrtc' : 'rtp',
    ...(from.kind === 'trunk' ? from.srtp && { srtp: from.srtp } : srtpOver(flow)),
    address: flow.remote.address,
    ...(calledName === undefined ? {} : { calledName }),
    ...(request.body === '' ? {} : { offer: request.body }),
  };
}

function ownerOfCaller({ bindings }: InviteTaker, from: InviteSource, flow: Flow): LegOwner {
  const nobody = { userId: '', endpointId: '', instanceId: null, phoneId: null, trunkId: null };
  if (from.kind === 'trunk') return { ...nobody, trunkId: from.trunks[0]?.trunkId ?? null };
  if (from.kind === 'outside') return { ...nobody, userId: from.userId, phoneId: from.phoneId };
  const { userId, endpointId } = from;
  const binding = bindings.ofEndpoint(endpointId).find((one) => one.flow === flow);
  return { ...nobody, userId, endpointId, instanceId: binding?.instanceId ?? null };
}

function routeBack({ routes }: InviteTaker, owner: LegOwner, flow: Flow, dialog: Dialog): LegRoute {
  const first = { transport: flow.transport, flow };
  return isOutside(owner)
    ? routes.ofOutside(first, owner, flow.remote.address, flow.remote.port)
    : routes.ofDevice(first, owner, () => dialog.remoteTarget);
}

/** A contact that we registered says nothing of what was dialled. */
const dialledIn = (request: SipRequest, from: InviteSource, requested: string): string => {
  if (from.kind === 'trunk') return from.trunks[0]?.called ?? requested;
  return from.kind === 'outside' ? (parseUri(toOf(request).uri)?.user ?? requested) : requested;
};
