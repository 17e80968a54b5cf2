import type { OwnLines } from '@sidetone/contract/rules/phones/phone-features.ts';
import type { Logger } from 'pino';
import type { CallAssistants } from '../../call-assistants.ts';
import { type Call, isInRoom, type Service } from '../../calls/call.ts';
import type { CallFact } from '../../calls/call-facts.ts';
import { unreachable } from '../../calls/unreachable.ts';
import type { Media } from '../../media/media.ts';
import { type SoundName, soundFile } from '../../media/sounds.ts';
import type { Directory, ExchangeClock } from '../../ports.ts';
import type { MenuChoice } from '../../routing/route-plan.ts';
import type { BotCommand, VoiceBots } from '../../voice-bots.ts';
import type { Follower } from '../followers.ts';
import type { MediaQueue } from '../media-orders.ts';
import type { PageDesk } from '../paging/page-desk.ts';
import type { LegConsents } from '../recording/leg-consents.ts';
import { type PinGuard, pinGuard } from '../rooms/pin-guard.ts';
import type { RoomDesk } from '../rooms/room-desk.ts';
import { visitRoom } from '../rooms/room-leg.ts';
import type { RunningCall } from '../running-call.ts';
import { askCaller } from './assistant-leg.ts';
import { talkToBot } from './bot-leg.ts';
import { visitMailbox } from './mailbox/visit-mailbox.ts';
import { askByMenu } from './menu-leg.ts';
import { switchNight } from './night-switch.ts';
import { offerLastCaller, switchOwnLine } from './own-line.ts';
import { provesHuman } from './proof-leg.ts';
import { CallerLeft, type ServiceLeg, serviceLeg } from './service-leg.ts';
import { type SpokenParts, saySound } from './spoken-sounds.ts';
import { tellOfQueue } from './tell-of-queue.ts';
import { takeMessage } from './voicemail-leg.ts';

/** What the exchange does for callers by itself: announcements, voicemail, greetings. */
export interface ServiceDesk extends Follower {
  serve(running: RunningCall, legId: string, service: Service): void;
  key(legId: string, digit: string): void;
  /** Has done what a voice bot wants of its call; false where it has none of this id. */
  steerBot(resultId: string, command: BotCommand): boolean;
}

export interface ServiceParts extends SpokenParts {
  readonly media: Media;
  readonly inTurn: MediaQueue['inTurn'];
  readonly directory: Directory;
  /** Without it codes switch nothing of a line. */
  readonly ownLines?: OwnLines | undefined;
  /** Without it no call assistant asks anybody. */
  readonly assistants?: CallAssistants | undefined;
  /** Without it no voice bot has a call. */
  readonly bots?: VoiceBots | undefined;
  /** Without it nobody is in a conference room. */
  readonly meetings?: RoomDesk | undefined;
  /** Without it nobody speaks to a paging group. */
  readonly pages?: Pick<PageDesk, 'page'> | undefined;
  readonly consents: Pick<LegConsents, 'isAsked'>;
  readonly clock: ExchangeClock;
  readonly log: Logger;
  newId(): string;
  /** A supervisor listens; fulfils with false where there is nothing that they may listen to. */
  supervise(leg: ServiceLeg, running: RunningCall, dialled: Extract<Service, { kind: 'supervise' }>): Promise<boolean>;
  /** The caller goes on to this number, as if they had dialled it; fulfils with false where they cannot. */
  callOn(running: RunningCall, number: string): Promise<boolean>;
}

const firstRetryMs = 500;
const lastRetryMs = 10_000;
/** What a member hears who dialled the code of pauses. */
const pauseSounds = { paused: 'pauseBegun', resumed: 'pauseEnded', loggedOut: 'pauseNowhere' } as const;
/** What a member hears who dialled the code of the night switch. */
const nightSounds = {
  open: 'nightOpen',
  closed: 'nightClosed',
  byHours: 'nightHours',
  nowhere: 'nightNowhere',
} as const;
/** Tells recordings of ours from those of users. */
const ownPrefix = 'voicemail-';

