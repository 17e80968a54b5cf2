import { randomUUID } from 'node:crypto';
import type { OwnLines } from '@sidetone/contract/rules/phones/phone-features.ts';
import type { BusyBoard } from '../busy-board.ts';
import type { CallAssistants } from '../call-assistants.ts';
import type { CallBacks } from '../call-backs.ts';
import type { CallPace } from '../call-pace.ts';
import type { CallSteps } from '../call-steps.ts';
import type { Remote } from '../calls/call.ts';
import type { InviteDesk } from '../calls/invite/steps.ts';
import type { CallCommands } from '../commands.ts';
import type { CompanyCalls } from '../company-calls.ts';
import type { LampBoard } from '../lamps.ts';
import type { LiveRooms } from '../live-rooms.ts';
import type { Media } from '../media/media.ts';
import { type OngoingBoard, ongoingBoard } from '../ongoing-board.ts';
import type { ParkedCalls } from '../parked-calls.ts';
import type { Agents, BlockedCallers, Directory, OutboundPolicy, OutsideLines, Voicemails } from '../ports.ts';
import type { QueueBoard } from '../queue-board.ts';
import { queueFor } from '../routing/queue-order.ts';
import type { SpokenAnnouncements } from '../spoken-announcements.ts';
import {
  type SupervisionBoard,
  type SupervisionCommands,
  type Supervisions,
  supervisionBoard,
} from '../supervision.ts';
import type { VoiceBots } from '../voice-bots.ts';
import { callLoad } from './arriving/call-load.ts';
import { pickUps } from './arriving/pick-up.ts';
import { ringBack } from './arriving/ring-back.ts';
import { type Invites, takeInvites } from './arriving/take-invites.ts';
import { type WaitingLegs, waitingLegs } from './arriving/waiting-legs.ts';
import { type CallTable, callTable, type Leg, sessionOf } from './call-table.ts';
import { type ChangedCalls, changedCalls } from './changed-calls.ts';
import { callCommands } from './commands/call-commands.ts';
import { type Clicks, clickDesk } from './commands/clicks.ts';
import { type Follower, inOrder } from './followers.ts';
import { absences } from './handing-over/absences.ts';
import { callOn } from './handing-over/call-on.ts';
import { legSwap } from './handing-over/leg-swap.ts';
import { referDesk } from './handing-over/refer-desk.ts';
import { routeClick } from './handing-over/route-line.ts';
import { type Transfers, transferDesk, whoIsWith } from './handing-over/transfers.ts';
import { talkingLegs } from './last-life.ts';
import type { LegTable } from './leg-table.ts';
import { type LineTester, lineTester } from './line-test/line-tester.ts';
import { type MediaQueue, mediaQueue } from './media-orders.ts';
import { noteFailure } from './note-failure.ts';
import { type PageDesk, pageDesk } from './paging/page-desk.ts';
import { type AgentClaims, agentClaims } from './queue/agent-claims.ts';
import { isBusy } from './queue/busy-users.ts';
import { type CallBackDesk, callBackDesk } from './queue/call-back-desk.ts';
import { numbersOnTheLine, waitingIn } from './queue/callers-in-queue.ts';
import { placeKeeper } from './queue/keep-place.ts';
import { keptPlaces } from './queue/kept-places.ts';
import { lateMembers } from './queue/late-members.ts';
import { mobiles } from './queue/mobiles.ts';
import { plannersOf } from './queue/planners.ts';
import { nextStage } from './queue/stages.ts';
import { bothDesks, memoriesOf as memoriesOfBoth } from './recording/both-desks.ts';
import { type Capturing, capturing } from './recording/capturing.ts';
import { type LegConsents, legConsents } from './recording/leg-consents.ts';
import { isNeverRecorded } from './recording/recorded-leg.ts';
import {
  type CaptureParts,
  noRecordings,
  type RecordingDesk,
  type RecordingParts,
} from './recording/recording-desk.ts';
import { type RoomDesk, roomDesk } from './rooms/room-desk.ts';
import type { RunnerPorts, RunningCall } from './running-call.ts';
import { boardCalls } from './seen/board-calls.ts';
import { ongoingDesk } from './seen/ongoing-desk.ts';
import { shownCalls } from './seen/shown-calls.ts';
import { shownParking } from './seen/shown-parking.ts';
import { mobileDesk } from './service/mobile-leg.ts';
import { type ServiceDesk, type ServiceParts, serviceDesk } from './service/service-desk.ts';
import { type SupervisionDesk, supervisionDesk } from './supervision/supervision-desk.ts';

