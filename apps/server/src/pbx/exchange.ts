import type { RoomOrder } from '@sidetone/contract/entities/conference-room.ts';
import type { OwnLines } from '@sidetone/contract/rules/phones/phone-features.ts';
import type { Logger } from 'pino';
import type { BusyBoard } from './busy-board.ts';
import type { CallAssistants } from './call-assistants.ts';
import type { CallBackCommands, CallBacks } from './call-backs.ts';
import type { CallPace } from './call-pace.ts';
import type { CallSteps } from './call-steps.ts';
import type { LegWay } from './calls/legs.ts';
import type { CallCommands } from './commands.ts';
import type { CompanyCalls } from './company-calls.ts';
import type { CallGuards } from './control/call-guards.ts';
import { type CallSnapshot, goOn, partsOf, readSnapshots } from './control/last-life.ts';
import { type LegTable, legTable } from './control/leg-table.ts';
import type { CaptureParts, RecordingDesk, RecordingParts } from './control/recording/recording-desk.ts';
import { switchboard } from './control/switchboard.ts';
import type { LampBoard } from './lamps.ts';
import type { LineTests } from './line-tests.ts';
import type { LiveRooms } from './live-rooms.ts';
import type { Media } from './media/media.ts';
import type { OngoingBoard } from './ongoing-board.ts';
import type { ParkedCalls } from './parked-calls.ts';
import type {
  Agents,
  Announcements,
  BlockedCallers,
  CallBook,
  Directory,
  ExchangeClock,
  OutboundPolicy,
  OutsideLines,
  Voicemails,
} from './ports.ts';
import type { QueueBoard } from './queue-board.ts';
import type { SpokenAnnouncements } from './spoken-announcements.ts';
import type { SupervisionBoard, SupervisionCommands, Supervisions } from './supervision.ts';
import type { BotCommand, VoiceBots } from './voice-bots.ts';

export interface ExchangeParts {
  /** Where legs are, the first of them for each INVITE that takes its target. */
  readonly ways: readonly LegWay[];
  readonly media: Media;
  readonly directory: Directory;
  /** Claims agents of queues; without it they ring for several calls at the same time. */
  readonly agents?: Agents;
  /** What users switch of their own line by codes; without it nothing. */
  readonly ownLines?: OwnLines;
  /** Keeps messages and greetings; without it nobody can leave any. */
  readonly voicemails?: Voicemails;
  /** Keeps announcements that users say; without it none is said. */
  readonly announcements?: SpokenAnnouncements;
  /** Keeps what callers answer to call assistants; without it none asks anything. */
  readonly assistants?: CallAssistants;
  /** Keeps which calls voice bots have; without it none has any. */
  readonly bots?: VoiceBots;
  readonly book: CallBook;
  readonly announce: Announcements;
  readonly clock: ExchangeClock;
  /** Takes what media tells; without it that is taken as it comes. */
  readonly whenAwake?: (task: () => void) => void;
  readonly log: Logger;
  /** Says what may be called outside; without it everything may be. */
  readonly policy?: OutboundPolicy;
  /** Keeps the places of callers in queues who are called back; without it nobody is. */
  readonly callBacks?: CallBacks;
  /** Callers whose calls from outside are refused; without it nobody is. */
  readonly blocked?: BlockedCallers;
  /** Ways to the outside; without it there are none. */
  readonly lines?: OutsideLines;
  /** Where lamps of phones look; without it there are none. */
  readonly lamps?: LampBoard;
  /** Where presence looks for calls; without it nobody is busy. */
  readonly busy?: BusyBoard;
  /** Where users look for their live calls; without it nobody sees any. */
  readonly ongoing?: OngoingBoard;
  /** Where boards of queues look; without it there are none. */
  readonly board?: QueueBoard;
  /** Where apps look for parked calls; without it nowhere. */
  readonly parked?: ParkedCalls;
  /** Counts the calls that are being begun; without it nothing limits them. */
  readonly pace?: Pick<CallPace, 'isFull' | 'begin'>;
  /** Hears what calls come through, such as to trace them; without it nobody does. */
  readonly steps?: CallSteps | undefined;
  /** Who may listen to calls of queues; without it nobody. */
  readonly supervisions?: Supervisions;
  /** Where boards of queues look for who listens. */
  readonly supervised?: SupervisionBoard;
  /** Where apps look who is in which conference room; without it nowhere. */
  readonly rooms?: LiveRooms;
  /** Pairs of RTP ports there are; without it calls are not limited. */
  readonly audioPorts?: number;
  /** How many calls companies may have; without it as many as they like. */
  readonly companyCalls?: CompanyCalls;
  /** Where tests of trunks keep their sounds; without it nothing is tested. */
  readonly lineTestFolder?: string;
  /** Makes the desk that records; without it nothing can be recorded. */
  readonly recordings?: (parts: RecordingParts) => RecordingDesk;
  /** Captures calls for their documentation; without it none is. */
  readonly captures?: CaptureParts;
}