export function serviceDesk(parts: ServiceParts): ServiceDesk {
  const { media, inTurn, clock, log } = parts;
  const legs = new Map<string, Served>();
  /** Callers whom voice bots have, by the result that comes of it. */
  const withBots = new Map<string, ServiceLeg>();
  const guard = pinGuard(() => clock.now().getTime());
  return {
    serve(running, legId, service) {
      const { callId, sessionId, caller } = running.call;
      const leg = serviceLeg(caller.mediaId, { media, inTurn, clock, onTrouble: troubleOf(log, running) });
      if (isInRoom(running.call)) parts.meetings?.comesBack(running.call.service.channelId, callId);
      for (const before of legs.values()) if (before.callId === callId) before.leg.left();
      legs.set(legId, { leg, callId, mediaId: caller.mediaId });
      log.info({ callId, sessionId, service: service.kind }, 'serving');
      const over = (done: Done) => {
        if (servedIn(legs, callId) === leg) running.take(factOf(done));
        if (legs.get(legId)?.leg === leg) legs.delete(legId);
      };
      perform({ ...parts, withBots, guard }, leg, running, service).then(over, (error: unknown) => {
        if (!(error instanceof CallerLeft))
          log.error({ err: error, callId, sessionId, service: service.kind }, 'services: call to a service failed');
        over(undefined);
      });
    },
    key(legId, digit) {
      const served = legs.get(legId);
      // A supervisor who has joined and is asked to agree to a recording answers that.
      if (served && !parts.consents.isAsked(served.mediaId)) served.leg.key(digit);
    },
    steerBot(resultId, command) {
      const leg = withBots.get(resultId);
      leg?.command(command);
      return leg !== undefined;
    },
    takeUp({ running }) {
      if (isInRoom(running.call)) running.take({ type: 'roomGoesOn' });
    },
    // Whose caller is gone is served no longer.
    changed({ call }) {
      if (call.state === 'serving' && call.isServed && call.caller.state !== 'over') return;
      for (const { leg, callId } of legs.values()) if (callId === call.callId) leg.left();
    },
    mediaFact(fact) {
      for (const { leg } of legs.values()) leg.mediaFact(fact);
      return 'recordingId' in fact && fact.recordingId.startsWith(ownPrefix);
    },
  };
}

/** `final`: the caller has what they came for, so that nothing else is tried for the call. A choice: there it goes on. */
type Done = 'final' | MenuChoice | undefined;

const factOf = (done: Done): Extract<CallFact, { type: 'serviceOver' }> =>
  typeof done === 'object' ? { type: 'serviceOver', choice: done } : { type: 'serviceOver', isFinal: done === 'final' };

interface Performing extends ServiceParts {
  readonly withBots: Map<string, ServiceLeg>;
  /** Of the PINs of mailboxes. */
  readonly guard: PinGuard;
}

async function perform(parts: Performing, leg: ServiceLeg, running: RunningCall, service: Service): Promise<Done> {
  const { directory, voicemails, clock, log } = parts;
  const { sessionId } = running.call;
  const accountId = servingAccount(running.call);
  const ownId = () => `${ownPrefix}${parts.newId()}`;
  const untilNoted = retrying(clock, troubleOf(log, running));
  switch (service.kind) {
    case 'announcement':
      await leg.play({ file: service.file, loop: false });
      return undefined;
    case 'voicemail': {
      if (!voicemails) return undefined;
      const { locale } = await directory.callSettings(accountId);
      const message = { voicemailId: ownId(), accountId, sessionId, locale, service };
      await takeMessage(leg, message, { voicemails, now: () => clock.now(), untilNoted });
      return undefined;
    }
    case 'assistant':
      return await ask(parts, leg, running, { service, untilNoted });
    case 'bot':
      return await connect(parts, leg, running, { service, untilNoted });
    case 'menu': {
      const { locale } = await directory.callSettings(accountId);
      const wrongKey = soundFile('wrongKey', locale);
      return (await askByMenu(leg, service.menuId, { accountId, directory, wrongKey })) ?? undefined;
    }
    case 'proof': {
      const { locale } = await directory.callSettings(accountId);
      return (await provesHuman(leg, soundFile('anonymousKey', locale))) ? undefined : 'final';
    }
    case 'room':
      return await visit(parts, leg, running, service);
    case 'place':
    case 'callBack':
      await tellOfQueue(leg, service, async () => (await directory.callSettings(accountId)).locale);
      return undefined;
    case 'messages':
      return await hearMailbox(parts, leg, running, service.userId);
    case 'pause':
    case 'night':
      return await say(parts, leg, accountId, await switched(parts, service, accountId));
    case 'switch':
    case 'lastCaller':
      return await aboutOwnLine(parts, leg, running, service);
    case 'supervise': {
      const hasListened = await parts.supervise(leg, running, service);
      return hasListened ? undefined : await say(parts, leg, accountId, 'supervisionNowhere');
    }
    case 'page':
      return await speakTo(parts, leg, running, service);
    case 'greeting':
    case 'sayAnnouncement': {
      const { locale } = await directory.callSettings(accountId);
      await saySound(leg, running, service, { ...parts, locale, newId: ownId });
      return undefined;
    }
    default:
      unreachable(service);
  }
}

