import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import type { Logger } from 'pino';
import type { CallBackCommands, CallBackEnd, CallBacks } from '../../call-backs.ts';
import { contactsIn } from '../../calls/invite/arrive.ts';
import type { InviteDesk } from '../../calls/invite/steps.ts';
import { winnerOf } from '../../calls/turn.ts';
import type { DirectoryChannel, ExchangeClock } from '../../ports.ts';
import { type FreeMembers, freeMembers } from '../../routing/free-members.ts';
import { mobilesFor } from '../../routing/mobiles.ts';
import { openingAt } from '../../routing/opening.ts';
import { inOrder, routingOf } from '../../routing/plan-channel.ts';
import { emptyQueue } from '../../routing/queue-order.ts';
import { bestFirst, leftBy, suiting } from '../../routing/skilled-members.ts';
import type { CallTable } from '../call-table.ts';
import { goOnTo } from '../commands/clicks.ts';
import type { Follower } from '../followers.ts';
import { type CalledBack, ringForCallBack, routeCallBack } from '../handing-over/route-call-back.ts';
import type { RunningCall } from '../running-call.ts';
import { numbersOnTheLine } from './callers-in-queue.ts';
import { type Held, idOf, isNext, type KeptPlaces } from './kept-places.ts';

/** The time between two looks at whose turn it is. */
const lookMs = 2000;
/** When a caller who could not be reached is called again, and how often at most. */
const betweenTriesMs = 300_000;
const mostTries = 3;
/** How long a place rests that no member took, or whose caller is on the line. */
const restMs = 60_000;
/** What could not be written down is tried again after this time. */
const retryMs = 5000;

export interface CallBackParts {
  readonly callBacks: CallBacks | undefined;
  readonly places: KeptPlaces;
  readonly table: CallTable;
  readonly desk: InviteDesk;
  readonly clock: ExchangeClock;
  readonly log: Logger;
}

export interface CallBackDesk extends Follower, CallBackCommands {
  /** Goes on with the places that an earlier life kept. */
  open(): void;
  /** Companies have gone to other carriers, or come here: their places go with them. */
  homesChanged(isElsewhere: (accountId: string) => boolean): void;
  /** Rings nobody any longer. */
  close(): void;
}

/** A call of this desk: it rings members, or one of them calls the number. */
interface Run {
  readonly held: Held;
  readonly does: 'rings' | 'dials';
  /** Somebody picked up. */
  isTaken: boolean;
}

/**
 * Calls back those who hung up and whose place is kept: when it is their turn, members ring as for any caller of the queue; who
 * picks up calls them.
 */
export function callBackDesk(parts: CallBackParts): CallBackDesk {
  const { callBacks, places, table, clock, log } = parts;
  const runs = new Map<string, Run>();
  let isClosed = false;
  let stopTimer: (() => void) | null = null;

  const retrying = retryingBy(parts, () => isClosed);
  const end = async (held: Held, how: CallBackEnd): Promise<void> => {
    const { channelId, docId } = held.place;
    places.remove(held);
    const run = held.callId === null ? undefined : runs.get(held.callId);
    // Nobody is rung for somebody who is reached already, or is not to be called.
    if (held.callId !== null && run?.does === 'rings' && !run.isTaken)
      table.byId(held.callId)?.take({ type: 'stopAsked' });
    log.info({ channelId, docId, how }, 'call-back over');
    await retrying('writing an end', async () => await callBacks?.ended(held.place, how));
  };
  const ground: Running = { ...parts, runs, end, isClosed: () => isClosed };
  const look = (): void => {
    stopTimer = null;
    lookAll(ground)
      .catch((error: unknown) => log.error({ err: error }, 'call-backs: looking for free members failed'))
      .finally(begin);
  };
  const begin = (): void => {
    if (stopTimer !== null || isClosed || places.all().length === 0) return;
    stopTimer = clock.after(lookMs, look);
  };
  places.onAdded(begin);
  const following = followRuns(ground);

  const open = () => void retrying('reading the places', () => readPlaces(parts));

  return {
    open,
    homesChanged(isElsewhere) {
      for (const held of places.all().filter(({ place }) => isElsewhere(place.accountId))) places.remove(held);
      open();
    },
    close() {
      isClosed = true;
      stopTimer?.();
    },
    changed(running) {
      if (runs.size + places.all().length > 0) following(running);
    },
    async dismissCallBack(name) {
      const held = places.find(name);
      if (!held) return false;
      await end(held, 'dismissed');
      return true;
    },
    async restoreCallBack(name) {
      const place = (await callBacks?.restored(name)) ?? null;
      if (place === null) return false;
      places.add(place);
      return true;
    },
  };
}

/** Those that an earlier life or another carrier kept; those that are known already stay as they are. */
async function readPlaces({ callBacks, places }: CallBackParts): Promise<void> {
  for (const place of (await callBacks?.kept()) ?? []) places.add(place);
}

