import { docIdOf } from '@sidetone/contract/rules/doc-id.ts';
import { withoutPunctuation } from '@sidetone/contract/rules/numbers/dialable.ts';
import { readFeatureCode, withoutSendKey } from '@sidetone/contract/rules/numbers/feature-codes.ts';
import type { Logger } from 'pino';
import { isOpened } from '../../calls/booking.ts';
import { type Fork, isParked, type Remote } from '../../calls/call.ts';
import type { CallFact } from '../../calls/call-facts.ts';
import type { InviteDesk } from '../../calls/invite/steps.ts';
import type { KnownEndpoint, LegFact, Legs } from '../../calls/legs.ts';
import { isOpen, legOf } from '../../calls/turn.ts';
import type { Directory, DirectoryUser, EventOpened } from '../../ports.ts';
import type { CallTable } from '../call-table.ts';
import type { MediaQueue } from '../media-orders.ts';
import { parkedAt, parkWish } from '../parking/park.ts';
import type { RunningCall } from '../running-call.ts';
import type { Waiting } from './waiting-legs.ts';

type Invited = Extract<LegFact, { type: 'invited' }>;
type InvitedByDevice = Invited & { readonly from: KnownEndpoint };

/**
 * What a device wants to take: a call that its lamp named, one that rings at an extension, or in any of its user's channels,
 * or one that is parked, in a place or in any.
 */
type Wish = { readonly callId: string } | { readonly extension: string | null } | { readonly slot: number | null };

/** Takes calls that ring elsewhere, or are parked, for desk phones and apps that ask for one. */
export interface PickUps {
  /** False for an INVITE that asks for none; else it was answered, and what is said of the leg meanwhile waits in `leg`. */
  take(invited: Invited, leg: Waiting): Promise<boolean>;
}

export interface PickUpParts {
  readonly table: CallTable;
  readonly legs: Pick<Legs, 'order'>;
  readonly audio: MediaQueue;
  readonly desk: Pick<InviteDesk, 'directory' | 'newId'>;
  readonly log: Logger;
}

/** Why nothing is taken, with what the device is told; the app has words for each. */
const refusals = {
  CALLER_UNKNOWN: [403, 'Forbidden'],
  NOTHING_RINGS: [404, 'Nothing Rings There'],
  PICK_UP_NOT_ALLOWED: [403, 'Pickup Not Allowed'],
  TAKEN_ALREADY: [486, 'Taken Already'],
  NO_OFFER: [488, 'Offer Required'],
} as const;
type RefusalCode = keyof typeof refusals;

export function pickUps(parts: PickUpParts): PickUps {
  return {
    async take(invited, leg) {
      const wish = wishOf(invited);
      if (!wish || !mayAsk(invited, wish)) return false;
      const code = await pickUp(parts, invited, wish, leg);
      if (code === null) return true;
      const [status, phrase] = refusals[code];
      const { legId, sipCallId } = invited;
      parts.legs.order({ do: 'refuse', legId, status, phrase });
      parts.log.info({ legId, sipCallId, code }, `refused: ${status} ${phrase}`);
      return true;
    },
  };
}

/** Apps have no lamps that name a call; with Replaces they take back their own. */
const mayAsk = (invited: Invited, wish: Wish): invited is InvitedByDevice =>
  invited.from.kind === 'phone' || (!('callId' in wish) && invited.from.kind === 'app');

function wishOf({ picksUpCallId, called }: Invited): Wish | null {
  if (picksUpCallId !== undefined) return { callId: picksUpCallId };
  const slot = parkWish(called);
  if (slot !== undefined) return { slot };
  const code = readFeatureCode(withoutSendKey(withoutPunctuation(called)));
  return code?.name === 'pickUp' ? { extension: code.extension } : null;
}

/** A call that a user takes: by whose leg it rings, or whom they see where it is parked. */
interface Takeable {
  readonly running: RunningCall;
  readonly event: EventOpened;
  readonly remote: Remote;
  readonly moved: Moved;
  /** Whom the caller sees from now on, where they waited for nobody. */
  readonly isSeenAs?: Remote;
  /** Whether it can still be taken. */
  still(): boolean;
}

type Moved = Extract<CallFact, { type: 'pickedUp' }>['moved'];

/** A call that rings, with what rings of it. */
interface Found {
  readonly running: RunningCall;
  readonly fork: Fork;
  readonly event: EventOpened;
}

