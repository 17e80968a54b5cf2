import type { SoundName } from '../../media/sounds.ts';
import { anyKey, type KeysPressed, type ServiceLeg } from '../service/service-leg.ts';
import type { Attempt, PinGuard } from './pin-guard.ts';

const mostTries = 3;
const firstKeyMs = 10_000;
const nextKeyMs = 5000;
/** A `#` right behind the last digit that there may be belongs to it. */
const lastKeyMs = 1000;

/** Plays a sentence about the PIN. */
type SayPin = (name: Extract<SoundName, 'roomPin' | 'roomWrongPin'>, keys?: string) => Promise<string | null>;

export interface PinParts {
  readonly guard: PinGuard;
  readonly mostDigits: number;
  readonly say: SayPin;
  /** A PIN was wrong. */
  guessed(): void;
}

/** Asks for a PIN, slowly for those who guess; null: they did not know it. `judge` gives what this PIN opens; null: it is wrong. */
export async function askPin<Known>(
  leg: ServiceLeg,
  pressed: KeysPressed,
  attempt: Attempt,
  { guard, mostDigits, say, guessed }: PinParts,
  judge: (typed: string) => Promise<Known | null> | Known | null,
): Promise<Known | null> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    if (!pressed.isWaiting()) await say('roomPin', anyKey);
    const typed = await readDigits(pressed, mostDigits);
    if (typed !== '') {
      const wait = guard.tried(attempt);
      if (wait === null) return null;
      // No key counts until then.
      if (wait > 0) await leg.nextKey('', wait);
      const known = await judge(typed);
      if (known !== null) {
        guard.succeeded(attempt);
        return known;
      }
      guessed();
    }
    await say('roomWrongPin', anyKey);
  }
  return null;
}

/** What somebody enters until `#` or a pause: `most` digits, or one more where there were too many. */
export async function readDigits(pressed: KeysPressed, most: number): Promise<string> {
  let typed = '';
  while (typed.length <= most) {
    const patienceMs = typed === '' ? firstKeyMs : typed.length < most ? nextKeyMs : lastKeyMs;
    const key = await pressed.next(patienceMs);
    if (key === null || key === '#') break;
    // A star starts over.
    typed = key === '*' ? '' : `${typed}${key}`;
  }
  return typed;
}
