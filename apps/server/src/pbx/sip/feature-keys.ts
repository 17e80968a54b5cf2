import type { PhoneAsker, PhoneFeatureDesk } from '@sidetone/contract/rules/phones/phone-features.ts';
import type { ExchangeClock } from '../ports.ts';
import { readFeatureChange } from './feature-events.ts';
import type { SipLog } from './wires/sip-log.ts';

/** Nobody presses more keys than this within a minute; a phone that sends more is stuck. */
const mostInMinute = 20;
const minuteMs = 60_000;

/** Keys of phones that switch something of their user, each phone's in the order in which they were pressed. */
export interface FeatureKeys {
  /** Fulfils once the change of this body is made, or refused by what users may do; `tooMany` where the phone has to wait. */
  press(endpointId: string, by: PhoneAsker, body: string): Promise<'done' | 'tooMany' | 'unreadable'>;
}

export function featureKeys({
  features,
  clock,
  log,
}: {
  readonly features: PhoneFeatureDesk;
  readonly clock: Pick<ExchangeClock, 'now'>;
  readonly log: SipLog;
}): FeatureKeys {
  const phones = new Map<string, { pressed: number[]; last: Promise<unknown> }>();
  const forget = (now: number) => {
    for (const [id, { pressed }] of phones) if ((pressed.at(-1) ?? 0) < now - minuteMs) phones.delete(id);
  };
  return {
    async press(endpointId, by, body) {
      const change = readFeatureChange(body);
      if (change === null) return 'unreadable';
      const now = clock.now().getTime();
      forget(now);
      const phone = phones.get(endpointId) ?? { pressed: [], last: Promise.resolve() };
      const lately = phone.pressed.filter((at) => at > now - minuteMs);
      if (lately.length >= mostInMinute) return 'tooMany';
      const made = phone.last.then(() => features.change(by, change));
      phones.set(endpointId, { pressed: [...lately, now], last: made.catch(() => {}) });
      const answer = await made;
      // The phone sees it in the NOTIFY that follows, which says what is so.
      if (answer === 'refused') log.info({ userId: by.userId, feature: change.feature }, 'features: a key was refused');
      return 'done';
    },
  };
}
