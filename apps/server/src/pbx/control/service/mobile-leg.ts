import type { Logger } from 'pino';
import type { MobileLeg } from '../../calls/call.ts';
import type { Media } from '../../media/media.ts';
import { digitFile, soundFile } from '../../media/sounds.ts';
import type { ExchangeClock } from '../../ports.ts';
import type { Follower } from '../followers.ts';
import type { MediaQueue } from '../media-orders.ts';
import type { RunningCall } from '../running-call.ts';
import { CallerLeft, type ServiceLeg, serviceLeg } from './service-leg.ts';

/** Asks at mobiles that answered, so that a mailbox never has the call. */
export interface MobileDesk extends Follower {
  ask(running: RunningCall, legId: string, mediaId: string, mobile: MobileLeg): void;
  key(legId: string, digit: string): void;
}

interface MobileParts {
  readonly media: Media;
  readonly inTurn: MediaQueue['inTurn'];
  readonly clock: ExchangeClock;
  readonly log: Logger;
}

const keys = '12';
/** So long is waited for a key, and once more after what to press was said again. */
const patienceMs = 3000;
/** However long it takes to say who calls. */
const mostMs = 30_000;

export function mobileDesk({ media, inTurn, clock, log }: MobileParts): MobileDesk {
  const asked = new Map<string, { readonly leg: ServiceLeg; readonly callId: string }>();
  return {
    ask(running, legId, mediaId, mobile) {
      const { callId, sessionId } = running.call;
      const onTrouble = (error: unknown) => log.warn({ err: error, callId, sessionId }, 'mobiles: asking failed');
      const leg = serviceLeg(mediaId, { media, inTurn, clock, onTrouble });
      asked.set(legId, { leg, callId });
      const stop = clock.after(mostMs, () => leg.left());
      askForKey(leg, mobile)
        .catch((error: unknown) => {
          if (!(error instanceof CallerLeft)) onTrouble(error);
          return 'nothing' as const;
        })
        .then((said) => {
          stop();
          asked.delete(legId);
          running.take({ type: 'mobileSaid', legId, said });
        }, onTrouble);
    },
    key: (legId, digit) => asked.get(legId)?.leg.key(digit),
    // Who no longer has to say anything is not asked any longer.
    changed({ call }) {
      if (asked.size === 0) return;
      for (const [legId, { leg, callId }] of asked) {
        if (callId === call.callId && !isStillAsked(call, legId)) leg.left();
      }
    },
    mediaFact(fact) {
      for (const { leg } of asked.values()) leg.mediaFact(fact);
      return false;
    },
  };
}

const isStillAsked = ({ state, forks }: RunningCall['call'], legId: string): boolean =>
  state === 'ringing' && forks.some((fork) => fork.legId === legId && fork.state === 'asked');

/** 1 takes the call, 2 declines it. Other keys, as a mailbox or a hand may press them, mean nothing. */
async function askForKey(leg: ServiceLeg, mobile: MobileLeg): Promise<'take' | 'decline' | 'nothing'> {
  const whatToPress = soundFile('mobileKeys', mobile.locale);
  const files = [...sayingWho(mobile), whatToPress];
  const key = (await hearAll(leg, files)) ?? (await hearAll(leg, [whatToPress]));
  if (key === null) return 'nothing';
  return key === '1' ? 'take' : 'decline';
}

/** Plays these one after the other, and waits a moment; the key that was pressed meanwhile. */
async function hearAll(leg: ServiceLeg, files: readonly string[]): Promise<string | null> {
  for (const file of files) {
    const key = await leg.play({ file, loop: false }, keys);
    if (key !== null) return key;
  }
  return await leg.nextKey(keys, patienceMs);
}

/** The sounds that say who calls. */
function sayingWho({ locale, caller }: MobileLeg): string[] {
  // Of a number of the public network the plus is not said.
  const digits = caller !== null && /^\+?[0-9]{1,15}$/.test(caller) ? caller.replace('+', '') : '';
  if (digits === '') return [soundFile('mobileCall', locale)];
  return [soundFile('mobileCallFrom', locale), ...[...digits].map((digit) => digitFile(digit, locale))];
}
