import { roomLimits } from '@sidetone/contract/entities/conference-room.ts';
import type { RoomSeat } from '../../calls/call.ts';
import type { RoomPerson } from '../../live-rooms.ts';
import { type SoundName, soundFile } from '../../media/sounds.ts';
import type { DirectoryRoom, ExchangeClock } from '../../ports.ts';
import { CallerLeft, type KeysPressed, type ServiceLeg } from '../service/service-leg.ts';
import { askPin } from './ask-pin.ts';
import type { RoomDesk, RoomNews, Seat } from './room-desk.ts';

/** Somebody who has called a conference room. */
export interface Visit {
  readonly accountId: string;
  readonly room: DirectoryRoom;
  readonly person: Pick<RoomPerson, 'id' | 'userId' | 'number' | 'name'>;
  readonly mediaId: string;
  /** The seat that they had before a restart or a reload; undefined: they have just called. */
  readonly seat: RoomSeat | undefined;
  readonly locale: 'de' | 'en';
  /** What they hear while they wait for a moderator; null: nothing. */
  readonly music: string | null;
}

export interface VisitParts {
  readonly desk: RoomDesk;
  readonly clock: ExchangeClock;
  /** The seat as it is from now on, to be kept with the call. */
  seated(seat: RoomSeat): void;
  /** A PIN was wrong. */
  guessed(): void;
}

/** Somebody who has been alone in a room for this long has forgotten that they are there. */
const aloneMs = 60 * 60_000;
const keyPairMs = 3000;

/** Asks a caller for the PIN of a room, and has them in it until they leave, are removed, or the conference is ended. */
export async function visitRoom(leg: ServiceLeg, visit: Visit, parts: VisitParts): Promise<void> {
  const pressed = leg.keysPressed();
  const say = (name: SoundName, keys?: string) => leg.play({ file: soundFile(name, visit.locale), loop: false }, keys);
  try {
    const role = await roleOf(leg, pressed, visit, parts, say);
    if (role === null) {
      await say('roomGoodbye');
      return;
    }
    const isModerator = role === 'moderator';
    const since = parts.clock.now().getTime();
    const seat = visit.seat ?? { isModerator, isMuted: false, since, isWaiting: false, isLocked: false };
    await stay(pressed, { ...visit, seat, isBack: visit.seat !== undefined }, parts, say);
  } finally {
    pressed.stop();
  }
}

type Say = (name: SoundName, keys?: string) => Promise<string | null>;

/** The role in which somebody comes in; null: they did not know the PIN. */
async function roleOf(
  leg: ServiceLeg,
  pressed: KeysPressed,
  { room, person, seat }: Visit,
  { desk, guessed }: VisitParts,
  say: Say,
): Promise<'moderator' | 'guest' | null> {
  if (seat) return seat.isModerator ? 'moderator' : 'guest';
  if (person.userId !== null && person.userId === room.ownerUserId) return 'moderator';
  const attempt = { roomId: room.channelId, caller: person.userId ?? person.number, isOurs: person.userId !== null };
  const asking = { guard: desk.guard, mostDigits: roomLimits.mostPin, say, guessed };
  return await askPin(leg, pressed, attempt, asking, (typed) =>
    typed === room.pin ? 'guest' : typed === room.moderatorPin ? 'moderator' : null,
  );
}

interface Staying extends Omit<Visit, 'seat'> {
  readonly seat: RoomSeat;
  readonly isBack: boolean;
}

async function stay(pressed: KeysPressed, staying: Staying, parts: VisitParts, say: Say): Promise<void> {
  const news: RoomNews[] = [];
  let wake = Promise.withResolvers<void>();
  const seat = parts.desk.enter(staying, {
    seated: parts.seated,
    tell(what) {
      news.push(what);
      wake.resolve();
    },
  });
  if (seat === 'full' || seat === 'locked') {
    await say(seat === 'full' ? 'roomFull' : 'roomLocked');
    return;
  }
  try {
    if (!staying.isBack && seat.isWaiting) await say('roomWaits');
    else if (!staying.isBack && seat.isAlone()) await say('roomAlone');
    seat.heardAll();
    // A key that is waited for is never waited for twice: the first to wait would take it.
    let next: Promise<string | null> | null = null;
    for (let last: string | null = null; ; ) {
      next ??= pressed.next(last === null ? aloneMs : keyPairMs);
      const key: string | null | undefined = await Promise.race([next, wake.promise.then(() => undefined)]);
      if (key === undefined) {
        wake = Promise.withResolvers<void>();
        if (await hear(news.splice(0), seat, say)) return;
        continue;
      }
      next = null;
      if (key === null && last === null && seat.isAlone()) {
        await say('roomGoodbye');
        return;
      } else {
        if (last === '*' && key === '6') seat.toggleMute();
        last = key === '*' ? key : null;
      }
    }
  } catch (error) {
    if (!(error instanceof CallerLeft)) throw error;
  } finally {
    seat.leave();
  }
}

/** True where it was the last that they hear of the room. */
async function hear(news: readonly RoomNews[], seat: Seat, say: Say): Promise<boolean> {
  const end = news.find((each) => each === 'removed' || each === 'ended');
  if (end) {
    seat.leave();
    await say(end === 'removed' ? 'roomRemoved' : 'roomEnded');
    return true;
  }
  const last = news.at(-1);
  if (last) await say(last === 'muted' ? 'roomMuted' : 'roomUnmuted');
  seat.heardAll();
  return false;
}
