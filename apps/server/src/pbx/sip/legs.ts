import { dialogKeyOfRequest, dialogOfCallee, keyOfDialog } from '@sidetone/sip/dialogs/dialog.ts';
import { parseUri } from '@sidetone/sip/grammar/uri.ts';
import { callIdOf, type SipRequest, toOf } from '@sidetone/sip/messages/message.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import type { KnownEndpoint, LegFact, LegOrder, Legs, OutsideCaller } from '../calls/legs.ts';
import type { PhoneWay } from './accounts/phone-accounts.ts';
import { type Binding, type Bindings, contactOf, isBrowser } from './bindings.ts';
import type { Flow } from './flow.ts';
import { openIncomingLeg } from './incoming-leg.ts';
import type { Leg, LegGround, LegRoute, RequestLayer } from './leg.ts';
import { inviteOf, openOutgoingLeg } from './outgoing-leg.ts';

type InviteOrder = Extract<LegOrder, { do: 'invite' }>;

/** Every leg of this exchange, for the call core on one side and the dispatcher of requests on the other. */
export interface LegBook {
  readonly legs: Legs;
  /** An authenticated INVITE outside of any dialog, already checked. */
  invite(transaction: ServerTransaction<Flow>, from: KnownEndpoint): void;
  /** An INVITE that a phone's registrar sent; `layer` sends what belongs to its dialog. */
  inviteFromOutside(transaction: ServerTransaction<Flow>, from: OutsideCaller, layer: RequestLayer): void;
  /** Gives a request to the dialog it belongs to; false when there is none. */
  receive(transaction: ServerTransaction<Flow>): boolean;
  acknowledge(ack: SipRequest): void;
  cancelled(transaction: ServerTransaction<Flow>, cancel: SipRequest): void;
  flowLost(flow: Flow): void;
  readonly size: number;
  stop(): void;
}