export interface SwitchboardParts extends Omit<RunnerPorts, 'audio' | 'recordings' | 'legs' | 'steps'> {
  /** Hears what calls come through; without it nobody does. */
  readonly steps?: CallSteps | undefined;
  readonly legs: LegTable;
  readonly media: Media;
  readonly directory: Directory;
  /** Without it agents of queues ring for several calls at the same time. */
  readonly agents?: Agents;
  /** Without it codes switch nothing of a line. */
  readonly ownLines?: OwnLines;
  /** Without it nobody can leave a message. */
  readonly voicemails?: Voicemails;
  /** Without it nobody says an announcement. */
  readonly announcements?: SpokenAnnouncements;
  /** Without it no call assistant asks anything. */
  readonly assistants?: CallAssistants;
  /** Without it no voice bot has a call. */
  readonly bots?: VoiceBots;
  readonly recordings?: (parts: RecordingParts) => RecordingDesk;
  readonly captures?: CaptureParts;
  readonly policy?: OutboundPolicy;
  /** Without it no caller of a queue is called back. */
  readonly callBacks?: CallBacks;
  /** Without it nobody is refused. */
  readonly blocked?: BlockedCallers;
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
}

/** What the desks have in common. */
interface Ground {
  readonly parts: SwitchboardParts;
  readonly audio: MediaQueue;
  readonly changes: ChangedCalls;
  readonly recordings: RecordingDesk;
  readonly captures: RecordingDesk;
  readonly consents: LegConsents;
  readonly supervised: SupervisionBoard;
  memoriesOf(legId: string): ReturnType<typeof memoriesOfBoth>;
  readonly table: CallTable;
  readonly waiting: WaitingLegs;
  readonly claims: AgentClaims | undefined;
  readonly callBacks: CallBackDesk;
  readonly lineTests: LineTester;
  readonly desk: InviteDesk;
  readonly meetings: RoomDesk;
  readonly pages: PageDesk;
  warn(error: unknown, what: string): void;
}

const recordingPartsOf = (
  { media, clock, log, directory, legs }: SwitchboardParts,
  changes: ChangedCalls,
  consents: LegConsents,
): RecordingParts => ({
  media,
  clock,
  log,
  consents,
  callSettings: (accountId) => directory.callSettings(accountId),
  changed(legId) {
    const running = legs.ofLeg(legId);
    if (running) changes.note(running);
  },
});

function groundOf(parts: SwitchboardParts): Ground {
  const { media, legs, directory, clock, log } = parts;
  const audio = mediaQueue(media);
  const changes = changedCalls();
  const consents = legConsents();
  const recordingParts = recordingPartsOf(parts, changes, consents);
  const ofUsers = (parts.recordings ?? (() => noRecordings))(recordingParts);
  const captures = parts.captures?.desk(recordingParts) ?? noRecordings;
  const recordings = bothDesks(ofUsers, captures);
  const table = callTable({ ...parts, audio, recordings }, legs);
  const waiting = waitingLegs();
  const claims = parts.agents && agentClaims(parts.agents, clock);
  const places = keptPlaces(parts.board, (channelId) => numbersOnTheLine(table.calls, channelId));
  const desk = {
    directory,
    contactsOf: (users: readonly string[]) => legs.contactsOf(users),
    newId: randomUUID,
    policy: parts.policy,
    now: () => clock.now(),
    blocked: parts.blocked,
    lines: parts.lines,
    agents: claims?.agents,
    isBusy: (userId: string, callId: string) => isBusy(table.calls, userId, callId),
    isPaged: (userId: string) => pages.isPaged(userId),
    queueOf: (channelId: string, caller: { callId: string; rank: number }) =>
      queueFor([...waitingIn(table.calls, channelId), ...places.waitingIn(channelId, clock.now().getTime())], caller),
    keptRank: places.rankOf,
    keepPlace: placeKeeper({ ...parts, callBacks: parts.callBacks, lines: parts.lines, places }),
    companyCalls: parts.companyCalls,
    get load() {
      const { audioPorts } = parts;
      return audioPorts === undefined ? undefined : callLoad(table, waiting.invites, audioPorts, pages.phonesOf);
    },
  };
  const pages: PageDesk = pageDesk({
    ...parts,
    waiting,
    inTurn: audio.inTurn,
    newId: randomUUID,
    isBusy: desk.isBusy,
    load: () => desk.load,
  });
  const warn = (error: unknown, what: string) => noteFailure(log, error, what, 'a step between calls failed');
  const callBacks = callBackDesk({ ...parts, callBacks: parts.callBacks, places, table, desk });
  const memoriesOf = (legId: string) => memoriesOfBoth(ofUsers, captures, legId);
  const supervised = parts.supervised ?? supervisionBoard();
  const meetings = roomDesk({ ...parts, inTurn: audio.inTurn });
  const lineTests = lineTester({ ...parts, waiting });
  const records = { recordings, captures, memoriesOf, consents, supervised };
  const calls = { table, waiting, claims, callBacks, lineTests, desk, meetings, pages };
  return { parts, audio, changes, ...records, ...calls, warn };
}

