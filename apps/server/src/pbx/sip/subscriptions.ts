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

export function openSubscriptions(given: {
  readonly ground: Pick<LegGround, 'layer' | 'clock' | 'log'>;
  readonly routes: LegRoutes;
  readonly legsOf: (userId: string) => readonly Leg[];
  readonly messagesOf: (userId: string) => Promise<WaitingMessages>;
}): Subscriptions {
  const { ground, routes, legsOf, messagesOf } = given;
  const { clock, log } = ground;
  const subscriptions = new Map<string, Subscription>();
  let waiting: Set<string> | undefined;
  let cancelGathering = () => {};

  const forget = (one: Subscription) => {
    one.over = true;
    one.cancelExpiry();
    subscriptions.delete(keyOfDialog(one.dialog));
  };
  const notify = (one: Subscription) => {
    if (one.sending || one.due === 'no') return;
    const state = { legs: legsOf(one.owner.userId), messages: one.messages };
    // Whether anything changed is told by the body alone, whatever its version.
    const content = notifyBody(one.event, one.entity, state, 0).text;
    const isChanged = content !== one.told;
    const isWanted = one.due === 'anyway' || isChanged;
    one.due = 'no';
    const flow = route(one);
    if (!isWanted || !flow) return;
    const left = Math.max(Math.ceil((one.expiresAt - clock.now().getTime()) / 1000), 0);
    const lasts = one.over || left === 0 ? 'terminated;reason=timeout' : `active;expires=${left}`;
    const request = requestInside(one.dialog, 'NOTIFY', {
      headers: [['Event', one.eventName], ['Subscription-State', lasts], ...capabilities(flow)],
      body: notifyBody(one.event, one.entity, state, one.version),
    });
    one.version += 1;
    one.told = content;
    one.sending = true;
    ground.layer.request(request, flow, {
      onResponse({ status }) {
        if (status < 200) return;
        one.sending = false;
        // RFC 6665 §4.2.2: whoever refuses has no such subscription any more.
        if (status >= 300) forget(one);
        else notify(one);
      },
      onFailure: () => forget(one),
    });
  };
  const route = (one: Subscription) => one.route.current();
  const tell = (one: Subscription, due: 'changed' | 'anyway') => {
    if (one.due !== 'anyway') one.due = due;
    if (one.event === 'message-summary') countAndNotify(one);
    else notify(one);
  };
  const countAndNotify = (one: Subscription) => {
    one.counts += 1;
    const count = one.counts;
    messagesOf(one.owner.userId)
      .then((messages) => {
        if (count === one.counts) one.messages = messages;
      })
      .catch((error: unknown) => log.warn({ err: error, userId: one.owner.userId }, 'messages: counting failed'))
      // An older count says nothing that the newest does not say better.
      .then(() => count === one.counts && notify(one))
      .catch((error: unknown) => log.error({ err: error }, 'messages: notifying a phone failed'));
  };
  /** Grants the time that is asked for, or answers 423; undefined then. */
  const granted = (transaction: ServerTransaction<Flow>): number | undefined => {
    const asked = parseDeltaSeconds(transaction.request.headers.get('Expires')) ?? longestSeconds;
    if (asked === 0 || asked >= shortestSeconds) return Math.min(asked, longestSeconds);
    transaction.reply(423, { headers: [['Min-Expires', String(shortestSeconds)]] });
    return undefined;
  };
  const runFor = (one: Subscription, transaction: ServerTransaction<Flow>, seconds: number) => {
    one.cancelExpiry();
    one.expiresAt = clock.now().getTime() + seconds * 1000;
    const end = () => {
      forget(one);
      tell(one, 'anyway');
    };
    transaction.reply(200, { headers: [...capabilities(transaction.hop), ['Expires', String(seconds)]] });
    if (seconds === 0) return end();
    one.cancelExpiry = clock.after(seconds * 1000, end);
    // RFC 6665 §4.2.1.2: each SUBSCRIBE is followed by a NOTIFY at once.
    tell(one, 'anyway');
  };

  return {
    subscribe(transaction, username, owner) {
      const { request, hop: flow } = transaction;
      const wanted = eventOf(request);
      if (!wanted) return refuseEvent(transaction);
      // Whose calls these are is nobody else's business.
      if (parseUri(request.uri)?.user !== username) return transaction.reply(403);
      const dialog = dialogOfCallee(request, transaction.localTag);
      if (!dialog) return transaction.reply(400, { phrase: 'Bad Contact' });
      const seconds = granted(transaction);
      if (seconds === undefined) return;
      const theirs = [...subscriptions.values()].filter((one) => one.owner.endpointId === owner.endpointId);
      // The oldest is the one that nobody refreshes: phones forget theirs when they start anew.
      if (theirs[0] && theirs.length >= ofOneEndpoint) forget(theirs[0]);
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
      runFor(one, transaction, seconds);
    },
    receive(transaction) {
      const one = subscriptions.get(dialogKeyOfRequest(transaction.request) ?? '');
      if (!one) return false;
      const { request } = transaction;
      one.route.heardOver(transaction.hop);
      if (!acceptOrder(one.dialog, request)) transaction.reply(500, { phrase: 'CSeq Out Of Order' });
      else if (eventOf(request)?.event !== one.event) refuseEvent(transaction);
      else {
        const seconds = granted(transaction);
        refreshTarget(one.dialog, request);
        if (seconds !== undefined) runFor(one, transaction, seconds);
      }
      return true;
    },
    legsChanged(userId) {
      if (subscriptions.size === 0) return;
      if (waiting) return void waiting.add(userId);
      const gathered = new Set([userId]);
      waiting = gathered;
      cancelGathering = clock.after(gatherMs, () => {
        waiting = undefined;
        for (const one of [...subscriptions.values()]) {
          if (one.event === 'dialog' && gathered.has(one.owner.userId)) tell(one, 'changed');
        }
      });
    },
    messagesChanged(userId) {
      for (const one of [...subscriptions.values()]) {
        if (one.event === 'message-summary' && one.owner.userId === userId) tell(one, 'changed');
      }
    },
    get size() {
      return subscriptions.size;
    },
    stop() {
      cancelGathering();
      for (const one of subscriptions.values()) one.cancelExpiry();
      subscriptions.clear();
    },
  };
}

const eventOf = ({ headers }: SipRequest): { event: EventPackage; eventName: string } | undefined => {
  const eventName = headers.get('Event')?.trim() ?? '';
  const name = eventName.split(';')[0]?.trim().toLowerCase();
  const event = eventPackages.find((one) => one === name);
  return event && { event, eventName };
};

const refuseEvent = (transaction: ServerTransaction<Flow>) =>
  transaction.reply(489, { headers: [['Allow-Events', eventPackages.join(', ')]] });
