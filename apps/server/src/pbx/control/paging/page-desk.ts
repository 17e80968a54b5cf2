import { pagingLimits } from '@sidetone/contract/entities/paging-group.ts';
import type { Logger } from 'pino';
import { type CallLoad, sharesOf } from '../../calls/invite/call-load.ts';
import { mayPage } from '../../calls/invite/paging-group.ts';
import type { RegisteredContact } from '../../calls/legs.ts';
import { beep, type SoundName } from '../../media/sounds.ts';
import type { DirectoryPagingGroup } from '../../paging-groups.ts';
import type { Directory } from '../../ports.ts';
import type { LegTable } from '../leg-table.ts';
import type { MediaQueue } from '../media-orders.ts';
import type { RunningCall } from '../running-call.ts';
import type { ServiceLeg } from '../service/service-leg.ts';
import { type PagedPhone, type PhoneParts, pagedPhone } from './paged-phone.ts';

interface PageParts extends Omit<PhoneParts, 'warn' | 'legs'> {
  readonly legs: Pick<LegTable, 'order' | 'contactsOf'>;
  readonly inTurn: MediaQueue['inTurn'];
  readonly directory: Directory;
  readonly log: Logger;
  /** Whether a user is in another call than this one, or is rung by it. */
  isBusy(userId: string, callId: string): boolean;
  /** What calls take up; without it nobody counts. */
  load(): CallLoad | undefined;
}

/** Pages: one user speaks, and the free phones and apps of a group answer by themselves and hear it. */
export interface PageDesk {
  /** A user is on the line and speaks until they leave or the time is over; gives the sound that says why nobody hears them, else null. */
  page(leg: ServiceLeg, running: RunningCall, dialled: Dialled): Promise<SoundName | null>;
  /** Whether a phone of this user hears a page. */
  isPaged(userId: string): boolean;
  /** How many phones hear pages of this account, or are asked to: none of them is in a call. */
  phonesOf(accountId: string): number;
}

interface Dialled {
  readonly userId: string;
  readonly number: string;
}

export function pageDesk(parts: PageParts): PageDesk {
  /** Phones that hear a page or are asked to, by their endpoints. */
  const paged = new Map<string, { readonly userId: string; readonly accountId: string }>();
  return {
    async page(leg, running, { userId, number }) {
      const { accountId, callId, sessionId } = running.call;
      const group = await parts.directory.pagingGroup?.(accountId, number);
      if (!group || !mayPage(group, userId)) return 'pageRefused';
      const free = freeMembers(parts, group, { userId, callId });
      const contacts = phonesAmong(await parts.legs.contactsOf(free), paged, portsLeft(parts, accountId));
      for (const { endpointId, userId: id } of contacts) paged.set(endpointId, { userId: id, accountId });
      parts.log.info({ callId, sessionId, groupId: group.groupId, phones: contacts.length }, 'pages: begins');
      const page = begin(parts, running, contacts, ({ endpointId }) => paged.delete(endpointId));
      try {
        // A caller who leaves meanwhile ends it.
        if (!(await Promise.race([page.isHeard, stays(leg)]))) return 'pageNobody';
        await leg.play(beep);
        await Promise.race([page.over, leg.nextKey('', group.longestSeconds * 1000)]);
        return null;
      } finally {
        page.end();
      }
    },
    isPaged: (userId) => [...paged.values()].some((each) => each.userId === userId),
    phonesOf: (accountId) => [...paged.values()].filter((each) => each.accountId === accountId).length,
  };
}

/** Longer than any phone needs to answer. */
const mostMs = 60_000;
const stays = async (leg: ServiceLeg): Promise<false> => {
  await leg.nextKey('', mostMs);
  return false;
};

/** Members who want calls and are in none, but for the one who speaks. */
const freeMembers = (
  { isBusy }: PageParts,
  { members }: DirectoryPagingGroup,
  { userId, callId }: { readonly userId: string; readonly callId: string },
): string[] => {
  const free = members.filter((one) => one.userId !== userId && !one.isDnd && !isBusy(one.userId, callId));
  return [...new Set(free.map((one) => one.userId))];
};

