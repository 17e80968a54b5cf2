import { readFeatureCode } from '@sidetone/contract/rules/numbers/feature-codes.ts';
import type { PhoneFeatureDesk } from '@sidetone/contract/rules/phones/phone-features.ts';
import {
  acceptOrder,
  dialogKeyOfRequest,
  dialogOfCallee,
  keyOfDialog,
  refreshTarget,
} from '@sidetone/sip/dialogs/dialog.ts';
import { parseDeltaSeconds } from '@sidetone/sip/grammar/session-expires.ts';
import { parseUri } from '@sidetone/sip/grammar/uri.ts';
import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import { keyOfWatched, type Watched } from '../lamps.ts';
import { capabilities, type LegOwner } from './dialogs/leg.ts';
import { type EventPackage, eventPackages } from './event-packages.ts';
import { type FeatureKeys, featureKeys } from './feature-keys.ts';
import type { LegRoutes } from './legs/leg-routes.ts';
import {
  type Lamp,
  type NotifyParts,
  type Subscription,
  type SubscriptionEnd,
  tell,
  tellFeatures,
} from './subscription.ts';
import { type SubscriptionBook, subscriptionBook } from './subscription-book.ts';
import type { Flow } from './wires/flow.ts';

const shortestSeconds = 60;
const longestSeconds = 3600;
/** Phones do not learn that this process began again, and their lamps are dark until they ask again. */
const longestLampSeconds = 600;
/** The keys of a phone with two key modules, and what it wants to know of itself. */
const ofOneEndpoint = 128;
/** Changes of so long are told together. */
const gatherMs = 50;
/** Changes of people and extensions of so long are looked at together. */
const lookAgainMs = 1000;
/** A phone that was told to wait asks again after so many seconds. */
const waitSeconds = 30;

/** Who subscribes, as their credentials say. */
interface Subscriber {
  readonly username: string;
  readonly accountId: string;
  readonly ha1: string;
  readonly owner: LegOwner;
}

/** What of a subscription says whose it is. */
interface SubscriptionClaim {
  readonly endpointId: string;
  readonly userId: string;
  readonly ha1: string;
}

/** What devices subscribed to (RFC 6665): calls and messages of their own user, and lamps of others of their account. */
export interface Subscriptions {
  /** An authenticated SUBSCRIBE outside of any dialog. Rejects where it cannot be said whom it names. */
  subscribe(transaction: ServerTransaction<Flow>, who: Subscriber): Promise<void>;
  /** Whether a SUBSCRIBE is inside the dialog of one. */
  has(request: SipRequest): boolean;
  /**
   * SUBSCRIBE inside a subscription's dialog; false when there is no such one. `provenId`: the device whose credentials came with
   * it, which a change of its user's settings needs.
   */
  receive(transaction: ServerTransaction<Flow>, provenId?: string): boolean;
  /** The legs of this user changed. */
  legsChanged(userId: string): void;
  /** A message for this user came, was heard or was deleted. */
  messagesChanged(userId: string): void;
  /** A user or line was changed, by its id; with null maybe any of them: phones are told what their keys show now. */
  featuresChanged(id: string | null): void;
  /** People or extensions of this account changed, or with null maybe of any: lamps that nobody has any longer end. */
  watchedChanged(accountId: string | null): void;
  claims(): readonly SubscriptionClaim[];
  /** Ends those whose devices may no longer know anything. */
  reject(isTheirs: (claim: SubscriptionClaim) => boolean): void;
  readonly size: number;
  stop(): void;
}

interface Parts extends Omit<NotifyParts, 'forget'> {
  readonly routes: LegRoutes;
  readonly features: PhoneFeatureDesk;
  /** Whom these extensions of an account name; those that name nobody are missing. */
  readonly watchedBy: (accountId: string, extensions: readonly string[]) => Promise<ReadonlyMap<string, Watched>>;
}

interface Desk extends Parts, NotifyParts {
  readonly features: PhoneFeatureDesk;
  readonly keys: FeatureKeys;
  readonly book: SubscriptionBook<Subscription>;
}