/** One that the user may take: `staysThere` in the channel where it rings, as its calls are theirs. */
interface Taken extends Found {
  readonly staysThere: boolean;
}

/** Null once the call is the device's. */
async function pickUp(
  parts: PickUpParts,
  invited: InvitedByDevice,
  wish: Wish,
  leg: Waiting,
): Promise<RefusalCode | null> {
  const { desk, audio } = parts;
  const user = await desk.directory.userById(invited.from.userId);
  if (!user) return 'CALLER_UNKNOWN';
  const found = parkedFor(parts, user, wish, invited.sessionId) ?? (await find(parts, user, wish));
  if (typeof found === 'string') return found;
  const { offer, address, media: kind, srtp = 'off' } = invited;
  if (offer === undefined) return 'NO_OFFER';
  const mediaId = desk.newId();
  const { running } = found;
  const beside = [running.call.caller.mediaId];
  const request = { endpointId: mediaId, kind, farAddress: address, srtp, offer, beside };
  const opened = await audio.media.openEndpoint(request);
  const hasLeft = leg.facts.some(({ type }) => type === 'cancelled' || type === 'ended');
  const fact = opened.codec && found.still() ? factOf(found, invited, user, { ...opened, mediaId }) : null;
  if (fact && !hasLeft) running.take(fact);
  if (legOf(running.call, invited.legId)) return null;
  const { legId } = invited;
  await audio.media
    .close(mediaId)
    .catch((error: unknown) => parts.log.warn({ err: error, legId, mediaId }, 'media: closing failed'));
  return 'TAKEN_ALREADY';
}

/** The parked call that is wanted, under the session of the user who takes it; undefined for a wish of another kind. */
function parkedFor(
  { table, desk }: PickUpParts,
  user: DirectoryUser,
  wish: Wish,
  sessionId = desk.newId(),
): Takeable | RefusalCode | undefined {
  const named = 'callId' in wish ? table.byId(wish.callId) : undefined;
  const isTheirs = named && isParked(named.call) && named.call.accountId === user.accountId;
  const running = isTheirs ? named : 'slot' in wish ? parkedAt(table, user.accountId, wish.slot)[0] : undefined;
  if (!running) return 'slot' in wish ? 'NOTHING_RINGS' : undefined;
  const { call } = running;
  if (!isParked(call)) return 'NOTHING_RINGS';
  const { caller, parked, returnTo, cameInOn } = call;
  const { number, name } = parked.seenAs;
  const event: EventOpened = {
    channelId: user.privateChannelId,
    accountId: user.accountId,
    docId: docIdOf(sessionId),
    ownerUserId: user.userId,
    direction: 'INCOMING',
    onPhoneNumber: returnTo?.event?.onPhoneNumber ?? user.number ?? user.extension,
    remotePhoneNumber: number,
    remoteUserId: caller.userId,
    remoteName: name,
    ...(cameInOn !== null && cameInOn !== user.privateChannelId && { originalChannelId: cameInOn }),
  };
  return {
    running,
    event,
    remote: parked.seenAs,
    moved: { event, leaves: null },
    // Outside nobody is to learn the extensions of the company.
    ...(caller.userId !== null && { isSeenAs: { number: user.extension, name: user.displayName } }),
    still: () => isParked(running.call),
  };
}

/** The ringing call that is wanted. */
async function find(parts: PickUpParts, user: DirectoryUser, wish: Wish): Promise<Takeable | RefusalCode> {
  const found = await findRinging(parts, user, wish);
  return typeof found === 'string' ? found : takeable(found, user);
}

function takeable(found: Taken, user: DirectoryUser): Takeable {
  const { running, fork, event, staysThere } = found;
  const moved = staysThere ? null : movedTo(running, event, user);
  return { running, event: moved?.event ?? event, remote: fork.remote, moved, still: () => stillRings(found) };
}

