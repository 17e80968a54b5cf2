import {
  acceptOrder,
  type Dialog,
  dialogKeyOfRequest,
  dialogOfCallee,
  keyOfDialog,
  refreshTarget,
  requestInside,
} from '@sidetone/sip/dialogs/dialog.ts';
import { parseDeltaSeconds } from '@sidetone/sip/grammar/session-expires.ts';
import { parseUri } from '@sidetone/sip/grammar/uri.ts';
import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import type { WaitingMessages } from '../ports.ts';
import { capabilities, type Leg, type LegGround, type LegOwner, type LegRoute } from './dialogs/leg.ts';
import { type EventPackage, eventPackages, notifyBody } from './event-packages.ts';
import type { LegRoutes } from './legs/leg-routes.ts';
import type { Flow } from './wires/flow.ts';

const shortestSeconds = 60;
const longestSeconds = 3600;
const ofOneEndpoint = 10;
/** Changes of so long are told together. */
const gatherMs = 50;

/** What devices subscribed to (RFC 6665): their own user's calls and messages. */
export interface Subscriptions {
  /** An authenticated SUBSCRIBE outside of any dialog. */
  subscribe(transaction: ServerTransaction<Flow>, username: string, owner: LegOwner): void;
  /** SUBSCRIBE inside a subscription's dialog; false when there is no such one. */
  receive(transaction: ServerTransaction<Flow>): boolean;
  /** The legs of this user changed. */
  legsChanged(userId: string): void;
  /** A message for this user came, was heard or was deleted. */
  messagesChanged(userId: string): void;
  readonly size: number;
  stop(): void;
}

interface Subscription {
  readonly event: EventPackage;
  /** The id parameter of Event, which comes back in every NOTIFY (RFC 6665 §8.2.1). */
  readonly eventName: string;
  readonly entity: string;
  readonly owner: LegOwner;
  readonly dialog: Dialog;
  readonly route: LegRoute;
  /** Milliseconds since 1970. */
  expiresAt: number;
  version: number;
  /** As they were counted last, and how often that was asked for. */
  messages: WaitingMessages;
  counts: number;
  told: string | undefined;
  sending: boolean;
  /** Something is to be told as soon as the last NOTIFY is answered; `anyway` even where nothing changed. */
  due: 'no' | 'changed' | 'anyway';
  over: boolean;
  cancelExpiry: () => void;
}

interface Parts {
  readonly ground: Pick<LegGround, 'layer' | 'clock' | 'log'>;
  readonly routes: LegRoutes;
  readonly legsOf: (userId: string) => readonly Leg[];
  readonly messagesOf: (userId: string) => Promise<WaitingMessages>;
}

interface Desk extends Parts {
  /** By the keys of their dialogs. */
  readonly subscriptions: Map<string, Subscription>;
  /** Users whose legs changed a moment ago; undefined while nothing is gathered. */
  gathered: Set<string> | undefined;
  cancelGathering: () => void;
}

export function openSubscriptions(parts: Parts): Subscriptions {
  const desk: Desk = { ...parts, subscriptions: new Map(), gathered: undefined, cancelGathering: () => {} };
  const { subscriptions } = desk;
  return {
    subscribe: (transaction, username, owner) => subscribe(desk, transaction, username, owner),
    receive(transaction) {
      const one = subscriptions.get(dialogKeyOfRequest(transaction.request) ?? '');
      if (one) refresh(desk, one, transaction);
      return one !== undefined;
    },
    legsChanged: (userId) => gather(desk, userId),
    messagesChanged(userId) {
      for (const one of [...subscriptions.values()]) {
        if (one.event === 'message-summary' && one.owner.userId === userId) tell(desk, one, 'changed');
      }
    },
    get size() {
      return subscriptions.size;
    },
    stop() {
      desk.cancelGathering();
      for (const one of subscriptions.values()) one.cancelExpiry();
      subscriptions.clear();
    },
  };
}

// What devices ask for.

function subscribe(desk: Desk, transaction: ServerTransaction<Flow>, username: string, owner: LegOwner) {
  const { request, hop: flow } = transaction;
  const { subscriptions, routes } = desk;
  const wanted = eventOf(request);
  if (!wanted) return refuseEvent(transaction);
  // Whose calls these are is nobody else's business.
  if (parseUri(request.uri)?.user !== username) return transaction.reply(403);
  const dialog = dialogOfCallee(request, transaction.localTag);
  if (!dialog) return transaction.reply(400, { phrase: 'Bad Contact' });
  const seconds = granted(transaction);
  if (seconds === undefined) return;
  makeRoom(desk, owner.endpointId);
  const one: Subscription = {
    ...wanted,
    entity: `sip:${username}@${flow.via.host}`,
    owner,
    dialog,
    route: routes.ofDevice({ transport: flow.transport, flow }, owner, () => dialog.remoteTarget),
    expiresAt: 0,
    version: 0,
    messages: { fresh: 0, heard: 0 },
    counts: 0,
    told: undefined,
    sending: false,
    due: 'no',
    over: false,
    cancelExpiry: () => {},
  };
  subscriptions.set(keyOfDialog(dialog), one);
  runFor(desk, one, transaction, seconds);
}

