import { callBackSession } from '@sidetone/contract/rules/queues/call-back-session.ts';
import { allCodecs, type Call, type CallBase, type Caller, type Ringing } from '../../calls/call.ts';
import { freshLeg } from '../../calls/invite/new-call.ts';
import { forkTo } from '../../calls/invite/open-call.ts';
import type { InviteDesk } from '../../calls/invite/steps.ts';
import type { RegisteredContact } from '../../calls/legs.ts';
import type { Leg } from '../call-table.ts';
import { type LineRequest, ringsTogether, route } from './route-line.ts';

/** Whom members of a queue are rung for, before anybody calls them. */
export interface CalledBack {
  readonly accountId: string;
  readonly channelId: string;
  readonly number: string;
  /** As members see them. */
  readonly shownName: string;
  /** The number that they called. */
  readonly calledNumber: string | null;
}

/** A call that rings members of a queue for somebody who is called back when one of them picks up. */
export function ringForCallBack(
  { accountId, channelId, number, shownName, calledNumber }: CalledBack,
  contacts: readonly RegisteredContact[],
  ringMs: number,
  desk: InviteDesk,
): Call {
  const sessionId = callBackSession(desk.newId());
  const remote = { number, name: shownName };
  const caller: Caller = {
    ...freshLeg(desk),
    legId: desk.newId(),
    sipCallId: desk.newId(),
    formerCallIds: [],
    userId: null,
    endpointId: null,
    mediaKind: 'rtp',
    address: '127.0.0.1',
    event: null,
    remote: { number: null, name: null },
    media: 'open',
    state: 'talking',
    virtual: true,
    offer: null,
    alerted: false,
    sdp: null,
  };
  const base: CallBase = {
    callId: desk.newId(),
    accountId,
    sessionId,
    booking: 'unwritten',
    codecs: allCodecs,
    steered: true,
    holdMusic: null,
    cameInOn: null,
    caller,
    forks: contacts.map((contact) => forkTo(contact, { event: null, remote }, desk)),
    shown: { from: { user: number, name: shownName }, number: calledNumber ?? '', channelId },
    events: [],
    callerRecord: null,
  };
  const userIds = [...new Set(contacts.map(({ userId }) => userId))];
  const rings: Omit<Ringing, keyof CallBase> = { ...ringsTogether(userIds), ringMs };
  return { ...base, ...rings };
}

/** The call of the member who picked up to the one who is called back. Rejects as `route` does. */
export async function routeCallBack(
  own: Call,
  leg: Leg & { readonly userId: string },
  { accountId, channelId, number }: CalledBack,
  desk: InviteDesk,
): Promise<Call> {
  const { sessionId } = own;
  const request: LineRequest = { accountId, userLeg: leg, number, channelId, sessionId };
  const onward = await route(request, desk);
  return { ...onward, codecs: allCodecs, callerRecord: null };
}
