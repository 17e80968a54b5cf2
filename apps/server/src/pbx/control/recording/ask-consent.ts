import {
  askForConsent,
  type Consent,
  type ConsentFact,
  type ConsentWay,
  hearOfConsent,
  patienceOf,
} from '../../calls/recording/consent.ts';
import { CallCommandError } from '../../commands.ts';
import type { Media, MediaFact, Sound } from '../../media/media.ts';
import type { ExchangeClock } from '../../ports.ts';

/** One asking that runs. */
export interface Asking {
  /** Fulfils with who agreed once all have who are still there; rejects with `CallCommandError` WRONG_STATE when not, or with why it was given up. */
  readonly agreed: Promise<readonly string[]>;
  /** Stops asking; nobody has agreed. */
  giveUp(why: CallCommandError): void;
  hear(fact: MediaFact): void;
}

/** With what asking ends that is over: null where all have agreed. */
const refusals: Readonly<Record<Exclude<Consent['outcome'], 'open'>, (() => CallCommandError) | null>> = {
  agreed: null,
  refused: () => new CallCommandError('WRONG_STATE', 'The other side does not want to be recorded.'),
  unanswered: () => new CallCommandError('WRONG_STATE', 'The other side did not agree to be recorded.'),
};

/** Who has to agree, and how they are asked. */
interface Question {
  readonly way: ConsentWay;
  readonly whom: readonly string[];
  readonly prompt: Sound;
  /** Who of them is still there. */
  present(): readonly string[];
}

/** Plays the prompt to everybody who has to agree, and waits for it. */
export function askConsent(
  { way, whom, prompt, present }: Question,
  { media, clock, onTrouble }: { media: Media; clock: ExchangeClock; onTrouble(error: unknown): void },
): Asking {
  const { promise: agreed, resolve, reject } = Promise.withResolvers<readonly string[]>();
  let consent = askForConsent(way, whom);
  let isOver = false;
  let stopTimer = () => {};

  const hush = (who: readonly string[]) => {
    for (const each of who) media.play(each, null).catch(onTrouble);
  };
  const end = (why: CallCommandError | null) => {
    if (isOver) return;
    isOver = true;
    stopTimer();
    hush(consent.hearing.filter((who) => present().includes(who)));
    if (why) reject(why);
    else resolve(consent.agreed);
  };
  const wait = () => {
    stopTimer();
    stopTimer = clock.after(patienceOf(consent), () => take({ type: 'timeOut', present: present() }));
  };
  const settle = ({ outcome }: Consent) => {
    if (outcome !== 'open') end(refusals[outcome]?.() ?? null);
  };
  function take(fact: ConsentFact): void {
    if (isOver) return;
    const before = consent;
    consent = hearOfConsent(before, fact);
    const agreedEarly = before.hearing.filter((who) => !consent.hearing.includes(who));
    // By the key, the rest of the prompt is not needed; one that ended is silent already.
    if (fact.type === 'key') hush(agreedEarly);
    settle(consent);
    if (consent.hearing.length === 0 && before.hearing.length > 0 && !isOver) wait();
  }

  settle(consent);
  if (!isOver) {
    wait();
    for (const who of whom) {
      media.play(who, prompt).catch((cause: unknown) => {
        end(new CallCommandError('MEDIA_FAILED', 'The other side could not be asked.', { cause }));
      });
    }
  }
  return {
    agreed,
    giveUp: end,
    hear(fact) {
      if (fact.type === 'played') take({ type: 'played', who: fact.endpointId });
      else if (fact.type === 'dtmf') take({ type: 'key', who: fact.endpointId, digit: fact.digit });
    },
  };
}