/** Tries what could not be written down, or read, again; fulfils after the first try. */
const retryingBy = ({ clock, log }: CallBackParts, isClosed: () => boolean) => {
  const attempt = (what: string, task: () => Promise<unknown>): Promise<void> =>
    task().then(
      () => {},
      (error: unknown) => {
        log.warn({ err: error }, `call-backs: ${what} failed, trying later`);
        if (!isClosed()) clock.after(retryMs, () => void attempt(what, task));
      },
    );
  return attempt;
};

interface Running extends CallBackParts {
  readonly runs: Map<string, Run>;
  /** No call begins any longer. */
  isClosed(): boolean;
  end(held: Held, how: CallBackEnd): Promise<void>;
}

async function lookAll(parts: Running): Promise<void> {
  const channelIds = new Set(parts.places.all().map(({ place }) => place.channelId));
  for (const channelId of channelIds) {
    const channel = await parts.desk.directory.channelById(channelId);
    for (const held of parts.places.of(channelId)) await lookFor(held, channel, parts);
  }
}

/** Rings members for a place whose turn it is. */
async function lookFor(held: Held, channel: DirectoryChannel | null, parts: Running): Promise<void> {
  const { places, clock, end } = parts;
  const { place } = held;
  const now = clock.now();
  if (held.callId !== null) {
    // Its call is over, whatever it came to.
    if (!parts.table.byId(held.callId)) places.change(held, { callId: null, userIds: [] });
    return;
  }
  if (channel?.accountId !== place.accountId || place.until <= now.getTime() || isShut(channel, now)) {
    await end(held, 'expired');
    return;
  }
  if (place.tries >= mostTries) {
    await end(held, 'failed');
    return;
  }
  const { channelId } = place;
  if (!isNext(held, now.getTime())) return;
  // The caller waits in the queue themselves, so that their number is busy.
  if (numbersOnTheLine(parts.table.calls, channelId).has(place.number)) {
    places.change(held, { restsUntil: now.getTime() + restMs });
    return;
  }
  await ring(held, channel, parts);
}

const isShut = (channel: DirectoryChannel, now: Date): boolean =>
  !openingAt(routingOf(channel), now, channel.timeZone ?? 'UTC').open;

async function ring(held: Held, channel: DirectoryChannel, parts: Running): Promise<void> {
  const { desk, places, table, clock, runs } = parts;
  const { channelId } = channel;
  const now = clock.now();
  const contacts = await contactsIn(channel, desk);
  const isThere = (userId: string) => contacts.some((contact) => contact.userId === userId);
  const isBusy = (userId: string) => desk.isBusy?.(userId, '') ?? false;
  const moment = { now, callerUserId: null, isThere, isBusy };
  const { free: willing, later } = freeMembers(channel, moment);
  const free = willing.filter(({ userId }) => isThere(userId));
  const { members: suit, asked, isAhead } = forPlace(held.place, { free, later }, channel, now, desk);
  if (suit.length === 0 && (isAhead || free.length > 0)) return;
  const left = suit.filter(({ userId }) => !held.rung.includes(userId));
  if (left.length === 0) {
    // Mobiles ring for callers on the line alone, who are not held up by a place.
    if (free.length > 0 || willing.some(({ userId }) => mobilesFor(channel, null, now).has(userId)))
      places.change(held, { rung: [], restsUntil: now.getTime() + restMs });
    return;
  }
  const routing = routingOf(channel);
  const isTogether = routing.strategy === 'all-at-once';
  const wanted = (isTogether ? left : bestFirst(inOrder(left, routing), asked).slice(0, 1)).map(({ userId }) => userId);
  const { locale } = await desk.directory.callSettings(held.place.accountId);
  const callId = desk.newId();
  const userIds = desk.agents ? await desk.agents.claim({ callId, channelId, userIds: wanted }) : wanted;
  if (userIds.length === 0) return;
  // It may have been dismissed by now, or another look rings for it.
  if (parts.isClosed() || places.find(held.place) !== held || held.callId !== null) {
    await desk.agents?.release(callId, []);
    return;
  }
  const rung = contacts.filter(({ userId }) => userIds.includes(userId));
  const ringMs = (isTogether ? routing.ringSeconds : routing.turnSeconds) * 1000;
  const own = { ...ringForCallBack(calledBack(held, locale), rung, ringMs, desk), callId };
  runs.set(callId, { held, does: 'rings', isTaken: false });
  places.change(held, { callId, userIds });
  table.begin(own);
}

/** Those of the free members whom the queue has for this place; `isAhead`: somebody is ahead. */
function forPlace(
  place: Held['place'],
  { free, later }: Pick<FreeMembers, 'free' | 'later'>,
  channel: DirectoryChannel,
  now: Date,
  { queueOf }: CallBackParts['desk'],
) {
  const { first } = queueOf?.(channel.channelId, { callId: idOf(place), rank: place.rank }) ?? emptyQueue;
  const where = { present: [...free, ...later], rules: routingOf(channel).skills, now: now.getTime() };
  return { ...suiting(leftBy(free, first, where), place, where), isAhead: first.length > 0 };
}