/** The oldest is the one that nobody refreshes: phones forget theirs when they restart. */
function makeRoom(desk: Desk, endpointId: string) {
  const theirs = [...desk.subscriptions.values()].filter((one) => one.owner.endpointId === endpointId);
  if (theirs[0] && theirs.length >= ofOneEndpoint) forget(desk, theirs[0]);
}

function refresh(desk: Desk, one: Subscription, transaction: ServerTransaction<Flow>) {
  const { request } = transaction;
  one.route.heardOver(transaction.hop);
  if (!acceptOrder(one.dialog, request)) return transaction.reply(500, { phrase: 'CSeq Out Of Order' });
  if (eventOf(request)?.event !== one.event) return refuseEvent(transaction);
  const seconds = granted(transaction);
  refreshTarget(one.dialog, request);
  if (seconds !== undefined) runFor(desk, one, transaction, seconds);
}

/** Grants the time that is asked for, or answers 423; undefined then. */
function granted(transaction: ServerTransaction<Flow>): number | undefined {
  const asked = parseDeltaSeconds(transaction.request.headers.get('Expires')) ?? longestSeconds;
  if (asked === 0 || asked >= shortestSeconds) return Math.min(asked, longestSeconds);
  transaction.reply(423, { headers: [['Min-Expires', String(shortestSeconds)]] });
  return undefined;
}

function runFor(desk: Desk, one: Subscription, transaction: ServerTransaction<Flow>, seconds: number) {
  const { clock } = desk.ground;
  one.cancelExpiry();
  one.expiresAt = clock.now().getTime() + seconds * 1000;
  const end = () => {
    forget(desk, one);
    tell(desk, one, 'anyway');
  };
  transaction.reply(200, { headers: [...capabilities(transaction.hop), ['Expires', String(seconds)]] });
  if (seconds === 0) return end();
  one.cancelExpiry = clock.after(seconds * 1000, end);
  // RFC 6665 §4.2.1.2: each SUBSCRIBE is followed by a NOTIFY immediately.
  tell(desk, one, 'anyway');
}

function forget({ subscriptions }: Desk, one: Subscription) {
  one.over = true;
  one.cancelExpiry();
  subscriptions.delete(keyOfDialog(one.dialog));
}

// What they are told.

function gather(desk: Desk, userId: string) {
  const { subscriptions, ground } = desk;
  if (subscriptions.size === 0) return;
  if (desk.gathered) return void desk.gathered.add(userId);
  const gathered = new Set([userId]);
  desk.gathered = gathered;
  desk.cancelGathering = ground.clock.after(gatherMs, () => {
    desk.gathered = undefined;
    for (const one of [...subscriptions.values()]) {
      if (one.event === 'dialog' && gathered.has(one.owner.userId)) tell(desk, one, 'changed');
    }
  });
}

function tell(desk: Desk, one: Subscription, due: 'changed' | 'anyway') {
  if (one.due !== 'anyway') one.due = due;
  if (one.event === 'message-summary') countAndNotify(desk, one);
  else notify(desk, one);
}

function countAndNotify(desk: Desk, one: Subscription) {
  const { log } = desk.ground;
  one.counts += 1;
  const count = one.counts;
  desk
    .messagesOf(one.owner.userId)
    .then((messages) => {
      if (count === one.counts) one.messages = messages;
    })
    .catch((error: unknown) => log.warn({ err: error, userId: one.owner.userId }, 'messages: counting failed'))
    // An older count says nothing that the newest does not say better.
    .then(() => count === one.counts && notify(desk, one))
    .catch((error: unknown) => log.error({ err: error }, 'messages: notifying a phone failed'));
}

function notify(desk: Desk, one: Subscription) {
  if (one.sending || one.due === 'no') return;
  const state = { legs: desk.legsOf(one.owner.userId), messages: one.messages };
  // Whether anything changed is told by the body alone, whatever its version.
  const content = notifyBody(one.event, one.entity, state, 0).text;
  const isWanted = one.due === 'anyway' || content !== one.told;
  one.due = 'no';
  const flow = one.route.current();
  if (!isWanted || !flow) return;
  const left = Math.max(Math.ceil((one.expiresAt - desk.ground.clock.now().getTime()) / 1000), 0);
  const lasts = one.over || left === 0 ? 'terminated;reason=timeout' : `active;expires=${left}`;
  const request = requestInside(one.dialog, 'NOTIFY', {
    headers: [['Event', one.eventName], ['Subscription-State', lasts], ...capabilities(flow)],
    body: notifyBody(one.event, one.entity, state, one.version),
  });
  one.version += 1;
  one.told = content;
  one.sending = true;
  desk.ground.layer.request(request, flow, {
    onResponse({ status }) {
      if (status < 200) return;
      one.sending = false;
      // RFC 6665 §4.2.2: a subscriber that refuses no longer has the subscription.
      if (status >= 300) forget(desk, one);
      else notify(desk, one);
    },
    onFailure: () => forget(desk, one),
  });
}

const eventOf = ({ headers }: SipRequest): { event: EventPackage; eventName: string } | undefined => {
  const eventName = headers.get('Event')?.trim() ?? '';
  const name = eventName.split(';')[0]?.trim().toLowerCase();
  const event = eventPackages.find((one) => one === name);
  return event && { event, eventName };
};

const refuseEvent = (transaction: ServerTransaction<Flow>) =>
  transaction.reply(489, { headers: [['Allow-Events', eventPackages.join(', ')]] });
