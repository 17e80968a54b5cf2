import { dialogKey, dialogKeyOfRequest } from '@sidetone/sip/dialogs/dialog.ts';
import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import type { KnownEndpoint, LegOrder, Legs, OutsideCaller, TrunkCaller } from '../../calls/legs.ts';
import { type DialogRecords, openDialogRecords } from '../dialogs/dialog-records.ts';
import type { Leg, LegGround, LegOwner, RequestLayer } from '../dialogs/leg.ts';
import type { DialogStore } from '../dialogs/stored-dialog.ts';
import { type Bindings, contactOf, needsItsConnection } from '../registrar/bindings.ts';
import type { Address, Flow } from '../wires/flow.ts';
import { type Adoption, openAdoption } from './adoption.ts';
import { openLegRoutes } from './leg-routes.ts';
import { type FactListeners, type LivingLegs, openFactListeners, openLivingLegs } from './living-legs.ts';
import { type InviteSender, sendInvite } from './send-invite.ts';
import { type Invite, type InviteTaker, takeInvite } from './take-invite.ts';

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

interface Parts extends Pick<InviteSender, 'flowTo' | 'outsideWay'> {
  readonly ground: Pick<LegGround, 'layer' | 'clock' | 'log' | 'token' | 'random'>;
  readonly bindings: Bindings;
  /** A way to this address at the port of the URI, when the connection that was used is gone. */
  readonly flowToTarget: (uri: string, address: string) => Flow | undefined;
  /** The way to who carries the node that this line leads to; undefined for a trunk. */
  readonly flowToNode: (trunkId: string | null) => Flow | undefined;
  /** Sends what belongs to dialogs of a phone or trunk; undefined when that is gone, or for a device of ours. */
  readonly outsideLayer: (owner: LegOwner) => RequestLayer | undefined;
  readonly udp: (remote: Address) => Flow | undefined;
  readonly store: DialogStore;
  /** The legs of this user changed, or may have. */
  readonly onChange: (userId: string) => void;
}

interface Book {
  readonly parts: Parts;
  readonly living: LivingLegs;
  readonly listeners: FactListeners;
  readonly sender: InviteSender;
  readonly taker: InviteTaker;
  readonly adoption: Adoption;
}

export function openLegs(parts: Parts): LegBook {
  const { clock, log } = parts.ground;
  const living = openLivingLegs();
  const listeners = openFactListeners(log);
  const records = openDialogRecords(parts.store, clock, log);
  const ground = groundOf(parts, living, listeners, records);
  const routes = openLegRoutes(parts);
  const { bindings, flowTo, outsideWay, udp, store, outsideLayer: layerOf } = parts;
  const take = (leg: Leg) => living.add(leg);
  const deliver = (transaction: ServerTransaction<Flow>) => {
    if (!receive(book, transaction)) transaction.reply(481);
  };
  const book: Book = {
    parts,
    living,
    listeners,
    sender: { ground, routes, bindings, flowTo, outsideWay },
    taker: {
      ground,
      routes,
      bindings,
      legs: living,
      isHeard: () => listeners.any,
      take(leg, transaction) {
        begin(book, leg);
        living.addInvite(transaction, leg);
      },
    },
    adoption: openAdoption({ store, routes, udp, log, layerOf, clock, ground, take, deliver }),
  };
  return {
    legs: legsOf(book),
    invite: (transaction, from) => inviteOnceSettled(book, { transaction, from, layer: ground.layer }),
    inviteFromOutside: (transaction, from, layer) => inviteOnceSettled(book, { transaction, from, layer }),
    receive: (transaction) => receive(book, transaction),
    acknowledge: (ack) => living.byDialog(dialogKeyOfRequest(ack))?.acknowledge(ack),
    cancelled: (transaction, cancel) => living.byInvite(transaction)?.cancelled(transaction, cancel),
    flowLost(flow) {
      for (const leg of living.all()) leg.flowLost(flow);
    },
    get size() {
      return living.size;
    },
    ofUser: living.ofUser,
    callsOf: (trunkId) => living.ofTrunk(trunkId).length,
    load: () => book.adoption.load(),
    async stop() {
      book.adoption.stop();
      for (const leg of living.all()) leg.stop();
      living.clear();
      await records.stop();
    },
  };
}

/** What legs stand on: how they are found, heard and written down. */
const groundOf = (parts: Parts, living: LivingLegs, listeners: FactListeners, records: DialogRecords): LegGround => ({
  ...parts.ground,
  keep(legId, read) {
    records.changed(legId, read);
    const leg = living.byId(legId);
    if (leg) parts.onChange(leg.owner.userId);
  },
  kept: () => records.written(),
  letGo: (legId) => records.gone(legId),
  legOf: ({ callId, toTag, fromTag }) => living.byDialog(dialogKey(callId, toTag, fromTag)),
  emit: listeners.announce,
  joinDialog: living.addDialog,
  leaveDialog: living.removeDialog,
  forget(leg) {
    living.remove(leg);
    parts.onChange(leg.owner.userId);
  },
});

/** The call core's side. */
const legsOf = (book: Book): Legs => {
  const { listeners, adoption } = book;
  const { bindings, ground } = book.parts;
  return {
    order(wanted) {
      try {
        obey(book, wanted);
      } catch (error) {
        ground.log.error({ err: error, legId: wanted.legId, order: wanted.do }, 'legs: order failed');
        announceLater(listeners, wanted.legId, wanted.do === 'invite' ? 'unreachable' : 'ended');
      }
    },
    onFact: listeners.add,
    contactsOf: async (userIds) =>
      userIds.flatMap((userId) =>
        bindings
          .ofUser(userId)
          .filter((binding) => !binding.suspect && (!needsItsConnection(binding) || binding.flow?.open))
          .map(contactOf),
      ),
    onContact: (listener) => bindings.onRegistered((binding) => listener(contactOf(binding))),
    adopt: async (legIds) => adoption.adopt(legIds),
  };
};

/** Facts never come while the order is still being given. */
const announceLater = (listeners: FactListeners, legId: string, type: 'unreachable' | 'ended') =>
  queueMicrotask(() => listeners.announce({ type, legId }));

function obey(book: Book, wanted: LegOrder) {
  const { parts, living, listeners } = book;
  if (wanted.do === 'invite') {
    const leg = sendInvite(book.sender, wanted);
    if (leg) begin(book, leg);
    else announceLater(listeners, wanted.legId, 'unreachable');
    return;
  }
  const leg = living.byId(wanted.legId);
  if (leg) leg.order(wanted);
  else parts.ground.log.debug({ legId: wanted.legId, order: wanted.do }, 'order for a leg that is over');
}

function begin({ living, parts }: Book, leg: Leg) {
  living.add(leg);
  parts.onChange(leg.owner.userId);
}

/** What an INVITE replaces may be a dialog whose fate is not known yet. */
function inviteOnceSettled({ adoption, taker }: Book, invite: Invite) {
  const { transaction } = invite;
  if (!transaction.request.headers.has('Replaces')) return takeInvite(taker, invite);
  adoption.whenSettled(() => {
    if (!transaction.answered) takeInvite(taker, invite);
  });
}

function receive({ living, adoption }: Book, transaction: ServerTransaction<Flow>): boolean {
  const leg = living.byDialog(dialogKeyOfRequest(transaction.request));
  if (!leg) return adoption.holds(transaction);
  if (transaction.request.method === 'INVITE') living.addInvite(transaction, leg);
  leg.receive(transaction);
  return true;
}
