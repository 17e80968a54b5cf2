import { EventEmitter } from 'node:events';

/** Calls that an account had documented by services this month; no limit is null. */
interface CallsOfMonth {
  readonly used: number;
  readonly limit: number | null;
}

/** Every fact that the server announces: name → payload. Announced after commit; nothing may depend on hearing one. */
interface Facts {
  /** The first device of the called rings, and the caller has been informed; `userIds`: whose devices ring. */
  'call.ringing': { callId: string; sessionId: string; userIds: readonly string[] };
  /** Both can talk; `userIds`: the two. */
  'call.established': { callId: string; sessionId: string; userIds: readonly string[] };
  /** The end is in the book; `userIds`: all who talked, rang or called. */
  'call.ended': { callId: string; sessionId: string; userIds: readonly string[]; reason: string };
  /** What a user recorded of a call can be listened to; its inbox event says so already. */
  'recording.stored': { recordingId: string; userId: string; accountId: string; channelId: string; docId: string };
  /** What a user recorded of a call cannot be listened to, and never will; its inbox event says so already. */
  'recording.failed': { recordingId: string; userId: string; accountId: string; channelId: string; docId: string };
  /** What a caller said after the tone can be listened to; its inbox event says so already. */
  'voicemail.stored': { accountId: string; channelId: string; docId: string };
  /** Nothing came of what a caller said after the tone, or they said nothing. */
  'voicemail.lost': { accountId: string; channelId: string; docId: string };
  /** A call of the user is documented; its inbox event says so already. */
  'summary.ready': {
    userId: string;
    accountId: string;
    channelId: string;
    docId: string;
    hasSummary: boolean;
    quota: CallsOfMonth;
  };
  /** A call, of a user or a shared channel, is documented; its inbox event says so already. */
  'call.documented': { accountId: string; channelId: string; docId: string };
  /** Devices of the user came, went, or fell silent. */
  'registration.changed': { userId: string };
}

export type FactName = keyof Facts;

/** Where facts are announced and heard within one process. */
export interface FactBoard {
  announce<Name extends FactName>(name: Name, fact: Facts[Name]): void;
  /** Gives the way to stop listening. */
  on<Name extends FactName>(name: Name, listener: (fact: Facts[Name]) => void): () => void;
}

/** `onFailure` hears of listeners that threw; the others still hear the fact, and the announcer continues. */
export function factBoard(onFailure: (name: FactName, error: unknown) => void): FactBoard {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  return {
    announce(name, fact) {
      for (const listener of emitter.listeners(name)) {
        try {
          listener(fact);
        } catch (error) {
          onFailure(name, error);
        }
      }
    },
    on(name, listener) {
      emitter.on(name, listener);
      return () => emitter.off(name, listener);
    },
  };
}
