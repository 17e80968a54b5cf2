import type { Logger } from 'pino';
import type { CallBacks, KeptPlace } from '../../call-backs.ts';
import type { PlaceToKeep } from '../../calls/invite/steps.ts';
import type { Directory, ExchangeClock, OutsideLines } from '../../ports.ts';
import type { KeptPlaces } from './kept-places.ts';
import { isE164 } from './outside-planner.ts';

/** So many callers of one queue are called back at a time. */
const mostPlaces = 200;

interface KeepParts {
  readonly callBacks: CallBacks | undefined;
  readonly places: KeptPlaces;
  readonly directory: Pick<Directory, 'channelByNumber'>;
  readonly lines: OutsideLines | undefined;
  readonly clock: ExchangeClock;
  readonly log: Logger;
}

/**
 * Keeps the place of a caller who wants to be called back. False where they cannot be: they hide their number, it is one of
 * ours or may not be called, or there is no way to the outside.
 */
export function placeKeeper(parts: KeepParts): (caller: PlaceToKeep) => Promise<boolean> {
  const keepOne = async (caller: PlaceToKeep): Promise<boolean> => {
    try {
      return await keep(caller, parts);
    } catch (error) {
      const { channelId, docId } = caller.event;
      parts.log.error({ err: error, channelId, docId }, 'call-backs: keeping a place failed');
      return false;
    }
  };
  // One after the other: two calls of one number see each other.
  let before: Promise<boolean> = Promise.resolve(false);
  return (caller) => {
    before = before.then(() => keepOne(caller));
    return before;
  };
}

async function keep(
  { event, place, skills, keptMinutes }: PlaceToKeep,
  { callBacks, places, directory, lines, clock }: KeepParts,
): Promise<boolean> {
  const { accountId, channelId, docId, remotePhoneNumber: number, remoteUserId } = event;
  if (!callBacks || !lines || remoteUserId !== null || !isE164(number)) return false;
  const others = places.of(channelId);
  // Who has a place keeps that one, which is ahead.
  if (others.some((each) => each.place.number === number)) return true;
  if (others.length >= mostPlaces || (await directory.channelByNumber(number)) !== null) return false;
  if ((await lines.waysOut(accountId)).length === 0 || !(await callBacks.mayCall(accountId, number))) return false;
  const kept: KeptPlace = {
    channelId,
    docId,
    accountId,
    number,
    name: event.remoteName,
    calledNumber: event.onPhoneNumber,
    since: place.since,
    rank: place.rank,
    until: clock.now().getTime() + keptMinutes * 60_000,
    tries: 0,
    notBefore: 0,
    ...(skills && { skills }),
  };
  if (!(await callBacks.keep(kept))) return false;
  places.add(kept);
  return true;
}