export interface Desks {
  readonly table: CallTable;
  readonly waiting: WaitingLegs;
  readonly invites: Invites;
  readonly commands: CallCommands;
  readonly followers: ReturnType<typeof inOrder>;
  readonly steerCapture: Capturing['steer'];
  readonly steerBot: ServiceDesk['steerBot'];
  readonly callBacks: CallBackDesk;
  readonly supervision: SupervisionCommands;
  readonly steerRoom: RoomDesk['steer'];
  readonly lineTests: LineTester;
}

/** Everybody who has to do with calls besides the calls themselves. */
export function openDesks(parts: SwitchboardParts): Desks {
  const ground = groundOf(parts);
  const { audio, changes, recordings, captures, table, waiting, claims, callBacks, lineTests, desk, warn } = ground;
  const { legs, clock, log } = parts;

  const services = servicesOn(ground, (...given) => supervision.serve(...given));
  const mobile = mobilesOn(ground);
  const ongoing = ongoingDesk({ board: parts.ongoing ?? ongoingBoard(), clock });
  const handedOver = (running: RunningCall, userLeg: Leg, to: Remote): void =>
    ongoing.handedOver(`${sessionOf(userLeg, running.call)}:${userLeg.userId}`, to);
  const guestsIn = (callId: string) => supervision.joinedIn(callId);
  const transfers = transferDesk({ table, audio, handedOver, guestsIn, warn });
  const swap = legSwap({ table, transfers, legs, audio, recordings, log, newId: randomUUID });
  const picks = pickUps({ table, legs, audio, desk, log });
  const arriving = { ...parts, pace: parts.pace, table, waiting, swap, pickUps: picks, lineTests, desk };
  const invites = takeInvites(arriving);
  const goBack = ringBack({ waiting, changes, invites, legs, audio, desk, log, warn });
  const [away, clicks] = [absences(), clickDesk(table)];
  const between = { table, transfers, desk, handedOver, absences: away, ringBack: goBack, clock };
  const refers = referDesk({ ...between, legs, audio, warn });
  const supervision: SupervisionDesk = supervisionOn(ground, transfers, clicks);

  const captured =
    parts.captures && capturing({ captures: parts.captures.captures, desk: captures, table, transfers, warn });
  const shown = shownCalls({ ...ground, transfers, ongoing, busy: parts.busy, lamps: parts.lamps, legs, ports: parts });
  const followers = inOrder([
    ...existing(claims),
    lateMembers(desk, clock, log),
    services,
    ...mobile.followers,
    away,
    transfers,
    refers,
    // Before what a click begins, which may be the call of a supervisor.
    supervision,
    clicks,
    callBacks,
    recorded(recordings, table, transfers),
    joinedAgain(transfers),
    shownParking(parts.parked, clock),
    ...existing(captured, parts.board && boardCalls(parts.board, clock)),
    shown,
  ]);

  hearCalls(ground, { followers, shown, refers, goBack, services, asking: mobile.asking });
  const commands = callCommands({ ...between, recordings, clicks });
  const told = {
    commands,
    followers,
    callBacks,
    supervision,
    lineTests,
    ...steeringOf(captured, services, ground.meetings),
  };
  return { table, waiting, invites, ...told };
}