type Wanted = { readonly event: EventPackage; readonly eventName: string };

export function openSubscriptions(parts: Parts): Subscriptions {
  const book = subscriptionBook<Subscription>();
  const keys = featureKeys({ features: parts.features, ...parts.ground });
  const desk: Desk = { ...parts, book, keys, forget: (one) => forget(book, one, 'timeout') };
  const changes = gathering<string>(parts, gatherMs, (topics) => {
    for (const one of topics.flatMap(book.about)) tell(desk, one, 'changed');
  });
  const looks = gathering<string | null>(parts, lookAgainMs, (accountIds) => lookAgain(desk, accountIds));
  const switches = gathering<string | null>(parts, gatherMs, (ids) => showFeatures(desk, ids));
  const note = (topic: string) => {
    if (book.about(topic).length > 0) changes.add(topic);
  };
  const stopLamps = parts.lamps.onChange((keys) => keys.forEach(note));
  return {
    subscribe: (transaction, who) => subscribe(desk, transaction, who),
    has: (request) => book.byKey(dialogKeyOfRequest(request) ?? '') !== undefined,
    receive(transaction, provenId) {
      const one = book.byKey(dialogKeyOfRequest(transaction.request) ?? '');
      if (one) refresh(desk, one, transaction, provenId);
      return one !== undefined;
    },
    legsChanged: (userId) => note(ownTopic('dialog', userId)),
    messagesChanged(userId) {
      for (const one of book.about(ownTopic('message-summary', userId))) tell(desk, one, 'changed');
    },
    featuresChanged(id) {
      if (book.size > 0) switches.add(id);
    },
    watchedChanged(accountId) {
      if (book.size > 0) looks.add(accountId);
    },
    claims: () => book.all().map(claimOf),
    reject(isTheirs) {
      for (const one of book.all()) if (isTheirs(claimOf(one))) end(desk, one, 'rejected');
    },
    get size() {
      return book.size;
    },
    stop() {
      stopLamps();
      changes.stop();
      looks.stop();
      switches.stop();
      for (const one of book.all()) {
        one.end ??= 'deactivated';
        one.cancelExpiry();
      }
      book.clear();
    },
  };
}

const claimOf = ({ endpointId, owner: { userId }, ha1 }: Subscription): SubscriptionClaim => ({
  endpointId,
  userId,
  ha1,
});

const ownTopic = (event: EventPackage, userId: string): string => `own ${event}:${userId}`;

/** Hands over what was added within a time, each once. */
function gathering<Item>({ ground }: Pick<Parts, 'ground'>, ms: number, flush: (items: readonly Item[]) => void) {
  let gathered = new Set<Item>();
  let cancel = (): void => {};
  return {
    add(item: Item): void {
      gathered.add(item);
      if (gathered.size > 1) return;
      cancel = ground.clock.after(ms, () => {
        const all = [...gathered];
        gathered = new Set();
        flush(all);
      });
    },
    stop: () => cancel(),
  };
}

// What devices ask for.