export function openLegs(given: {
  readonly ground: Pick<LegGround, 'layer' | 'clock' | 'log' | 'token' | 'random'>;
  readonly bindings: Bindings;
  /** The way to a binding's device; undefined when there is none at the moment. */
  readonly flowTo: (binding: Binding) => Flow | undefined;
  /** A way to where a dialog's requests go, when the connection they used is gone. */
  readonly flowToTarget: (uri: string) => Flow | undefined;
  /** The way out of a phone, while it is registered. */
  readonly phoneWay: (order: InviteOrder) => PhoneWay | undefined;
}): LegBook {
  const { ground, bindings, flowTo, flowToTarget, phoneWay } = given;
  const { log } = ground;
  const legs = new Map<string, Leg>();
  const dialogs = new Map<string, Leg>();
  const invites = new Map<ServerTransaction<Flow>, Leg>();
  const outgoing = new WeakSet<Leg>();
  const listeners = new Set<(fact: LegFact) => void>();

  const announce = (fact: LegFact) => {
    for (const listener of listeners) {
      try {
        listener(fact);
      } catch (error) {
        log.error({ err: error, legId: fact.legId, fact: fact.type }, 'a listener failed on a fact of a leg');
      }
    }
  };
  const full: LegGround = {
    ...ground,
    emit: announce,
    joinDialog: (dialog, leg) => dialogs.set(keyOfDialog(dialog), leg),
    leaveDialog: (dialog) => dialogs.delete(keyOfDialog(dialog)),
    forget(leg) {
      if (legs.get(leg.legId) === leg) legs.delete(leg.legId);
      for (const [transaction, owner] of invites) if (owner === leg) invites.delete(transaction);
    },
  };

  /** A browser that registers again takes its legs along; the instance tells that it is the same page. */
  const routeOf = (
    first: Flow,
    instance: { endpointId: string; instanceId: string | null },
    target: () => string,
  ): LegRoute => {
    let flow = first;
    return {
      current() {
        if (flow.open) return flow;
        const heir =
          first.transport === 'tcp'
            ? flowToTarget(target())
            : bindings
                .ofEndpoint(instance.endpointId)
                .find((one) => one.flow?.open && instance.instanceId !== null && one.instanceId === instance.instanceId)
                ?.flow;
        if (heir) flow = heir;
        return heir;
      },
      heardOver(heard) {
        flow = heard;
      },
    };
  };

  const order = (wanted: LegOrder): void => {
    if (wanted.do !== 'invite') {
      const leg = legs.get(wanted.legId);
      if (leg) leg.order(wanted);
      else log.debug({ legId: wanted.legId, order: wanted.do }, 'order for a leg that is over');
      return;
    }
    const way = wanted.target.kind === 'phone' ? wayOfPhone(wanted) : wayToDevice(wanted);
    if (!way) {
      // Facts never come while the order is still being given.
      queueMicrotask(() => announce({ type: 'unreachable', legId: wanted.legId }));
      return;
    }
    const leg = openOutgoingLeg({ order: wanted, ...way });
    legs.set(wanted.legId, leg);
    outgoing.add(leg);
    const { legId, callId: sipCallId, sessionId } = wanted;
    log.info({ legId, sipCallId, sessionId, flow: way.flow.id }, 'inviting');
  };

  const wayToDevice = (wanted: InviteOrder) => {
    const binding = wanted.target.kind === 'device' ? bindings.byId(wanted.target.contact.contactId) : undefined;
    const flow = binding && flowTo(binding);
    if (!binding || !flow) return undefined;
    const invite = (tag: string) => inviteOf(wanted, binding, flow, tag);
    return { ground: full, flow, invite, route: routeOf(flow, binding, () => binding.contactUri) };
  };
  /** What belongs to a phone's dialog goes to where its registrar is, whatever the far side's own address. */
  const wayOfPhone = (wanted: InviteOrder) => {
    const way = phoneWay(wanted);
    return (
      way && { ground: { ...full, layer: way.layer }, flow: way.flow, invite: way.invite, route: phoneRoute(way.flow) }
    );
  };
  const phoneRoute = (first: Flow): LegRoute => {
    const { address, port } = first.remote;
    const target = `sip:${address.includes(':') ? `[${address}]` : address}:${port}`;
    return routeOf(first, { endpointId: '', instanceId: null }, () => target);
  };

  const invite = (
    transaction: ServerTransaction<Flow>,
    from: KnownEndpoint | OutsideCaller,
    layer: RequestLayer = full.layer,
  ) => {
    const { request, hop: flow } = transaction;
    const callId = callIdOf(request);
    const called = parseUri(request.uri)?.user;
    const dialog = dialogOfCallee(request, transaction.localTag);
    if (!dialog) return transaction.reply(400, { phrase: 'Bad Contact' });
    if (called === undefined) return transaction.reply(484);
    // Percent escapes can hide anything, and nobody has such a number.
    if (/\p{Cc}/u.test(called) || called.length > 200) return transaction.reply(404);
    // RFC 3261 §8.2.2.2: the same INVITE on another way. One that we sent ourselves may come back to us: a phone that is
    // registered here calls somebody here.
    const ofSameCallId = [...legs.values()].filter((leg) => leg.callId === callId);
    if (ofSameCallId.some((leg) => !outgoing.has(leg))) return transaction.reply(482);
    if (listeners.size === 0) return transaction.reply(503);
    const legId = ground.token();
    const isOutside = from.kind === 'outside';
    const endpointId = isOutside ? '' : from.endpointId;
    const instanceId = bindings.ofEndpoint(endpointId).find((binding) => binding.flow === flow)?.instanceId ?? null;
    const route = isOutside ? phoneRoute(flow) : routeOf(flow, { endpointId, instanceId }, () => dialog.remoteTarget);
    const leg = openIncomingLeg({ ground: { ...full, layer }, legId, transaction, dialog, route });
    legs.set(legId, leg);
    invites.set(transaction, leg);
    const sessionId = request.headers.get('X-Client-Correlation-Id')?.slice(0, 200);
    const calledName = toOf(request).name;
    log.info({ legId, sipCallId: callId, sessionId, endpointId: isOutside ? from.phoneId : endpointId }, 'invited');
    announce({
      type: 'invited',
      legId,
      // A Call-ID names one leg, and that of a call that came back to us is taken.
      callId: ofSameCallId.length > 0 ? `${callId}/${legId}` : callId,
      from,
      // The contact that we registered says nothing of what was dialled.
      called: isOutside ? (parseUri(toOf(request).uri)?.user ?? called) : called,
      media: isBrowser(flow) ? 'webrtc' : 'rtp',
      address: flow.remote.address,
      ...(sessionId ? { sessionId } : {}),
      ...(calledName === undefined ? {} : { calledName }),
      ...(request.body === '' ? {} : { offer: request.body }),
    });
  };

  return {
    legs: {
      order(wanted) {
        try {
          order(wanted);
        } catch (error) {
          log.error({ err: error, legId: wanted.legId, order: wanted.do }, 'order failed');
          queueMicrotask(() =>
            announce({ type: wanted.do === 'invite' ? 'unreachable' : 'ended', legId: wanted.legId }),
          );
        }
      },
      onFact(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      contactsOf: async (userIds) =>
        userIds.flatMap((userId) =>
          bindings
            .ofUser(userId)
            .filter((binding) => !binding.suspect && (!isBrowser(binding) || binding.flow?.open))
            .map(contactOf),
        ),
      onContact: () => () => {},
      adopt: async () => [],
    },
    invite,
    inviteFromOutside: invite,
    receive(transaction) {
      const key = dialogKeyOfRequest(transaction.request);
      const leg = key === undefined ? undefined : dialogs.get(key);
      if (!leg) return false;
      if (transaction.request.method === 'INVITE') invites.set(transaction, leg);
      leg.receive(transaction);
      return true;
    },
    acknowledge(ack) {
      const key = dialogKeyOfRequest(ack);
      if (key !== undefined) dialogs.get(key)?.acknowledge(ack);
    },
    cancelled: (transaction, cancel) => invites.get(transaction)?.cancelled(transaction, cancel),
    flowLost(flow) {
      for (const leg of [...legs.values()]) leg.flowLost(flow);
    },
    get size() {
      return legs.size;
    },
    stop() {
      for (const leg of legs.values()) leg.stop();
      legs.clear();
      dialogs.clear();
      invites.clear();
    },
  };
}
