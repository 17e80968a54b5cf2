import type { Logger } from 'pino';
import type { CallAssistants } from '../../call-assistants.ts';
import type { Service } from '../../calls/call.ts';
import { unreachable } from '../../calls/unreachable.ts';
import type { Media } from '../../media/media.ts';
import { soundFile } from '../../media/sounds.ts';
import type { Directory, ExchangeClock, Voicemails } from '../../ports.ts';
import type { Follower } from '../followers.ts';
import type { RunningCall } from '../running-call.ts';
import { askCaller } from './assistant-leg.ts';
import { sayGreeting } from './greeting-leg.ts';
import { CallerLeft, type ServiceLeg, serviceLeg } from './service-leg.ts';
import { takeMessage } from './voicemail-leg.ts';

/** What the exchange does for callers by itself: announcements, voicemail, greetings. */
export interface ServiceDesk extends Follower {
  serve(running: RunningCall, legId: string, service: Service): void;
  key(legId: string, digit: string): void;
}

export interface ServiceParts {
  readonly media: Media;
  readonly directory: Directory;
  /** Without it nobody can leave a message. */
  readonly voicemails?: Voicemails | undefined;
  /** Without it no call assistant asks anybody. */
  readonly assistants?: CallAssistants | undefined;
  readonly clock: ExchangeClock;
  readonly log: Logger;
  newId(): string;
}

const firstRetryMs = 500;
const lastRetryMs = 10_000;
/** Tells recordings of ours from those of users. */
const ownPrefix = 'voicemail-';

export function serviceDesk(parts: ServiceParts): ServiceDesk {
  const { media, clock, log } = parts;
  const legs = new Map<string, Served>();
  return {
    serve(running, legId, service) {
      const { callId, sessionId, caller } = running.call;
      const leg = serviceLeg(caller.mediaId, { media, clock, onTrouble: troubleOf(log, running) });
      for (const before of legs.values()) if (before.callId === callId) before.leg.left();
      legs.set(legId, { leg, callId });
      log.info({ callId, sessionId, service: service.kind }, 'serving');
      const over = (done: Done) => {
        if (servedIn(legs, callId) === leg) running.take({ type: 'serviceOver', isFinal: done === 'final' });
        if (legs.get(legId)?.leg === leg) legs.delete(legId);
      };
      perform(parts, leg, running, service).then(over, (error: unknown) => {
        if (!(error instanceof CallerLeft))
          log.error({ err: error, callId, sessionId, service: service.kind }, 'services: call to a service failed');
        over(undefined);
      });
    },
    key: (legId, digit) => legs.get(legId)?.leg.key(digit),
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

/** `final`: the caller has what they came for, so that nothing else is tried for the call. */
type Done = 'final' | undefined;

async function perform(parts: ServiceParts, leg: ServiceLeg, running: RunningCall, service: Service): Promise<Done> {
  const { directory, voicemails, clock, log } = parts;
  const { accountId, sessionId } = running.call;
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
    case 'greeting': {
      if (!voicemails) return undefined;
      const { locale } = await directory.callSettings(accountId);
      await sayGreeting(leg, { channelId: service.channelId, locale, newId: ownId }, voicemails);
      return undefined;
    }
    default:
      unreachable(service);
  }
}

async function ask(
  { assistants, directory, clock, newId }: ServiceParts,
  leg: ServiceLeg,
  { call: { accountId, sessionId } }: RunningCall,
  at: {
    readonly service: Extract<Service, { kind: 'assistant' }>;
    untilNoted(task: () => Promise<void>): void;
  },
): Promise<Done> {
  const { assistantId, channelId, docId } = at.service;
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
}

/** Who of a call is served now: the last one who came, as another may be served instead, from the beginning. */
const servedIn = (legs: ReadonlyMap<string, Served>, callId: string) =>
  [...legs.values()].findLast((each) => each.callId === callId)?.leg;
