import { calledName } from '@sidetone/contract/rules/sip-invite.ts';
import {
  allCodecs,
  type Call,
  type CallBase,
  type Caller,
  type Fork,
  type NewCall,
  type ReturnTo,
  type Ringing,
} from '../../calls/call.ts';
import { newFork } from '../../calls/invite/open-call.ts';
import { type InviteDesk, type Invited, InviteRefused } from '../../calls/invite/steps.ts';
import type { RegisteredContact } from '../../calls/legs.ts';
import { onInvite } from '../../calls/on-invite.ts';
import { seenBy } from '../../calls/seen-by.ts';
import { asCaller, handOverRingMs } from '../../calls/take-place.ts';
import { kept } from '../../calls/turn.ts';
import { CallCommandError } from '../../commands.ts';
import type { Leg } from '../call-table.ts';
import { isForOneself } from './hand-over.ts';

/** Whom a user calls besides the call they are in, by the steps of any dialled number. */
export interface LineRequest {
  readonly accountId: string;
  readonly userLeg: Pick<Leg, 'endpointId' | 'mediaKind' | 'address' | 'event'> & { readonly userId: string };
  readonly number: string;
  /** The channel whose number the target sees. */
  readonly channelId: string | null;
  /** The number to show, or `anonymous` or `suppressed`; null for what is usual. */
  readonly wantsToShow?: string | null;
  readonly sessionId: string | null;
  /** What is reached at the number; left out: the line. */
  readonly to?: 'line' | 'voicemail';
}

/**
 * A call of the user to the number, as if they had dialled it. Rejects with `CallCommandError` BAD_TARGET,
 * DESTINATION_BARRED or LIMIT_REACHED.
 */
export async function route(
  { accountId, userLeg, number, channelId, wantsToShow, sessionId, to }: LineRequest,
  desk: InviteDesk,
  purpose?: 'transfer',
): Promise<NewCall> {
  const invited: Invited = {
    type: 'invited',
    legId: desk.newId(),
    sipCallId: `line-${desk.newId()}`,
    sessionId: sessionId ?? desk.newId(),
    from: { endpointId: userLeg.endpointId ?? '', accountId, userId: userLeg.userId, kind: 'app' },
    called: number,
    ...(to === 'voicemail' && { reaches: to }),
    ...(channelId === null ? {} : { calledName: calledName(null, channelId) }),
    ...(wantsToShow == null ? {} : { wantsToShow }),
    // A classic user's other calls leave by the phone of the one they are in.
    ...(userLeg.event?.phoneId ? { phoneId: userLeg.event.phoneId } : {}),
    media: userLeg.mediaKind,
    address: userLeg.address,
  };
  const outcome = await onInvite(invited, { ...desk, purpose });
  if (!(outcome instanceof InviteRefused)) {
    // Nobody else listens or pages with the right of a user, and no second line does.
    if (purpose !== 'transfer' || !isForOneself(outcome)) return outcome;
    throw new CallCommandError('BAD_TARGET', `${number} cannot be called: it is for the user who dials it alone.`);
  }
  const { code } = outcome;
  const isBarred = code === 'DESTINATION_BARRED' || code === 'LIMIT_REACHED';
  const told = code === 'COMPANY_CALLS_FULL' ? 'LIMIT_REACHED' : isBarred ? code : 'BAD_TARGET';
  throw new CallCommandError(told, `${number} cannot be called: ${code}.`);
}

/** The second line of a user who speaks through their leg of another call: TARGET of a warm transfer. */
export async function routeSecondLine(
  request: LineRequest & { readonly userLeg: Pick<Leg, 'mediaId'> },
  desk: InviteDesk,
): Promise<Call> {
  const call = await route(request, desk, 'transfer');
  const { mediaId } = request.userLeg;
  return {
    ...call,
    codecs: allCodecs,
    steered: true,
    // The leg that it speaks through talks.
    caller: { ...call.caller, virtual: true, mediaId, media: 'connected', state: 'talking', alerted: false },
    callerRecord: call.callerRecord && { ...call.callerRecord, mediaEndpointId: mediaId },
  };
}

/**
 * A call for somebody who talks already and waits for the target to answer; it goes back to `returnTo` when nobody does.
 * The user who hands over keeps no event of it.
 */
export async function routeHandOver(
  request: LineRequest & {
    readonly userLeg: Pick<Leg, 'remote'>;
    readonly far: Leg;
    readonly returnTo: ReturnTo | null;
    readonly cameInOn: string | null;
  },
  desk: InviteDesk,
): Promise<Call> {
  const call = await route(request, desk, 'transfer');
  const { far, userLeg, returnTo, cameInOn } = request;
  const target = calledIn(call);
  const before = { number: target.event?.remotePhoneNumber ?? null, name: null };
  const known = { number: userLeg.remote.number, name: userLeg.remote.name };
  const isOutside = call.forks.some(({ target: to }) => to?.kind === 'phone' || to?.kind === 'trunk');
  const isByTrunk = call.forks.some(({ target: to }) => to?.kind === 'trunk');
  const remote = isOutside ? known : seenBy(target, far, request.accountId, known, before);
  const { number, name } = remote;
  const waiting = withCaller(call, far);
  return {
    ...waiting,
    ...(waiting.state === 'ringing' && { ringMs: waiting.plan ? waiting.ringMs : handOverRingMs }),
    // As the user saw the target, who hears where the call went.
    caller: { ...waiting.caller, remote: call.caller.remote },
    codecs: allCodecs,
    returnTo,
    cameInOn,
    callerRecord: null,
    forks: call.forks.map((fork) => ({ ...fork, remote })),
    shown: {
      ...call.shown,
      // Outside they see the number of who hands over: that of somebody else is not ours to show.
      ...(isByTrunk
        ? {}
        : { from: number === null ? ('anonymous' as const) : { user: number, ...(name === null ? {} : { name }) } }),
    },
    events: call.events
      .filter(({ direction }) => direction === 'INCOMING')
      .map((event) => ({
        ...event,
        remotePhoneNumber: number,
        remoteName: name,
        remoteUserId: far.event?.accountId === event.accountId ? far.userId : null,
      })),
  };
}

