import {
  parseDeltaSeconds,
  parseSessionExpires,
  type SessionExpires,
  serializeSessionExpires,
} from '@sidetone/sip/grammar/session-expires.ts';
import type { SipRequest, SipResponse } from '@sidetone/sip/messages/message.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import type { ExchangeClock } from '../../ports.ts';
import type { Flow } from '../wires/flow.ts';

/** What this side proposes, and what it settles for when the other side would wait longer. */
const proposedSeconds = 1800;
/** RFC 4028 §5: nobody may be asked for less, and less is refused. */
const leastSeconds = 90;
/** A longer time counts as this one: timers know no longer waits than 24 days, and run immediately instead. */
const mostSeconds = 14 * 24 * 60 * 60;
/** RFC 4028 §10: the side that waits for a refresh hangs up so long before the time is over, or a third of it. */
const hangUpEarlyMs = 32_000;
/** After a restart of this side: so long the far side gets at least, to be heard again. */
const leastAfterRestartMs = 40_000;

/** How long a session lives without a refresh, as it outlives a restart. */
export interface RunningTime {
  readonly seconds: number;
  readonly weRefresh: boolean;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The session timer of one dialog (RFC 4028): both sides agree on a time, and one of them refreshes the session. */
export interface SessionTimer {
  /** For INVITE and UPDATE requests of ours inside the dialog. */
  fieldsOfRequest(): [string, string][];
  /** For the 2xx to such a request of theirs, which restarts the time. */
  fieldsOfAnswer(request: SipRequest): [string, string][];
  /** Their 2xx to a request of ours. */
  agreed(response: SipResponse): void;
  /** Takes a 422 to heart; false when there is nothing in it that helps. */
  raised(response: SipResponse): boolean;
  /** The far side said something else that proves that it lives: the time starts again. */
  restart(): void;
  readonly running: RunningTime | null;
  stop(): void;
}

/** What both sides agreed to. */
type AgreedTime = Pick<RunningTime, 'seconds' | 'weRefresh'>;

/** The time itself, while it runs. */
interface Countdown {
  readonly running: RunningTime | null;
  /** Starts it, in place of the one that runs. */
  start(agreed: AgreedTime): void;
  /** Goes on with one that began before this process did. */
  resume(time: RunningTime): void;
  /** There is no longer any. */
  turnOff(): void;
  stop(): void;
}

interface TimerListener {
  /** It is for this side to refresh the session. */
  onDue(): void;
  /** No refresh came in time. */
  onExpired(): void;
}

export function openSessionTimer(
  given: TimerListener & {
    readonly clock: ExchangeClock;
    /** The least that the far side agreed to before the dialog was there. */
    readonly least?: number;
    readonly restored?: RunningTime | null;
  },
): SessionTimer {
  const countdown = openCountdown(given.clock, given);
  let least = Math.max(given.least ?? leastSeconds, leastSeconds);
  if (given.restored) countdown.resume(given.restored);
  return {
    get running() {
      return countdown.running;
    },
    fieldsOfRequest() {
      const { running } = countdown;
      if (!running) return [];
      const seconds = Math.max(running.seconds, least);
      return fieldsFor({ seconds, refresher: running.weRefresh ? 'uac' : 'uas' }, least);
    },
    fieldsOfAnswer(request) {
      const agreed = answerTo(request, countdown.running);
      if (agreed) countdown.start({ seconds: agreed.seconds, weRefresh: agreed.refresher === 'uas' });
      else countdown.turnOff();
      return agreed ? fieldsOf(agreed) : [];
    },
    agreed(response) {
      const said = parseSessionExpires(response.headers.get('Session-Expires') ?? '');
      const { running } = countdown;
      if (said) countdown.start({ seconds: said.seconds, weRefresh: said.refresher !== 'uas' });
      // RFC 4028 §7.2: a side without a timer bounds nothing; the side that refreshes may go on doing so.
      else if (running?.weRefresh) countdown.start(running);
      else countdown.turnOff();
    },
    raised(response) {
      const wanted = parseDeltaSeconds(response.headers.get('Min-SE'));
      if (wanted === undefined || wanted <= least || wanted > 24 * 60 * 60) return false;
      least = wanted;
      return true;
    },
    restart() {
      if (countdown.running) countdown.start(countdown.running);
    },
    stop: () => countdown.stop(),
  };
}

function openCountdown(clock: ExchangeClock, { onDue, onExpired }: TimerListener): Countdown {
  let running: RunningTime | null = null;
  let cancel = () => {};
  const wait = (time: RunningTime, dueInMs: number, expiresInMs: number) => {
    cancel();
    running = time;
    const cancelExpiry = clock.after(expiresInMs, onExpired);
    const cancelDue = time.weRefresh ? clock.after(dueInMs, onDue) : () => {};
    cancel = () => {
      cancelExpiry();
      cancelDue();
    };
  };
  return {
    get running() {
      return running;
    },
    start({ seconds, weRefresh }) {
      const ms = Math.min(Math.max(seconds, leastSeconds), mostSeconds) * 1000;
      const expiresInMs = weRefresh ? ms : ms - Math.min(hangUpEarlyMs, ms / 3);
      wait({ seconds, weRefresh, expiresAt: clock.now().getTime() + ms }, ms / 2, expiresInMs);
    },
    resume(time) {
      const left = time.expiresAt - clock.now().getTime();
      wait(time, Math.max(left - time.seconds * 500, 0), Math.max(left, leastAfterRestartMs));
    },
    turnOff() {
      cancel();
      running = null;
    },
    stop: () => cancel(),
  };
}

type AnsweredTime = Required<SessionExpires>;

/** What this side agrees to (RFC 4028 §9); undefined where neither side asks for a timer. */
function answerTo(request: SipRequest, running: RunningTime | null): AnsweredTime | undefined {
  const asked = parseSessionExpires(request.headers.get('Session-Expires') ?? '');
  const theirs = supportsTimer(request);
  if (!asked && !theirs) return undefined;
  const floor = Math.max(parseDeltaSeconds(request.headers.get('Min-SE')) ?? 0, leastSeconds);
  const seconds = Math.max(Math.min(asked?.seconds ?? proposedSeconds, Math.max(proposedSeconds, floor)), floor);
  // RFC 4028 §9, table 2: who asks decides; a side that does not know the timer cannot refresh.
  const wished = asked?.refresher ?? (running && !running.weRefresh ? 'uac' : 'uas');
  return { seconds, refresher: theirs ? wished : 'uas' };
}

const fieldsOf = (agreed: AnsweredTime): [string, string][] => {
  const required: [string, string][] = agreed.refresher === 'uac' ? [['Require', 'timer']] : [];
  return [['Session-Expires', serializeSessionExpires(agreed)], ...required];
};

/** For the INVITE that begins a dialog; `least` is what a 422 demanded, if one came. */
export function proposal(least = leastSeconds): [string, string][] {
  return fieldsFor({ seconds: Math.max(proposedSeconds, least) }, least);
}

/** Min-SE of a 422; undefined when it names none that is worth another try. */
export function leastOf(response: SipResponse): number | undefined {
  const wanted = parseDeltaSeconds(response.headers.get('Min-SE'));
  return wanted !== undefined && wanted > leastSeconds && wanted <= 24 * 60 * 60 ? wanted : undefined;
}

/** Answers an INVITE or UPDATE whose session time cannot be read or is too short (RFC 4028 §9). */
export function refusesSessionTime(transaction: ServerTransaction<Flow>): boolean {
  const { headers } = transaction.request;
  const value = headers.get('Session-Expires');
  if (value === undefined) return false;
  const asked = parseSessionExpires(value);
  if (!asked) transaction.reply(400, { phrase: 'Bad Session-Expires' });
  else if (asked.seconds < leastSeconds && supportsTimer(transaction.request)) {
    transaction.reply(422, { headers: [['Min-SE', String(leastSeconds)]] });
  } else return false;
  return true;
}

const supportsTimer = ({ headers }: SipRequest): boolean =>
  [...headers.list('Supported'), ...headers.list('Require')].some((one) => one.toLowerCase() === 'timer');

const fieldsFor = (expires: SessionExpires, least: number): [string, string][] => [
  ['Session-Expires', serializeSessionExpires(expires)],
  ['Min-SE', String(least)],
];