export interface Exchange
  extends CallCommands,
    Omit<CallGuards, 'endCallsElsewhere'>,
    CallBackCommands,
    SupervisionCommands,
    LineTests {
  /** Calls that ring or talk. */
  activeCalls(): number;
  /** Calls that a restart would not go on with now, such as those that ring. */
  callsToLose(): number;
  /** Captures more of the call with this inbox event for its documentation, or nothing more. */
  steerCapture(call: { readonly channelId: string; readonly docId: string }, isWanted: boolean): Promise<void>;
  /** Has done what a voice bot wants of its call; false where it has none of this id. */
  steerBot(resultId: string, command: BotCommand): boolean;
  /** Carries out an order about a conference room; false where nobody is in it, or not this person. */
  steerRoom(accountId: string, roomId: string, order: RoomOrder): boolean;
  /** Companies have gone to other carriers, or come here. */
  homesChanged(isElsewhere: (accountId: string) => boolean): void;
  /** Ends every call, and waits up to 3 s for their ends to be durable. */
  stop(): Promise<void>;
}

const mediaRetryMs = 250;
const mediaPatienceMs = 10_000;
const stopPatienceMs = 3000;

/**
 * Starts the exchange. Calls of an earlier life whose dialogs and audio live go on; what else it left behind is ended
 * first: media endpoints, dialogs, open calls and their inbox events. Only then are calls taken; who called meanwhile
 * has waited. Fails when the book cannot be reaped.
 */
export async function startExchange(parts: ExchangeParts): Promise<Exchange> {
  const { book, clock, log } = parts;
  // From now on it hears what devices say; it waits until the old life is tidied up.
  const legs = legTable(parts.ways);
  const last = await book.lastLife();
  const goingOn = await findLiving(parts, legs, readSnapshots(last));
  const reaped = await book.reap(goingOn.map(({ call }) => call.callId));
  if (reaped > 0) log.info({ reaped }, 'calls: ended those of an earlier run');

  const board = switchboard({ ...parts, legs });
  if (goingOn.length > 0) log.info({ calls: goingOn.length }, 'calls: continued from an earlier run');
  board.start(goingOn, last);
  let stopping = false;

  return {
    ...board.commands,
    activeCalls: () => board.activeCalls(),
    callsToLose: () => board.callsToLose(),
    steerCapture: board.steerCapture,
    steerBot: board.steerBot,
    steerRoom: board.steerRoom,
    testLine: (order) => board.lineTests.testLine(order),
    dismissCallBack: (name) => board.callBacks.dismissCallBack(name),
    restoreCallBack: (name) => board.callBacks.restoreCallBack(name),
    supervise: (...given) => board.supervision.supervise(...given),
    setSupervision: (...given) => board.supervision.setSupervision(...given),
    endSupervision: (...given) => board.supervision.endSupervision(...given),
    homesChanged(isElsewhere) {
      board.endCallsElsewhere(isElsewhere);
      board.callBacks.homesChanged(isElsewhere);
    },
    endCall: (callId) => board.endCall(callId),
    userLeft: (userId, channelId) => board.userLeft(userId, channelId),
    async stop() {
      if (stopping) return;
      stopping = true;
      await withinPatience(clock, stopPatienceMs, board.close());
      board.stopHearing();
    },
  };
}

/**
 * Asks media and SIP to go on with these calls and to end whatever else they hold, and ends what is left of calls of
 * which only a part lives. Gives the calls that go on.
 */
async function findLiving(
  parts: ExchangeParts,
  legs: LegTable,
  snapshots: readonly CallSnapshot[],
): Promise<CallSnapshot[]> {
  const { media, log } = parts;
  const asked = partsOf(snapshots);
  const endpoints = await reachMedia(parts, async () => {
    if (asked.endpoints.length > 0) return await media.adopt(asked.endpoints);
    await media.closeAll();
    return [];
  });
  // Dialogs without audio are of no use to anybody.
  const dialogs = await legs.adopt(endpoints.length > 0 ? asked.dialogs : []);
  const goingOn = goOn(snapshots, { dialogs: new Set(dialogs), endpoints: new Set(endpoints) });
  const used = partsOf(goingOn);
  for (const legId of dialogs) if (!used.dialogs.includes(legId)) legs.order({ do: 'bye', legId });
  for (const endpointId of endpoints) {
    if (used.endpoints.includes(endpointId)) continue;
    await media
      .close(endpointId)
      .catch((error: unknown) => log.warn({ err: error, endpointId }, 'media: closing an endpoint failed'));
  }
  return goingOn;
}

/** A media process that is still starting is waited for; without one calls are refused until it comes. */
async function reachMedia(
  { clock, log }: ExchangeParts,
  ask: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  // By the clock and not by counting tries: each may take seconds before it fails.
  const until = clock.now().getTime() + mediaPatienceMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (clock.now().getTime() >= until) {
        log.error({ err: error }, 'media: no answer');
        return [];
      }
    }
    await new Promise<void>((resolve) => clock.after(mediaRetryMs, resolve));
  }
}

const withinPatience = (clock: ExchangeClock, ms: number, done: Promise<void>): Promise<void> =>
  new Promise((resolve, reject) => {
    const cancel = clock.after(ms, resolve);
    done.then(resolve, reject).finally(cancel);
  });