async function subscribe(desk: Desk, transaction: ServerTransaction<Flow>, who: Subscriber): Promise<void> {
  const { request, hop: flow } = transaction;
  const wanted = eventOf(request);
  if (!wanted) return refuseEvent(transaction);
  const named = parseUri(request.uri)?.user ?? '';
  const isOwn = named === who.username;
  // What others are called by is nobody's business but for extensions.
  if (!isOwn && !/^[1-9][0-9]{0,4}$/.test(named) && slotOf(named) === null) return transaction.reply(403);
  const dialog = dialogOfCallee(request, transaction.localTag);
  if (!dialog) return transaction.reply(400, { phrase: 'Bad Contact' });
  const seconds = granted(transaction, !isOwn);
  if (seconds === undefined) return;
  const lamp = isOwn ? null : await lampOf(desk, who, named);
  if (transaction.answered) return;
  if (lamp === 'unknown') return transaction.reply(404);
  const { owner } = who;
  // Messages are told to those alone who may hear them.
  if (lamp && wanted.event !== 'dialog' && !isOf(lamp, owner)) return transaction.reply(403);
  if (wanted.event === 'as-feature-event' && !(await takesChange(desk, transaction, who))) return;
  makeRoom(desk, owner.endpointId);
  const isLamp = lamp !== null && wanted.event === 'dialog';
  const one: Subscription = {
    ...wanted,
    key: keyOfDialog(dialog),
    topic: isLamp ? keyOfWatched(lamp.watched) : ownTopic(wanted.event, owner.userId),
    endpointId: owner.endpointId,
    entity: `sip:${named}@${flow.via.host}`,
    owner,
    accountId: who.accountId,
    ha1: who.ha1,
    lamp: isLamp ? lamp : null,
    dialog,
    route: desk.routes.ofDevice({ transport: flow.transport, flow }, owner, () => dialog.remoteTarget),
    expiresAt: 0,
    version: 0,
    messages: { fresh: 0, heard: 0 },
    features: null,
    shownFeatures: null,
    counts: 0,
    told: undefined,
    shown: new Map(),
    sending: false,
    waiting: false,
    due: 'no',
    end: null,
    cancelExpiry: () => {},
  };
  desk.book.add(one);
  runFor(desk, one, transaction, seconds);
}

/** The place where calls are parked that a phone names as it would dial it; null for anything else. */
function slotOf(named: string): number | null {
  const code = readFeatureCode(named);
  return code?.name === 'park' && code.extension !== null ? Number(code.extension) : null;
}

async function lampOf({ watchedBy }: Desk, { accountId }: Subscriber, extension: string): Promise<Lamp | 'unknown'> {
  const slot = slotOf(extension);
  if (slot !== null) return { accountId, extension, watched: { kind: 'slot', accountId, slot } };
  const watched = (await watchedBy(accountId, [extension])).get(extension);
  return watched ? { accountId, extension, watched } : 'unknown';
}

const isOf = ({ watched }: Lamp, { userId }: LegOwner): boolean => watched.kind === 'user' && watched.userId === userId;

/** The oldest is the one that nobody refreshes: phones forget theirs when they restart. */
function makeRoom(desk: Desk, endpointId: string) {
  const theirs = desk.book.ofEndpoint(endpointId);
  if (theirs[0] && theirs.length >= ofOneEndpoint) end(desk, theirs[0], 'rejected');
}

/** Makes the change that a SUBSCRIBE carries, if any. False where it was answered. */
async function takesChange(
  { keys }: Desk,
  transaction: ServerTransaction<Flow>,
  { accountId, owner }: Pick<Subscriber, 'accountId' | 'owner'>,
): Promise<boolean> {
  const { request, hop } = transaction;
  if (request.body === '') return true;
  const by = { accountId, userId: owner.userId, address: hop.remote.address };
  const answer = await keys.press(owner.endpointId, by, request.body);
  if (answer === 'tooMany') transaction.reply(503, { headers: [['Retry-After', String(waitSeconds)]] });
  if (answer === 'unreadable') transaction.reply(400, { phrase: 'Bad Feature' });
  return !transaction.answered;
}

function refresh(desk: Desk, one: Subscription, transaction: ServerTransaction<Flow>, provenId: string | undefined) {
  const { request } = transaction;
  one.route.heardOver(transaction.hop);
  if (!acceptOrder(one.dialog, request)) return transaction.reply(500, { phrase: 'CSeq Out Of Order' });
  if (eventOf(request)?.event !== one.event) return refuseEvent(transaction);
  const seconds = granted(transaction, one.lamp !== null);
  refreshTarget(one.dialog, request);
  if (seconds === undefined) return;
  if (one.event !== 'as-feature-event' || request.body === '') return runFor(desk, one, transaction, seconds);
  if (provenId !== one.endpointId) return transaction.reply(403);
  takesChange(desk, transaction, one)
    .then((goesOn) => {
      if (goesOn) return one.end ? transaction.reply(481) : runFor(desk, one, transaction, seconds);
    })
    .catch((error: unknown) => {
      desk.ground.log.error({ err: error }, 'features: a key of a phone failed');
      transaction.reply(500);
    });
}