/** A user speaks to a paging group, or hears why they cannot. */
async function speakTo(
  parts: ServiceParts,
  leg: ServiceLeg,
  running: RunningCall,
  service: Extract<Service, { kind: 'page' }>,
): Promise<Done> {
  const said = (await parts.pages?.page(leg, running, service)) ?? null;
  if (said !== null) await say(parts, leg, running.call.accountId, said);
  return 'final';
}

/** The caller hears the messages of this user. */
async function hearMailbox(parts: Performing, leg: ServiceLeg, running: RunningCall, userId: string) {
  const { voicemails, callOn, newId, log } = parts;
  if (!voicemails) return undefined;
  const { callId, sessionId, caller } = running.call;
  await visitMailbox(
    leg,
    { userId, callerId: caller.userId },
    {
      ...parts,
      voicemails,
      newId: () => `${ownPrefix}${newId()}`,
      callOn: (number) => callOn(running, number),
      guessed: () => log.warn({ callId, sessionId, userId }, 'voicemail: wrong PIN'),
    },
  );
  return undefined;
}

/** A user switches something of their own line, or hears who called it last. */
async function aboutOwnLine(
  { ownLines, directory, clock, callOn }: Performing,
  leg: ServiceLeg,
  running: RunningCall,
  service: Extract<Service, { kind: 'switch' | 'lastCaller' }>,
): Promise<undefined> {
  if (!ownLines) return;
  const { accountId } = running.call;
  const { locale } = await directory.callSettings(accountId);
  const about = { userId: service.userId, accountId, locale };
  if (service.kind === 'switch') await switchOwnLine(leg, { ...about, change: service.change }, ownLines);
  else await offerLastCaller(leg, about, { ownLines, clock, callOn: (number) => callOn(running, number) });
}

/** Does what a member dialled a code for, and gives what they hear of it. */
async function switched(
  { directory, clock }: Performing,
  { kind, userId, channelId }: Extract<Service, { kind: 'pause' | 'night' }>,
  accountId: string,
): Promise<SoundName> {
  const user = { userId, accountId };
  if (kind === 'pause') return pauseSounds[(await directory.switchPause?.(user, channelId)) ?? 'loggedOut'];
  return nightSounds[(await switchNight(directory, user, channelId, clock.now())) ?? 'nowhere'];
}

/** Somebody comes into a conference room, and is there until they or the room are gone. */
async function visit(
  { directory, clock, log, meetings: desk }: Performing,
  leg: ServiceLeg,
  running: RunningCall,
  { channelId, seat, visitor }: Extract<Service, { kind: 'room' }>,
): Promise<Done> {
  const { callId, sessionId, caller, events } = running.call;
  const accountId = servingAccount(running.call);
  const room = await directory.conferenceRoom?.(accountId, channelId);
  if (!desk || !room) return undefined;
  const { locale, holdMusic: music } = await directory.callSettings(accountId);
  const came = events.findLast(({ direction }) => direction === 'INCOMING');
  // Colleagues are known by their name, callers of another company by their number.
  const caught = { userId: came?.remoteUserId ?? null, number: came?.remotePhoneNumber ?? null };
  const person = { id: callId, ...(visitor ?? { ...caught, name: came?.remoteName ?? null }) };
  const about = { accountId, room, person, mediaId: caller.mediaId, seat, locale, music };
  await visitRoom(leg, about, {
    desk,
    clock,
    seated: (now) => running.take({ type: 'seated', seat: now }),
    guessed: () => log.warn({ callId, sessionId, channelId }, 'rooms: wrong PIN'),
  });
  return 'final';
}

