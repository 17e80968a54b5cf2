import { dialogKey, dialogKeyOfRequest, dialogOfCallee, keyOfDialog } from '@sidetone/sip/dialogs/dialog.ts';
import { parseUri } from '@sidetone/sip/grammar/uri.ts';
import { callIdOf, type SipRequest, toOf } from '@sidetone/sip/messages/message.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import type { KnownEndpoint, LegFact, LegOrder, Legs, OutsideCaller, TrunkCaller } from '../../calls/legs.ts';
import type { PhoneWay } from '../accounts/phone-accounts.ts';
import { openDialogRecords } from '../dialogs/dialog-records.ts';
import { isOutside, type Leg, type LegGround, type LegOwner, type RequestLayer } from '../dialogs/leg.ts';
import { refusesSessionTime } from '../dialogs/session-timer.ts';
import type { DialogStore } from '../dialogs/stored-dialog.ts';
import {
  type Binding,
  type Bindings,
  contactOf,
  isBrowser,
  needsItsConnection,
  srtpOver,
} from '../registrar/bindings.ts';
import type { TrunkWay } from '../trunks/trunks.ts';
import type { Address, Flow } from '../wires/flow.ts';
import { logAbout } from '../wires/sip-log.ts';
import { openAdoption, ownerOf } from './adoption.ts';
import { inviteOf } from './device-invite.ts';
import { openIncomingLeg } from './incoming-leg.ts';
import { openLegRoutes } from './leg-routes.ts';
import { openOutgoingLeg } from './outgoing-leg.ts';
import { replacedLeg } from './replace-leg.ts';

type InviteOrder = Extract<LegOrder, { do: 'invite' }>;

/** Every leg of this exchange, for the call core on one side and the dispatcher of requests on the other. */
export interface LegBook {
  readonly legs: Legs;
  /** An authenticated INVITE outside of any dialog, already checked. */
  invite(transaction: ServerTransaction<Flow>, from: KnownEndpoint): void;
  /** An INVITE that a phone's registrar or a trunk sent; `layer` sends what belongs to its dialog. */
  inviteFromOutside(transaction: ServerTransaction<Flow>, from: OutsideCaller | TrunkCaller, layer: RequestLayer): void;
  /** Gives a request to the dialog it belongs to; false when there is none. */
  receive(transaction: ServerTransaction<Flow>): boolean;
  acknowledge(ack: SipRequest): void;
  cancelled(transaction: ServerTransaction<Flow>, cancel: SipRequest): void;
  flowLost(flow: Flow): void;
  readonly size: number;
  ofUser(userId: string): readonly Leg[];
  /** How many calls a trunk carries, in both directions. */
  callsOf(trunkId: string): number;
  /** Reads the dialogs of an earlier life; before any message is taken. */
  load(): Promise<void>;
  /** Ends without a word; fulfils when what is to outlive this process is written. */
  stop(): Promise<void>;
}