const calledBack = ({ place }: Held, locale: 'de' | 'en'): CalledBack => {
  const { accountId, channelId, number, name, calledNumber } = place;
  const shownName = `${locale === 'de' ? 'Rückruf' : 'Call-back'}: ${name ?? formatNumber(number)}`;
  return { accountId, channelId, number, calledNumber, shownName };
};

/** What becomes of the calls of this desk, and of others in which somebody who waits is reached. */
function followRuns(parts: Running): (running: RunningCall) => void {
  const { places, runs, end } = parts;
  return (running) => {
    const { callId, state } = running.call;
    const run = runs.get(callId);
    if (state === 'talking') for (const held of reachedIn(running, places)) void end(held.held, held.how);
    if (!run) return;
    const { held, does } = run;
    if (state === 'talking' && !run.isTaken) {
      run.isTaken = true;
      if (does === 'rings') void dial(run, running, parts);
    }
    if (state !== 'over') return;
    runs.delete(callId);
    if (held.callId !== callId) return;
    if (does === 'dials') {
      tried(run, running, parts);
      return;
    }
    // Who picked up is about to call them.
    if (run.isTaken) return;
    places.change(held, { callId: null, userIds: [], rung: [...held.rung, ...held.userIds] });
  };
}

/** A call to them is over. Who talked has their follow-up time. */
function tried({ held, isTaken }: Run, { call, book }: RunningCall, { places, desk, clock, end }: Running): void {
  const { userId } = call.caller;
  const { channelId, tries } = held.place;
  if (isTaken && userId !== null) {
    const at = clock.now();
    void book.untilDurable(
      'agent',
      async () => await desk.agents?.callEnded({ callId: call.callId, userId, channelId, at }),
    );
    return;
  }
  places.change(held, { callId: null, userIds: [], rung: [] });
  if (tries >= mostTries) void end(held, 'failed');
}

/** The member who picked up calls them. A try counts before it begins, so that a restart in between adds none. */
async function dial(run: Run, running: RunningCall, parts: Running): Promise<void> {
  const { callBacks, places, desk, table, clock, log, runs, end } = parts;
  const { held } = run;
  const { channelId, docId } = held.place;
  const leg = winnerOf(running.call);
  const userId = leg?.userId ?? null;
  const giveUp = () => {
    running.take({ type: 'stopAsked' });
    places.change(held, { callId: null, userIds: [], rung: [] });
  };
  try {
    // The caller is on the line by now: the member stays free for that call.
    if (numbersOnTheLine(table.calls, channelId).has(held.place.number)) {
      giveUp();
      return;
    }
    const place = { ...held.place, tries: held.place.tries + 1, notBefore: clock.now().getTime() + betweenTriesMs };
    places.change(held, { place });
    if (!leg || userId === null) {
      giveUp();
      return;
    }
    if (!(await callBacks?.tried(place))) {
      giveUp();
      places.remove(held);
      return;
    }
    const { locale } = await desk.directory.callSettings(place.accountId);
    const onward = await routeCallBack(running.call, { ...leg, userId }, calledBack(held, locale), desk);
    const isStillWanted = places.find(place) === held && running.call.state === 'talking';
    const target = isStillWanted ? goOnTo(table, running, onward) : undefined;
    if (!target) {
      giveUp();
      return;
    }
    runs.set(target.call.callId, { held, does: 'dials', isTaken: false });
    places.change(held, { callId: target.call.callId, userIds: [userId] });
    log.info({ channelId, docId, tries: place.tries, sessionId: onward.sessionId }, 'calling back');
  } catch (error) {
    log.warn({ err: error, channelId, docId }, 'call-backs: calling failed');
    giveUp();
    if (held.place.tries >= mostTries && places.find(held.place) === held) await end(held, 'failed');
  }
}

/** Places of callers who are reached in this call, by whichever way. */
function reachedIn({ call }: RunningCall, places: KeptPlaces): { held: Held; how: 'done' | 'calledAgain' }[] {
  const winner = winnerOf(call);
  if (!winner) return [];
  // Who picks a call up has it in their own channel, and one that overflows goes on in another.
  const came = winner.userId === null ? [] : call.events.filter(({ direction }) => direction === 'INCOMING');
  const went = call.caller.userId === null ? null : call.caller.event;
  return places.all().flatMap((held): { held: Held; how: 'done' | 'calledAgain' }[] => {
    const { accountId, channelId, number } = held.place;
    if (came.some((event) => event.channelId === channelId && event.remotePhoneNumber === number))
      return [{ held, how: 'calledAgain' }];
    const isCalled =
      went?.direction === 'OUTGOING' && went.accountId === accountId && went.remotePhoneNumber === number;
    return isCalled ? [{ held, how: 'done' }] : [];
  });
}