async function findRinging(parts: PickUpParts, user: DirectoryUser, wish: Wish): Promise<Taken | RefusalCode> {
  if ('slot' in wish) return 'NOTHING_RINGS';
  const ringing = ringingFor(parts.table, user);
  if ('callId' in wish) {
    const named = ringing.filter(({ running }) => running.call.callId === wish.callId);
    if (named.length > 0) return (await firstAllowed(parts, user, named)) ?? 'PICK_UP_NOT_ALLOWED';
    const { events = [] } = parts.table.byId(wish.callId)?.call ?? {};
    return events.some(({ accountId, direction }) => accountId === user.accountId && direction === 'INCOMING')
      ? 'TAKEN_ALREADY'
      : 'NOTHING_RINGS';
  }
  const { directory } = parts.desk;
  const channel = wish.extension === null ? null : await directory.channelByExtension(user.accountId, wish.extension);
  if (wish.extension !== null && !channel) return 'NOTHING_RINGS';
  if (!channel) return (await firstAllowed(parts, user, ringing, 'itsChannels')) ?? 'NOTHING_RINGS';
  const there = ringing.filter(({ fork, event }) =>
    channel.type === 'private' ? fork.userId === channel.ownerUserId : event.channelId === channel.channelId,
  );
  if (there.length === 0) return 'NOTHING_RINGS';
  return (await firstAllowed(parts, user, there)) ?? 'PICK_UP_NOT_ALLOWED';
}

/**
 * Calls that ring somebody of the user's account, the oldest first; each once for each channel and user that it rings.
 * Who calls may be of another company on this server.
 */
function ringingFor({ calls }: CallTable, { accountId, userId }: DirectoryUser): Found[] {
  return [...calls].flatMap((running) => {
    const { call } = running;
    if (call.caller.userId === userId) return [];
    if (call.state !== 'ringing' || call.steered || !isOpened(call.booking)) return [];
    return call.forks
      .filter(isOpen)
      .flatMap((fork) => (fork.event?.accountId === accountId ? [{ running, fork, event: fork.event }] : []));
  });
}

const stillRings = ({ running: { call }, fork }: Found): boolean =>
  call.state === 'ringing' && call.forks.some((each) => each.legId === fork.legId && isOpen(each));

/**
 * One's own calls and those of channels that one is in come first; those of others where the account has it so, and for
 * `itsChannels` only those of colleagues from these channels.
 */
async function firstAllowed(
  { desk: { directory } }: PickUpParts,
  user: DirectoryUser,
  ringing: readonly Found[],
  which: 'all' | 'itsChannels' = 'all',
): Promise<Taken | null> {
  for (const found of ringing) {
    const isOwn = found.event.channelId === user.privateChannelId;
    if (isOwn || (await directory.isMember(found.event.channelId, user.userId))) return { ...found, staysThere: true };
  }
  if (ringing.length === 0) return null;
  const { picksUpColleagues = false } = await directory.callSettings(user.accountId);
  if (!picksUpColleagues) return null;
  const first = which === 'all' ? ringing[0] : await firstAtColleagues(directory, user, ringing);
  return first ? { ...first, staysThere: false } : null;
}

/** The call that rings longest somebody who is in a shared channel together with the user. */
async function firstAtColleagues(
  directory: Directory,
  { userId }: DirectoryUser,
  ringing: readonly Found[],
): Promise<Found | undefined> {
  const rung = [...new Set(ringing.flatMap(({ fork }) => fork.userId ?? []))];
  const near = (await directory.colleaguesInChannels?.(userId, rung)) ?? [];
  return ringing.find(({ fork }) => fork.userId !== null && near.includes(fork.userId));
}

/** The call goes on in the own channel of who takes it, which knows from where it came. */
function movedTo({ call: { cameInOn } }: RunningCall, event: EventOpened, { userId, privateChannelId }: DirectoryUser) {
  const { channelId, docId } = event;
  const originalChannelId = cameInOn ?? channelId;
  return {
    event: { ...event, channelId: privateChannelId, ownerUserId: userId, originalChannelId },
    leaves: { channelId, docId },
  };
}

function factOf(
  { event, remote, moved, isSeenAs }: Takeable,
  { legId, sipCallId, from, media, srtp, address }: InvitedByDevice,
  user: DirectoryUser,
  opened: { readonly sdp: string; readonly codec?: Fork['codec'] & {}; readonly mediaId: string },
): Extract<CallFact, { type: 'pickedUp' }> | null {
  if (!opened.codec) return null;
  const by: Fork = {
    legId,
    sipCallId,
    formerCallIds: [],
    userId: user.userId,
    endpointId: from.endpointId,
    mediaKind: media,
    ...(srtp && { srtp }),
    address,
    mediaId: opened.mediaId,
    event,
    remote,
    media: 'open',
    hold: 'none',
    hears: 'nothing',
    target: null,
    state: 'answered',
    codec: null,
    outcome: null,
    cancelReason: null,
  };
  return { type: 'pickedUp', by, codec: opened.codec, sdp: opened.sdp, moved, ...(isSeenAs && { isSeenAs }) };
}