export function openLegs(given: {
  readonly ground: Pick<LegGround, 'layer' | 'clock' | 'log' | 'token' | 'random'>;
  readonly bindings: Bindings;
  /** The way to a binding's device; undefined when there is none at the moment. */
  readonly flowTo: (binding: Binding) => Flow | undefined;
  /** A way to this address at the port of the URI, when the connection that was used is gone. */
  readonly flowToTarget: (uri: string, address: string) => Flow | undefined;
  /** The way out of a phone, while it is registered, or of a trunk, while it takes calls. */
  readonly outsideWay: (order: InviteOrder) => PhoneWay | TrunkWay | undefined;
  /** Sends what belongs to dialogs of a phone or trunk; undefined when that is gone, or for a device of ours. */
  readonly outsideLayer: (owner: LegOwner) => RequestLayer | undefined;
  readonly udp: (remote: Address) => Flow | undefined;
  readonly store: DialogStore;
  /** The legs of this user changed, or may have. */
  readonly onChange: (userId: string) => void;
}): LegBook {
  const { ground, bindings, flowTo, flowToTarget, outsideWay, outsideLayer, udp, store, onChange } = given;
  const { log } = ground;
  const legs = new Map<string, Leg>();
  const dialogs = new Map<string, Leg>();
  const invites = new Map<ServerTransaction<Flow>, Leg>();
  const listeners = new Set<(fact: LegFact) => void>();

  const announce = (fact: LegFact) => {
    for (const listener of listeners) {
      try {
        listener(fact);
      } catch (error) {
        log.error({ err: error, legId: fact.legId, fact: fact.type }, 'sip: listener of a leg failed');
      }
    }
  };
  const records = openDialogRecords(store, ground.clock, log);
  const routes = openLegRoutes({ bindings, flowToTarget });
  const full: LegGround = {
    ...ground,
    keep(legId, read) {
      records.changed(legId, read);
      const leg = legs.get(legId);
      if (leg) onChange(leg.owner.userId);
    },
    letGo: (legId) => records.gone(legId),
    legOf: ({ callId, toTag, fromTag }) => dialogs.get(dialogKey(callId, toTag, fromTag)),
    emit: announce,
    joinDialog: (dialog, leg) => dialogs.set(keyOfDialog(dialog), leg),
    leaveDialog: (dialog) => dialogs.delete(keyOfDialog(dialog)),
    forget(leg) {
      if (legs.get(leg.legId) === leg) legs.delete(leg.legId);
      onChange(leg.owner.userId);
      for (const [transaction, owner] of invites) if (owner === leg) invites.delete(transaction);
    },
  };

  const order = (wanted: LegOrder): void => {
    if (wanted.do !== 'invite') {
      const leg = legs.get(wanted.legId);
      if (leg) leg.order(wanted);
      else log.debug({ legId: wanted.legId, order: wanted.do }, 'order for a leg that is over');
      return;
    }
    const way = wanted.target.kind === 'device' ? wayToDevice(wanted) : wayOutside(wanted);
    if (!way) {
      // Facts never come while the order is still being given.
      queueMicrotask(() => announce({ type: 'unreachable', legId: wanted.legId }));
      return;
    }
    const { legId, callId: sipCallId, sessionId } = wanted;
    const about = logAbout(log, { legId, sipCallId, sessionId });
    const leg = openOutgoingLeg({ ...way, order: wanted, ground: { ...way.ground, log: about } });
    legs.set(legId, leg);
    onChange(leg.owner.userId);
    log.info({ legId, sipCallId, sessionId, flow: way.flow.id }, 'inviting');
  };

  const wayToDevice = (wanted: InviteOrder) => {
    const binding = wanted.target.kind === 'device' ? bindings.byId(wanted.target.contact.contactId) : undefined;
    const flow = binding && flowTo(binding);
    if (!binding || !flow) return undefined;
    const owner = ownerOf(binding);
    const invite = (tag: string) => inviteOf(wanted, binding, flow, tag);
    return {
      ground: full,
      owner,
      flow,
      invite,
      route: routes.ofDevice({ transport: flow.transport, flow }, owner, () => binding.contactUri),
    };
  };
  const wayOutside = (wanted: InviteOrder) => {
    const way = outsideWay(wanted);
    if (!way) return undefined;
    const { flow, invite, layer } = way;
    const whose =
      'trunkId' in way
        ? { userId: '', phoneId: null, trunkId: way.trunkId }
        : { userId: way.userId, phoneId: way.phoneId, trunkId: null };
    const owner: LegOwner = { ...whose, endpointId: '', instanceId: null };
    const route = routes.ofPhone({ transport: flow.transport, flow }, flow.remote.address, flow.remote.port);
    return { ground: { ...full, layer }, owner, flow, invite, route };
  };

  const ownerOfCaller = (from: KnownEndpoint | OutsideCaller | TrunkCaller, flow: Flow): LegOwner => {
    const nobody = { userId: '', endpointId: '', instanceId: null, phoneId: null, trunkId: null };
    if (from.kind === 'trunk') return { ...nobody, trunkId: from.trunks[0]?.trunkId ?? null };
    if (from.kind === 'outside') return { ...nobody, userId: from.userId, phoneId: from.phoneId };
    const { userId, endpointId } = from;
    const binding = bindings.ofEndpoint(endpointId).find((one) => one.flow === flow);
    return { ...nobody, userId, endpointId, instanceId: binding?.instanceId ?? null };
  };

  const invite = (
    transaction: ServerTransaction<Flow>,
    from: KnownEndpoint | OutsideCaller | TrunkCaller,
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
    if (ofSameCallId.some((leg) => leg.begunBy === 'them')) return transaction.reply(482);
    if (refusesSessionTime(transaction)) return;
    if (listeners.size === 0) return transaction.reply(503);
    const legId = ground.token();
    const owner = ownerOfCaller(from, flow);
    const replaced = replacedLeg(transaction, owner, full.legOf);
    if (replaced === 'refused') return;
    const first = { transport: flow.transport, flow };
    const route = isOutside(owner)
      ? routes.ofPhone(first, flow.remote.address, flow.remote.port)
      : routes.ofDevice(first, owner, () => dialog.remoteTarget);
    const sessionId = request.headers.get('X-Client-Correlation-Id')?.slice(0, 200);
    const about = logAbout(log, { legId, sipCallId: callId, sessionId });
    const leg = openIncomingLeg({ ground: { ...full, layer, log: about }, legId, owner, transaction, dialog, route });
    legs.set(legId, leg);
    onChange(owner.userId);
    invites.set(transaction, leg);
    const calledName = toOf(request).name;
    const { endpointId, phoneId, trunkId } = owner;
    log.info({ legId, sipCallId: callId, sessionId, endpointId: phoneId ?? trunkId ?? endpointId }, 'invited');
    announce({
      type: 'invited',
      legId,
      // A Call-ID names one leg, and that of a call that came back to us is taken.
      callId: ofSameCallId.length > 0 ? `${callId}/${legId}` : callId,
      from,
      called: dialledIn(request, from, called),
      media: isBrowser(flow) ? 'webrtc' : 'rtp',
      ...(from.kind === 'trunk' ? from.srtp && { srtp: from.srtp } : srtpOver(flow)),
      address: flow.remote.address,
      ...(sessionId ? { sessionId } : {}),
      ...(calledName === undefined ? {} : { calledName }),
      ...(request.body === '' ? {} : { offer: request.body }),
      ...(replaced ? { replacesLegId: replaced.legId } : {}),
    });
  };

  const receive = (transaction: ServerTransaction<Flow>): boolean => {
    const key = dialogKeyOfRequest(transaction.request);
    const leg = key === undefined ? undefined : dialogs.get(key);
    if (!leg) return adoption.holds(transaction);
    if (transaction.request.method === 'INVITE') invites.set(transaction, leg);
    leg.receive(transaction);
    return true;
  };
  const adoption = openAdoption({
    store,
    routes,
    udp,
    log,
    layerOf: outsideLayer,
    clock: ground.clock,
    ground: full,
    take: (leg) => legs.set(leg.legId, leg),
    deliver(transaction) {
      if (!receive(transaction)) transaction.reply(481);
    },
  });
  /** What an INVITE replaces may be a dialog whose fate is not known yet. */
  const inviteOnceSettled: typeof invite = (transaction, from, layer) => {
    if (!transaction.request.headers.has('Replaces')) return invite(transaction, from, layer);
    adoption.whenSettled(() => {
      if (!transaction.answered) invite(transaction, from, layer);
    });
  };

  return {
    legs: {
      order(wanted) {
        try {
          order(wanted);
        } catch (error) {
          log.error({ err: error, legId: wanted.legId, order: wanted.do }, 'legs: order failed');
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
            .filter((binding) => !binding.suspect && (!needsItsConnection(binding) || binding.flow?.open))
            .map(contactOf),
        ),
      onContact: (listener) => bindings.onRegistered((binding) => listener(contactOf(binding))),
      adopt: async (legIds) => adoption.adopt(legIds),
    },
    invite: inviteOnceSettled,
    inviteFromOutside: inviteOnceSettled,
    receive,
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
    ofUser: (userId) => [...legs.values()].filter((leg) => leg.owner.userId === userId),
    callsOf: (trunkId) => [...legs.values()].filter((leg) => leg.owner.trunkId === trunkId).length,
    load: () => adoption.load(),
    async stop() {
      adoption.stop();
      for (const leg of legs.values()) leg.stop();
      legs.clear();
      dialogs.clear();
      invites.clear();
      await records.stop();
    },
  };
}

/** A contact that we registered says nothing of what was dialled. */
const dialledIn = (
  request: SipRequest,
  from: KnownEndpoint | OutsideCaller | TrunkCaller,
  requested: string,
): string => {
  if (from.kind === 'trunk') return from.trunks[0]?.called ?? requested;
  return from.kind === 'outside' ? (parseUri(toOf(request).uri)?.user ?? requested) : requested;
};
