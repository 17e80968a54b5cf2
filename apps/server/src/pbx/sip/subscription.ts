import { messagesCode } from '@sidetone/contract/rules/numbers/feature-codes.ts';
import type { PhoneFeatureDesk, PhoneFeatures } from '@sidetone/contract/rules/phones/phone-features.ts';
import { type Dialog, requestInside } from '@sidetone/sip/dialogs/dialog.ts';
import { parseUri } from '@sidetone/sip/grammar/uri.ts';
import type { LampBoard, Watched } from '../lamps.ts';
import type { WaitingMessages } from '../ports.ts';
import { capabilities, type Leg, type LegGround, type LegOwner, type LegRoute } from './dialogs/leg.ts';
import {
  dialogInfo,
  dialogOfLamp,
  dialogOfLeg,
  type EventPackage,
  messageSummary,
  type NotifyBody,
  type ShownDialog,
} from './event-packages.ts';
import { featureBody } from './feature-events.ts';

/** Why a subscription is over (RFC 6665 §4.1.3); a phone asks again only after `timeout` and `deactivated`. */
export type SubscriptionEnd = 'timeout' | 'deactivated' | 'rejected' | 'noresource';

/** What a device subscribed to, and what it was told of it. */
export interface Subscription {
  /** Of its dialog. */
  readonly key: string;
  /** What it tells of; see `topicOf`. */
  readonly topic: string;
  readonly endpointId: string;
  readonly event: EventPackage;
  /** The id parameter of Event, which comes back in every NOTIFY (RFC 6665 §8.2.1). */
  readonly eventName: string;
  readonly entity: string;
  readonly owner: LegOwner;
  readonly accountId: string;
  /** What its device proved itself with. */
  readonly ha1: string;
  /** Whose calls it shows; null for those of its own user. */
  readonly lamp: Lamp | null;
  readonly dialog: Dialog;
  readonly route: LegRoute;
  /** Milliseconds since 1970. */
  expiresAt: number;
  version: number;
  /** As they were counted last. */
  messages: WaitingMessages;
  /** What the keys of the phone switch, as it was read last; null: nothing is known of it. */
  features: PhoneFeatures | null;
  /** Likewise, as the phone heard it. */
  shownFeatures: PhoneFeatures | null;
  /** How often messages or features were asked for. */
  counts: number;
  /** The body that was told last, as if it were the first. */
  told: string | undefined;
  /** The calls that a lamp was told of and that were not over. */
  shown: ReadonlyMap<string, ShownDialog>;
  sending: boolean;
  /** There is no way to its device, and one is looked for. */
  waiting: boolean;
  /** Something is to be told as soon as the last NOTIFY is answered; `anyway` even where nothing changed. */
  due: 'no' | 'changed' | 'anyway';
  end: SubscriptionEnd | null;
  cancelExpiry: () => void;
}

export interface Lamp {
  readonly accountId: string;
  readonly extension: string;
  readonly watched: Watched;
}

export interface NotifyParts {
  readonly ground: Pick<LegGround, 'layer' | 'clock' | 'log'>;
  readonly legsOf: (userId: string) => readonly Leg[];
  readonly messagesOf: (userId: string) => Promise<WaitingMessages>;
  readonly lamps: Pick<LampBoard, 'of' | 'onChange'>;
  readonly features: Pick<PhoneFeatureDesk, 'of'>;
  /** It is known no longer. */
  forget(one: Subscription): void;
}

/** The most calls that a NOTIFY names: it has to fit into a packet or two, and a lamp only shows that there are some. */
const mostDialogs = 8;

/** So often it is looked whether a device is connected again that has to be told something. */
const lookForWayMs = 5000;

/** Sends a NOTIFY, once the last one is answered: `anyway`, or only where something changed since. */
export function tell(parts: NotifyParts, one: Subscription, due: 'changed' | 'anyway'): void {
  if (one.due !== 'anyway') one.due = due;
  if (one.event === 'dialog') notify(parts, one);
  else notifyOnceRead(parts, one, readOwn(parts, one));
}

/** Reads what these phones show of their users, all at the same time, and tells each what changed. */
export function tellFeatures(parts: NotifyParts, those: readonly Subscription[]): void {
  const reading = parts.features.of([...new Set(those.map(({ owner }) => owner.userId))]);
  for (const one of those) {
    if (one.due !== 'anyway') one.due = 'changed';
    const read = reading.then((found) => ({ features: found.get(one.owner.userId) ?? null }));
    notifyOnceRead(parts, one, read);
  }
}

type Read = Partial<Pick<Subscription, 'messages' | 'features'>>;

function notifyOnceRead(parts: NotifyParts, one: Subscription, reading: Promise<Read>) {
  const { log } = parts.ground;
  const { userId } = one.owner;
  one.counts += 1;
  const count = one.counts;
  reading
    .then((read) => count === one.counts && Object.assign(one, read))
    .catch((error: unknown) => log.warn({ err: error, userId }, `subscriptions: reading ${one.event} failed`))
    // An older answer says nothing that the newest does not say better.
    .then(() => count === one.counts && notify(parts, one))
    .catch((error: unknown) => log.error({ err: error }, 'subscriptions: notifying a phone failed'));
}

