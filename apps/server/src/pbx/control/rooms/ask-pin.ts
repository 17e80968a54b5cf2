import type { SoundName } from '../../media/sounds.ts';
import type { KeysPressed, ServiceLeg } from '../service/service-leg.ts';
import type { Attempt, PinGuard } from './pin-guard.ts';

const mostTries = 3;
const anyKey = '0123456789*#';
const firstKeyMs = 10_000;
const nextKeyMs = 5000;

/** What a caller hears of PINs. */
type SayPin = (name: Extract<SoundName, 'roomPin' | 'roomWrongPin'>, keys?: string) => Promise<string | null>;

export interface PinParts {
  readonly guard: PinGuard;
  readonly mostDigits: number;
  readonly say: SayPin;
  /** A PIN was wrong. */
  guessed(): void;
}

/** Asks for a PIN, slowly for those who guess; null: they did not know it. `judge` gives what a PIN makes of them, or null. */
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

/** What somebody enters until `#`, a pause, or so many digits. */
export async function readDigits(pressed: KeysPressed, most: number): Promise<string> {
  let typed = '';
  while (typed.length < most) {
    const key = await pressed.next(typed === '' ? firstKeyMs : nextKeyMs);
    if (key === null || key === '#') break;
    // A star starts over.
    typed = key === '*' ? '' : `${typed}${key}`;
  }
  return typed;
}
