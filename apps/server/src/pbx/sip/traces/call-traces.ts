import type { ExchangeClock } from '../../ports.ts';
import { type Flow, hostOf } from '../wires/flow.ts';
import type { SipLog } from '../wires/sip-log.ts';
import { isAnonymous, withoutSecrets } from './without-secrets.ts';

/** One SIP message of a call, without secrets. `order` grows with each message of this server. */
interface TracedMessage {
  readonly at: number;
  readonly order: number;
  readonly way: 'in' | 'out';
  readonly transport: string;
  readonly remote: string;
  readonly text: string;
}

/** The SIP messages of one leg. */
export interface SipTrace {
  readonly sipCallId: string;
  readonly messages: readonly TracedMessage[];
  /** Messages that there was no room for. */
  readonly lost: number;
}

/** Where traces are kept. */
export interface TraceStore {
  /** Those whose Call-ID no leg has are dropped. */
  write(traces: readonly SipTrace[]): Promise<void>;
}

/** What traces may take of memory, and of a row; characters and counts. */
export interface TraceLimits {
  readonly messagesOfLeg: number;
  readonly charactersOfLeg: number;
  readonly charactersOfMessage: number;
  readonly legs: number;
  readonly characters: number;
}

const usualLimits: TraceLimits = {
  messagesOfLeg: 200,
  charactersOfLeg: 128_000,
  charactersOfMessage: 8_000,
  legs: 5_000,
  characters: 32_000_000,
};

export interface CallTraces {
  /** A message came or went. */
  note(way: 'in' | 'out', flow: Pick<Flow, 'transport' | 'remote'>, text: string): void;
  /** Fulfils when everything that was noted is written. */
  stop(): Promise<void>;
}

/** How often ended calls are written, all of them together. */
const everyMs = 5_000;
/** A last message may be repeated within this time after the end. */
const restMs = 3_000;
/** A leg of which nothing was heard in this time has ended without a word; long calls refresh more often, and one that rings says so every minute. */
const forgottenMs = { unanswered: 32_000, ringing: 5 * 60_000, up: 4 * 60 * 60_000 } as const;

type Noted = Pick<TracedMessage, 'way' | 'text' | 'at' | 'order'> & {
  readonly flow: Pick<Flow, 'transport' | 'remote'>;
};

interface Begun {
  readonly messages: Noted[];
  characters: number;
  lost: number;
  /** An INVITE was accepted: from then on only BYE ends the leg. */
  isUp: boolean;
  /** Nobody has answered it, or the last answer asked for a password: strangers never come back. */
  isUnanswered: boolean;
  hasEnded: boolean;
  lastAt: number;
}

interface Given {
  readonly clock: ExchangeClock;
  readonly store: TraceStore;
  readonly log: SipLog;
  readonly limits?: Partial<TraceLimits>;
}

/**
 * Keeps the SIP messages of calls while they last, as they came. Secrets are taken out and everything is written after the
 * end, all calls of some seconds by one statement, so that no call waits for it.
 */
export function openCallTraces({ clock, store, log, limits: given }: Given): CallTraces {
  const limits = { ...usualLimits, ...given };
  const legs = new Map<string, Begun>();
  const size = { characters: 0 };
  let order = 0;
  let writing: Promise<void> = Promise.resolve();
  let cancel: (() => void) | undefined;

  const writeEnded = (isLast: boolean): Promise<void> => {
    const now = clock.now().getTime();
    const ended = [...legs].filter(([, begun]) => isLast || now - begun.lastAt > restOf(begun));
    for (const [callId, { characters }] of ended) {
      legs.delete(callId);
      size.characters -= characters;
    }
    if (ended.length === 0) return writing;
    writing = writing
      .then(() => store.write(ended.map(([sipCallId, begun]) => traceOf(sipCallId, begun))))
      .catch((error: unknown) =>
        log.warn({ err: error, legs: ended.length }, 'sip traces: writing failed, they are lost'),
      );
    return writing;
  };
  const look = () => {
    cancel = undefined;
    void writeEnded(false);
    wait();
  };
  /** Nobody is woken while no call lives. */
  const wait = () => {
    if (legs.size > 0) cancel ??= clock.after(everyMs, look);
  };
  return {
    note(way, flow, text) {
      const callId = callIdIn(text);
      if (callId === undefined) return;
      const begun = legs.get(callId) ?? begin(legs, callId, text, limits.legs);
      if (!begun) return;
      order += 1;
      size.characters += keep(begun, { way, flow, text, at: clock.now().getTime(), order }, limits, size.characters);
      wait();
    },
    async stop() {
      cancel?.();
      await writeEnded(true);
    },
  };
}

/** A leg begins with an INVITE; of anything else nothing is kept. */
function begin(legs: Map<string, Begun>, callId: string, text: string, most: number): Begun | undefined {
  if (!text.startsWith('INVITE ') || legs.size >= most) return undefined;
  const begun: Begun = {
    messages: [],
    characters: 0,
    lost: 0,
    isUp: false,
    isUnanswered: true,
    hasEnded: false,
    lastAt: 0,
  };
  legs.set(callId, begun);
  return begun;
}

const callIdIn = (text: string): string | undefined => /\n(?:call-id|i)[ \t]*:[ \t]*([!-~]+)(?=\s)/i.exec(text)?.[1];

/** Adds a message to its leg where there is room. Gives how many characters it took. */
function keep(begun: Begun, message: Noted, limits: TraceLimits, inAll: number): number {
  begun.lastAt = message.at;
  follow(begun, message.text);
  const characters = Math.min(message.text.length, limits.charactersOfMessage);
  const isRoom =
    begun.messages.length < limits.messagesOfLeg &&
    begun.characters + characters <= limits.charactersOfLeg &&
    inAll + characters <= limits.characters;
  if (!isRoom) {
    begun.lost += 1;
    return 0;
  }
  begun.messages.push({ ...message, text: message.text.slice(0, characters) });
  begun.characters += characters;
  return characters;
}

/** How long nothing has to be heard of a leg until it is written, in milliseconds. */
function restOf({ hasEnded, isUp, isUnanswered }: Begun): number {
  if (hasEnded) return restMs;
  if (isUp) return forgottenMs.up;
  return isUnanswered ? forgottenMs.unanswered : forgottenMs.ringing;
}

/** Follows a leg by its answers: it ends with the one to BYE, or to its INVITE where that came to nothing. One that asks for a password is followed by another. */
function follow(begun: Begun, text: string): void {
  const status = /^SIP\/2\.0 ([1-6]\d\d)/.exec(text)?.[1];
  if (status === undefined) return;
  const method = /\ncseq[ \t]*:[ \t]*\d+[ \t]+(\w+)/i.exec(text)?.[1];
  if (method === 'BYE' && status >= '200') begun.hasEnded = true;
  if (method !== 'INVITE') return;
  begun.isUnanswered = status === '401' || status === '407';
  if (status < '200') return;
  if (status < '300') begun.isUp = true;
  else if (!begun.isUp && !begun.isUnanswered) begun.hasEnded = true;
}

function traceOf(sipCallId: string, { messages, lost }: Begun): SipTrace {
  const anonymous = messages.some(({ text }) => isAnonymous(text));
  return {
    sipCallId,
    lost,
    messages: messages.map(({ way, flow, text, at, order }) => ({
      at,
      order,
      way,
      transport: flow.transport,
      remote: `${hostOf(flow.remote.address)}:${flow.remote.port}`,
      text: withoutSecrets(text, anonymous),
    })),
  };
}