/** Tells phones whose users or lines have changed what their keys show now. */
function showFeatures(desk: Desk, ids: readonly (string | null)[]): void {
  const phones = desk.book.all().filter(({ event }) => event === 'as-feature-event');
  const changed = new Set(ids);
  const theirs = phones.filter(
    ({ owner, features }) => changed.has(null) || changed.has(owner.userId) || changed.has(features?.lineId ?? ''),
  );
  if (theirs.length > 0) tellFeatures(desk, theirs);
}

/** Grants the time that is asked for, or answers 423; undefined then. */
function granted(transaction: ServerTransaction<Flow>, isLamp: boolean): number | undefined {
  const longest = isLamp ? longestLampSeconds : longestSeconds;
  const asked = parseDeltaSeconds(transaction.request.headers.get('Expires')) ?? longest;
  if (asked === 0 || asked >= shortestSeconds) return Math.min(asked, longest);
  transaction.reply(423, { headers: [['Min-Expires', String(shortestSeconds)]] });
  return undefined;
}

function runFor(desk: Desk, one: Subscription, transaction: ServerTransaction<Flow>, seconds: number) {
  const { clock } = desk.ground;
  one.cancelExpiry();
  one.expiresAt = clock.now().getTime() + seconds * 1000;
  const over = () => end(desk, one, 'timeout');
  transaction.reply(200, { headers: [...capabilities(transaction.hop), ['Expires', String(seconds)]] });
  if (seconds === 0) return over();
  one.cancelExpiry = clock.after(seconds * 1000, over);
  // RFC 6665 §4.2.1.2: each SUBSCRIBE is followed by a NOTIFY immediately.
  tell(desk, one, 'anyway');
}

/** Its last NOTIFY says why. */
function end(desk: Desk, one: Subscription, why: SubscriptionEnd) {
  forget(desk.book, one, why);
  tell(desk, one, 'anyway');
}

function forget(book: SubscriptionBook<Subscription>, one: Subscription, why: SubscriptionEnd) {
  one.end ??= why;
  one.cancelExpiry();
  book.remove(one);
}

/** Whom the extensions of lamps name now. */
function lookAgain(desk: Desk, accountIds: readonly (string | null)[]): void {
  const { book, watchedBy, ground } = desk;
  // Places where calls are parked are always there.
  const lamps = book
    .all()
    .flatMap((one) => (one.lamp && one.lamp.watched.kind !== 'slot' ? { one, lamp: one.lamp } : []));
  const asked = accountIds.includes(null) ? lamps : lamps.filter(({ lamp }) => accountIds.includes(lamp.accountId));
  for (const [accountId, theirs] of Map.groupBy(asked, ({ lamp }) => lamp.accountId)) {
    watchedBy(accountId, [...new Set(theirs.map(({ lamp }) => lamp.extension))])
      .then((named) => {
        for (const { one, lamp } of theirs) {
          const now = named.get(lamp.extension);
          if (one.end || (now && keyOfWatched(now) === keyOfWatched(lamp.watched))) continue;
          // The phone asks again where the extension names somebody else now.
          end(desk, one, now ? 'deactivated' : 'noresource');
        }
      })
      .catch((error: unknown) => ground.log.warn({ err: error, accountId }, 'lamps: looking at extensions failed'));
  }
}

const eventOf = ({ headers }: SipRequest): Wanted | undefined => {
  const eventName = headers.get('Event')?.trim() ?? '';
  const name = eventName.split(';')[0]?.trim().toLowerCase();
  const event = eventPackages.find((one) => one === name);
  return event && { event, eventName };
};

const refuseEvent = (transaction: ServerTransaction<Flow>) =>
  transaction.reply(489, { headers: [['Allow-Events', eventPackages.join(', ')]] });
