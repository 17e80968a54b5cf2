import type { Logger } from 'pino';
import type { Service } from '../../calls/call.ts';
import { unreachable } from '../../calls/unreachable.ts';
import type { Media, MediaFact } from '../../media/media.ts';
import type { Directory, ExchangeClock, Voicemails } from '../../ports.ts';
import type { RunningCall } from '../running-call.ts';
import { sayGreeting } from './greeting-leg.ts';
import { CallerLeft, type ServiceLeg, serviceLeg } from './service-leg.ts';
import { takeMessage } from './voicemail-leg.ts';

/** What the exchange does for callers by itself: announcements, voicemail, greetings. */
export interface ServiceDesk {
  serve(running: RunningCall, legId: string, service: Service): void;
  key(legId: string, digit: string): void;
  /** The call changed: whose caller is gone is served no more. */
  callChanged(running: RunningCall): void;
  /** True for facts that are about nothing but services. */
  mediaFact(fact: MediaFact): boolean;
}

export interface ServiceParts {
  readonly media: Media;
  readonly directory: Directory;
  /** Without it nobody can leave a message. */
  readonly voicemails?: Voicemails | undefined;
  readonly clock: ExchangeClock;
  readonly log: Logger;
  newId(): string;
}

const firstRetryMs = 500;
const lastRetryMs = 10_000;
/** Tells recordings of ours from those of users. */
const ownPrefix = 'voicemail-';

export function serviceDesk({ media, directory, voicemails, clock, log, newId }: ServiceParts): ServiceDesk {
  const legs = new Map<string, { readonly leg: ServiceLeg; readonly callId: string }>();
  /** Hears of what is tried again, or does not matter, with the call that it belongs to. */
  const troubleOf = (about: { callId: string; sessionId: string }) => (error: unknown) =>
    log.warn({ err: error, ...about }, 'services: step failed');
  const untilNoted = (onTrouble: (error: unknown) => void, task: () => Promise<void>, wait = firstRetryMs): void => {
    task().catch((error: unknown) => {
      onTrouble(error);
      clock.after(wait, () => untilNoted(onTrouble, task, Math.min(wait * 2, lastRetryMs)));
    });
  };

  async function perform(leg: ServiceLeg, running: RunningCall, service: Service): Promise<void> {
    const { accountId, callId, sessionId } = running.call;
    const onTrouble = troubleOf({ callId, sessionId });
    switch (service.kind) {
      case 'announcement':
        await leg.play({ file: service.file, loop: false });
        return;
      case 'voicemail': {
        if (!voicemails) return;
        const { locale } = await directory.callSettings(accountId);
        const message = { voicemailId: `${ownPrefix}${newId()}`, accountId, sessionId, locale, service };
        await takeMessage(leg, message, {
          voicemails,
          now: () => clock.now(),
          untilNoted: (task) => untilNoted(onTrouble, task),
        });
        return;
      }
      case 'greeting': {
        if (!voicemails) return;
        const { locale } = await directory.callSettings(accountId);
        const id = () => `${ownPrefix}${newId()}`;
        await sayGreeting(leg, { channelId: service.channelId, locale, newId: id }, voicemails);
        return;
      }
      default:
        unreachable(service);
    }
  }

  return {
    serve(running, legId, service) {
      const { callId, sessionId, caller } = running.call;
      const leg = serviceLeg(caller.mediaId, { media, clock, onTrouble: troubleOf({ callId, sessionId }) });
      for (const before of legs.values()) if (before.callId === callId) before.leg.left();
      legs.set(legId, { leg, callId });
      log.info({ callId, sessionId, service: service.kind }, 'serving');
      perform(leg, running, service)
        .catch((error: unknown) => {
          if (error instanceof CallerLeft) return;
          log.error({ err: error, callId, sessionId, service: service.kind }, 'services: call to a service failed');
        })
        .finally(() => {
          if (servedIn(legs, callId) === leg) running.take({ type: 'serviceOver' });
          if (legs.get(legId)?.leg === leg) legs.delete(legId);
        });
    },
    key: (legId, digit) => legs.get(legId)?.leg.key(digit),
    callChanged({ call }) {
      if (call.state === 'serving' && call.isServed && call.caller.state !== 'over') return;
      for (const { leg, callId } of legs.values()) if (callId === call.callId) leg.left();
    },
    mediaFact(fact) {
      for (const { leg } of legs.values()) leg.mediaFact(fact);
      return 'recordingId' in fact && fact.recordingId.startsWith(ownPrefix);
    },
  };
}

/** Who of a call is served now: the last one who came, as another may be served instead, from the beginning. */
const servedIn = (legs: ReadonlyMap<string, { readonly leg: ServiceLeg; readonly callId: string }>, callId: string) =>
  [...legs.values()].findLast((each) => each.callId === callId)?.leg;