async function readOwn(
  { messagesOf, features }: NotifyParts,
  { event, owner: { userId } }: Subscription,
): Promise<Read> {
  if (event === 'message-summary') return { messages: await messagesOf(userId) };
  return { features: (await features.of([userId])).get(userId) ?? null };
}

function notify(parts: NotifyParts, one: Subscription) {
  if (one.sending || one.due === 'no') return;
  const news = newsOf(parts, one);
  const due = one.due;
  one.due = 'no';
  if (due !== 'anyway' && !news.isNew) return;
  const flow = one.route.current();
  if (!flow) return waitForWay(parts, one, due);
  const left = Math.max(Math.ceil((one.expiresAt - parts.ground.clock.now().getTime()) / 1000), 0);
  const end = one.end ?? (left === 0 ? 'timeout' : null);
  const lasts = end ? `terminated;reason=${end}` : `active;expires=${left}`;
  const request = requestInside(one.dialog, 'NOTIFY', {
    headers: [['Event', one.eventName], ['Subscription-State', lasts], ...capabilities(flow)],
    ...(news.body && { body: news.body }),
  });
  one.version += 1;
  news.isTold();
  one.sending = true;
  parts.ground.layer.request(request, flow, {
    onResponse({ status }) {
      if (status < 200) return;
      one.sending = false;
      // RFC 6665 §4.2.2: a subscriber that refuses no longer has the subscription.
      if (status >= 300) parts.forget(one);
      else notify(parts, one);
    },
    onFailure(cause) {
      if (cause === 'timeout' || one.end) return parts.forget(one);
      // Its connection was lost, and nobody knows what it was told.
      one.sending = false;
      waitForWay(parts, one, 'anyway');
    },
  });
}

/** A device that connects again does not always subscribe again: what it has to be told is told then. */
function waitForWay(parts: NotifyParts, one: Subscription, due: 'changed' | 'anyway') {
  if (one.end) return;
  if (one.due !== 'anyway') one.due = due;
  if (one.waiting) return;
  one.waiting = true;
  parts.ground.clock.after(lookForWayMs, () => {
    one.waiting = false;
    if (!one.end) notify(parts, one);
  });
}

interface News {
  readonly body: NotifyBody | undefined;
  readonly isNew: boolean;
  /** It is on its way. */
  isTold(): void;
}

const newsOf = (parts: NotifyParts, one: Subscription): News => {
  if (one.event === 'as-feature-event') return featureNews(one);
  return one.lamp ? lampNews(parts, one, one.lamp) : ownNews(parts, one);
};

/** A SUBSCRIBE is answered with everything that keys switch, and later NOTIFYs say what changed. */
function featureNews(one: Subscription): News {
  const { features, shownFeatures } = one;
  const told = one.due === 'anyway' ? null : shownFeatures;
  const body = features === null ? undefined : featureBody(parseUri(one.entity)?.user ?? '', features, told);
  return {
    body,
    isNew: body !== undefined,
    isTold() {
      one.shownFeatures = features;
    },
  };
}

/** Of one's own calls and messages all is told each time; whether anything changed is told by the body, whatever its version. */
function ownNews({ legsOf }: NotifyParts, one: Subscription): News {
  const bodyOf = (version: number): NotifyBody => {
    if (one.event === 'message-summary') return messageSummary(messagesAt(one), one.messages);
    return dialogInfo(one.entity, legsOf(one.owner.userId).slice(0, mostDialogs).map(dialogOfLeg), version);
  };
  const { text } = bodyOf(0);
  return {
    body: bodyOf(one.version),
    isNew: text !== one.told,
    isTold() {
      one.told = text;
    },
  };
}

/** What the message key of a phone calls. */
const messagesAt = ({ entity }: Subscription): string => entity.replace(/^sip:[^@]*/, `sip:${messagesCode}`);

/**
 * Of the calls of others what changed, and all of them with each SUBSCRIBE, also one that asks once and for no time
 * (RFC 6665 §4.4.3); nothing where the phone may no longer know.
 */
function lampNews({ lamps }: NotifyParts, one: Subscription, { watched }: Lamp): News {
  const live = one.end && one.end !== 'timeout' ? [] : lamps.of(watched).slice(0, mostDialogs).map(dialogOfLamp);
  const now = new Map(live.map((dialog) => [dialog.id, dialog]));
  const changed = live.filter(({ id, state }) => one.shown.get(id)?.state !== state);
  const gone = [...one.shown.values()].filter(({ id }) => !now.has(id));
  const terminated = gone.map((dialog): ShownDialog => ({ ...dialog, state: 'terminated' }));
  const isAll = one.due === 'anyway';
  return {
    body: isAll
      ? dialogInfo(one.entity, live, one.version)
      : dialogInfo(one.entity, [...terminated, ...changed], one.version, 'partial'),
    isNew: changed.length + gone.length > 0,
    isTold() {
      one.shown = now;
    },
  };
}