/** Plays a sound that comes with the program, in the language of the account. */
async function say(
  { directory }: Pick<ServiceParts, 'directory'>,
  leg: ServiceLeg,
  accountId: string,
  name: SoundName,
): Promise<undefined> {
  const { locale } = await directory.callSettings(accountId);
  await leg.play({ file: soundFile(name, locale), loop: false });
}

/** Whose channel serves the caller: somebody of another company on this server may have called it. */
const servingAccount = ({ accountId, events }: Call): string =>
  events.findLast(({ direction }) => direction === 'INCOMING')?.accountId ?? accountId;

async function ask(
  { assistants, directory, clock, newId }: ServiceParts,
  leg: ServiceLeg,
  { call }: RunningCall,
  at: {
    readonly service: Extract<Service, { kind: 'assistant' }>;
    untilNoted(task: () => Promise<void>): void;
  },
): Promise<Done> {
  const { assistantId, channelId, docId } = at.service;
  const { sessionId } = call;
  const accountId = servingAccount(call);
  const script = await assistants?.scriptOf(accountId, assistantId);
  if (!assistants || !script) return undefined;
  const { locale } = await directory.callSettings(accountId);
  const asked = { resultId: newId(), assistantId, accountId, channelId, docId, sessionId, at: clock.now() };
  const end = await askCaller(leg, asked, script, {
    assistants,
    untilNoted: at.untilNoted,
    goodbye: soundFile('goodbye', locale),
    newId: () => `${ownPrefix}${newId()}`,
  });
  return end === 'answered' ? 'final' : undefined;
}

async function connect(
  { bots, directory, clock, log, newId, withBots }: Performing,
  leg: ServiceLeg,
  running: RunningCall,
  at: {
    readonly service: Extract<Service, { kind: 'bot' }>;
    untilNoted(task: () => Promise<void>): void;
  },
): Promise<Done> {
  if (!bots) return undefined;
  const { sessionId } = running.call;
  const accountId = servingAccount(running.call);
  const { assistantId, channelId, docId } = at.service;
  const resultId = newId();
  const call = { resultId, assistantId, accountId, channelId, docId, sessionId, at: clock.now() };
  const told = await toldToBot(directory, running.call, channelId);
  withBots.set(resultId, leg);
  try {
    const end = await talkToBot(leg, call, {
      bots,
      told,
      untilNoted: at.untilNoted,
      now: () => clock.now(),
      onTrouble: troubleOf(log, running),
    });
    return end === 'over' ? 'final' : undefined;
  } finally {
    withBots.delete(resultId);
  }
}

/** What a bot is told of a call: who calls, and where they came. */
async function toldToBot(directory: Directory, call: Call, channelId: string) {
  const { sessionId, events } = call;
  const accountId = servingAccount(call);
  const came = events.findLast(({ direction }) => direction === 'INCOMING');
  const channel = await directory.channelById(channelId);
  const { locale } = await directory.callSettings(accountId);
  return {
    From: came?.remotePhoneNumber ?? '',
    To: came?.onPhoneNumber ?? channel?.number ?? channel?.extension ?? '',
    channel: channel?.name ?? '',
    callerName: came?.remoteName ?? '',
    language: locale,
    sessionId,
  };
}

/** Hears of what is tried again, or does not matter, with the call that it belongs to. */
const troubleOf =
  (log: Logger, { call: { callId, sessionId } }: RunningCall) =>
  (error: unknown): void =>
    log.warn({ err: error, callId, sessionId }, 'services: step failed');

/** Tries a task until it is done. */
const retrying = (clock: ExchangeClock, onTrouble: (error: unknown) => void) => {
  const attempt = (task: () => Promise<void>, wait = firstRetryMs): void => {
    task().catch((error: unknown) => {
      onTrouble(error);
      clock.after(wait, () => attempt(task, Math.min(wait * 2, lastRetryMs)));
    });
  };
  return (task: () => Promise<void>) => attempt(task);
};

interface Served {
  readonly leg: ServiceLeg;
  readonly callId: string;
  readonly mediaId: string;
}

/** Who of a call is served now: the last one who came, as another may be served instead, from the beginning. */
const servedIn = (legs: ReadonlyMap<string, Served>, callId: string) =>
  [...legs.values()].findLast((each) => each.callId === callId)?.leg;