/**
 * Desk phones, and the apps of users who have none, each once; those that hear another page are left out. A page that came
 * from a phone and from the computer beside it would be hard to understand.
 */
function phonesAmong(
  contacts: readonly RegisteredContact[],
  paged: ReadonlyMap<string, unknown>,
  most: number,
): RegisteredContact[] {
  const reached = contacts.filter(({ alive, sharesRing }) => alive && !sharesRing);
  const atDesks = new Set(reached.filter(({ media }) => media === 'rtp').map(({ userId }) => userId));
  const phones = reached.filter(
    ({ media, userId, endpointId }) => !paged.has(endpointId) && (media === 'rtp' || !atDesks.has(userId)),
  );
  // Phones first: an app may refuse.
  phones.sort((one, other) => Number(other.media === 'rtp') - Number(one.media === 'rtp'));
  return [...new Map(phones.map((contact) => [contact.endpointId, contact])).values()].slice(0, most);
}

/** A page leaves calls of the account and of others their ports. */
function portsLeft({ load }: PageParts, accountId: string): number {
  const counted = load();
  if (counted === undefined) return pagingLimits.phones;
  return Math.min(pagingLimits.phones, Math.max(0, sharesOf(counted) - counted.portsOf(accountId)));
}

/** The phones of a page: all are asked at the same time, and those that answer are mixed in as listeners. */
function begin(
  parts: PageParts,
  { call }: RunningCall,
  contacts: readonly RegisteredContact[],
  isFree: (contact: RegisteredContact) => void,
) {
  const { sessionId, callId, caller, shown } = call;
  const warn = (error: unknown) => parts.log.warn({ err: error, callId, sessionId }, 'pages: a phone hears nothing');
  const here = new Set<PagedPhone>();
  const mix = mixer(parts, caller.mediaId, here, warn);
  const told = { sessionId, from: shown.from, to: { user: shown.number } };
  const phones = contacts.map((contact) => {
    const phone = pagedPhone({ ...parts, warn }, { ...told, contact });
    const heard = phone.answered.then((isThere) => {
      if (isThere) mix.add(phone);
      return isThere;
    });
    const over = phone.over.then(() => {
      isFree(contact);
      mix.remove(phone);
    });
    return { phone, heard, over };
  });
  return {
    isHeard: first(phones.map(({ heard }) => heard)),
    over: Promise.all(phones.map(({ over }) => over)),
    end() {
      mix.stop();
      for (const { phone } of phones) phone.end();
    },
  };
}

/** True with the first that is, false once none is. */
const first = (all: readonly Promise<boolean>[]): Promise<boolean> =>
  new Promise((resolve) => {
    for (const each of all) void each.then((is) => is && resolve(true));
    void Promise.all(all).then((every) => resolve(every.includes(true)));
  });

/** Lets the phones hear the caller: one mix for all, however many answer meanwhile. */
function mixer({ media, inTurn }: PageParts, callerId: string, here: Set<PagedPhone>, warn: (error: unknown) => void) {
  let isRunning = false;
  let isStale = false;
  let isOver = false;
  const mix = async (): Promise<void> => {
    isStale = true;
    if (isRunning) return;
    isRunning = true;
    while (isStale && !isOver) {
      isStale = false;
      const listeners = [...here].map(({ mediaId }) => mediaId);
      const all = [callerId, ...listeners];
      if (listeners.length > 0)
        await inTurn(all, () => media.confer(all, { listeners, keepsKeys: true })).catch((error: unknown) => {
          if (!isStale && !isOver) warn(error);
        });
    }
    isRunning = false;
  };
  return {
    add(phone: PagedPhone): void {
      here.add(phone);
      void mix();
    },
    remove(phone: PagedPhone): void {
      if (here.delete(phone)) void mix();
    },
    stop(): void {
      isOver = true;
    },
  };
}