/** What calls tell of themselves goes to those who do it. */
function hearCalls(
  { table, desk, parts: { log } }: Ground,
  { followers, shown, refers, goBack, services, asking }: HearingCalls,
): void {
  const planners = plannersOf(desk);
  table.hear({
    changed: followers.changed,
    goesOn: shown.goesOn,
    ringBack(from, caller, to) {
      if (!refers.takeBack(from, caller, to)) void goBack(from, caller, to);
    },
    nextStage(running, refusal) {
      void nextStage(running.call, refusal, planners, log).then((stage) =>
        running.take({ type: 'stageChosen', stage }),
      );
    },
    serve: (running, legId, service) => services.serve(running, legId, service),
    serviceKey: (_running, legId, digit) => [services, asking].map((each) => each.key(legId, digit)),
    askMobile: asking.ask,
  });
}

interface HearingCalls {
  readonly followers: ReturnType<typeof inOrder>;
  readonly shown: ReturnType<typeof shownCalls>;
  readonly refers: ReturnType<typeof referDesk>;
  readonly goBack: ReturnType<typeof ringBack>;
  readonly services: ServiceDesk;
  readonly asking: ReturnType<typeof mobileDesk>;
}

const servicesOn = (ground: Ground, supervise: ServiceParts['supervise']): ServiceDesk => {
  const { parts, audio, meetings, pages, consents } = ground;
  const others = { meetings, pages, consents, supervise, callOn: callOn(ground) };
  return serviceDesk({ ...parts, inTurn: audio.inTurn, newId: randomUUID, ...others });
};

/** What is commanded from outside of calls. */
const steeringOf = (captured: Capturing | undefined, { steerBot }: ServiceDesk, { steer: steerRoom }: RoomDesk) => {
  const steerCapture: Capturing['steer'] = async (...given) => await captured?.steer(...given);
  return { steerCapture, steerBot, steerRoom };
};

/** Those of them that there are. */
const existing = (...followers: readonly (Follower | undefined)[]): Follower[] =>
  followers.filter((each) => each !== undefined);

/** Supervisors, who listen to calls of queues. */
const supervisionOn = (ground: Ground, transfers: Transfers, clicks: Clicks): SupervisionDesk => {
  const { parts, audio, changes, consents, recordings, captures, supervised, table, desk } = ground;
  return supervisionDesk({
    ...parts,
    supervisions: parts.supervisions,
    table,
    transfers,
    consents,
    board: supervised,
    inTurn: audio.inTurn,
    newId: randomUUID,
    shown(callIds) {
      for (const running of callIds.flatMap((id) => table.byId(id) ?? [])) changes.note(running);
      for (const each of [recordings, captures]) each.partiesChanged();
    },
    guestLeft: (guestId) => recordings.guestLeft(guestId),
    async ring(userId, number, name) {
      const { own, onward } = await routeClick({ userId, number, channelId: null, sessionId: null, name }, desk);
      clicks.begin(own, onward);
      return { callId: own.callId };
    },
  });
};

/** Mobiles, which ring along and are asked for a key. */
function mobilesOn({ parts, table, desk, audio }: Ground) {
  const asking = mobileDesk({ ...parts, inTurn: audio.inTurn });
  return { asking, followers: [mobiles({ ...parts, table, desk }), asking] };
}

/** Recordings, which hear of every call whether those who are recorded are together with somebody new. */
const recorded = (recordings: RecordingDesk, table: CallTable, transfers: Transfers): Follower => ({
  changed({ call }) {
    if (isNeverRecorded(call)) for (const { legId } of talkingLegs(call)) recordings.cutOff(legId);
    recordings.partiesChanged();
  },
  mediaFact(fact) {
    recordings.mediaFact(fact);
    return false;
  },
  takeUp({ snapshot }) {
    for (const { leg, memory } of snapshot.recordings) {
      recordings.takeUp({ ...leg, others: () => whoIsWith(table, transfers, leg.legId) }, memory);
    }
  },
});

/**
 * Calls of an earlier life that no transfer steers: one whose second line is gone, and one that was stored with its
 * answer, when the two did not hear each other yet.
 */
const joinedAgain = (transfers: Transfers): Follower => ({
  takeUp({ running, snapshot: { call } }) {
    const isSteered = transfers.ofCall(call.callId) !== undefined;
    const isJoined = call.state !== 'talking' || call.bridged;
    if (!isSteered && (call.steered || !isJoined)) running.take({ type: 'steered', value: false });
  },
});