/** The same call for a leg of another call that waits in it. */
export const withCaller = <Kind extends Call>(call: Kind, leg: Leg): Kind => ({
  ...call,
  caller: {
    ...asCaller(leg),
    remote: seenBy(leg, calledIn(call), call.accountId, call.caller.remote, leg.remote),
    alerted: false,
  },
});

/** Who is called: by their event, which nobody outside has. */
const calledIn = ({ events }: Call) => ({ event: events.find(({ direction }) => direction === 'INCOMING') ?? null });

/** The call by which somebody goes back to a user who had handed them over. */
export async function routeBack(caller: Caller, to: ReturnTo, from: Call, desk: InviteDesk): Promise<Call> {
  const contacts = await desk.contactsOf([to.userId]);
  // In the call that they were in themselves, they know whom they talked to.
  const own = [from.caller, ...from.forks].find(({ userId, legId }) => userId === to.userId && legId !== caller.legId);
  const remote = own?.remote ?? to.saw ?? from.forks[0]?.remote ?? { number: null, name: null };
  const { number, name } = remote;
  return {
    ...kept(from),
    ...ringsTogether([to.userId]),
    callId: desk.newId(),
    sessionId: to.sessionId,
    booking: 'unwritten',
    steered: false,
    caller: { ...caller, remote: to.seenAs, alerted: false },
    shown: {
      from: number === null ? 'anonymous' : { user: number, ...(name === null ? {} : { name }) },
      number: to.event?.onPhoneNumber ?? '',
      channelId: to.event?.channelId ?? null,
    },
    forks: contacts.map((contact) => forkOf(contact, { event: to.event, remote }, desk)),
    events: [],
    callerRecord: null,
  };
}

/** The devices of these users ring, and there is nothing else to try. */
export const ringsTogether = (userIds: readonly string[]): Omit<Ringing, keyof CallBase> => ({
  state: 'ringing',
  plan: null,
  returnTo: null,
  speaking: null,
  nobody: null,
  ringMs: handOverRingMs,
  late: null,
  rings: userIds,
  awaited: null,
  ringAnnounced: false,
});

const forkOf = (contact: RegisteredContact, side: Pick<Fork, 'event' | 'remote'>, desk: InviteDesk): Fork => ({
  ...newFork(desk),
  ...side,
  userId: contact.userId,
  endpointId: contact.endpointId,
  mediaKind: contact.media,
  ...(contact.srtp && { srtp: contact.srtp }),
  address: contact.address,
  target: { kind: 'device', contact },
});

/** What a user asks to be connected with while they hold no device yet. */
export interface ClickRequest {
  readonly userId: string;
  readonly number: string;
  readonly channelId: string | null;
  readonly wantsToShow?: string | null;
  readonly sessionId: string | null;
  /** What the devices show besides the number. */
  readonly name?: string | null;
}

/**
 * The call that rings the user's own devices, and the one to the number, in which the user waits after picking up. Rejects
 * with `CallCommandError`: BAD_TARGET, or WRONG_STATE when none of the devices can be reached.
 */
export async function routeClick(
  { userId, number, channelId, wantsToShow = null, sessionId, name = null }: ClickRequest,
  desk: InviteDesk,
): Promise<{ readonly own: Call; readonly onward: Call }> {
  const user = await desk.directory.userById(userId);
  const contacts = await desk.contactsOf([userId]);
  if (!user || contacts.length === 0) {
    throw new CallCommandError('WRONG_STATE', 'None of your devices can be reached.');
  }
  const nobodyYet = { userId, endpointId: null, mediaKind: 'rtp', address: '127.0.0.1', event: null } as const;
  const { accountId } = user;
  const onward = await route({ accountId, userLeg: nobodyYet, number, channelId, wantsToShow, sessionId }, desk);
  const { caller } = onward;
  const own: Call = {
    ...kept(onward),
    ...ringsTogether([userId]),
    callId: desk.newId(),
    steered: true,
    caller: {
      ...caller,
      legId: desk.newId(),
      sipCallId: desk.newId(),
      userId: null,
      event: null,
      virtual: true,
      media: 'open',
      state: 'talking',
    },
    callerRecord: null,
    forks: contacts.map((contact) => forkOf(contact, { event: caller.event, remote: caller.remote }, desk)),
    shown: {
      from: { user: number, ...(name !== null && { name }) },
      number: caller.event?.onPhoneNumber ?? '',
      channelId: caller.event?.channelId ?? null,
    },
    events: [],
  };
  return { own, onward: { ...onward, codecs: allCodecs, callerRecord: null } };
}
