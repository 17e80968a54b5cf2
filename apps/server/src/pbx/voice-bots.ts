import type { StreamOrder } from './media/media.ts';

/** A caller whom a voice bot is to have; what comes of it belongs to the inbox event of that channel and session. */
export interface BotCall {
  readonly resultId: string;
  readonly assistantId: string;
  readonly accountId: string;
  readonly channelId: string;
  /** Of the inbox event that has been written before. */
  readonly docId: string;
  readonly sessionId: string;
  readonly at: Date;
}

/** How a call comes to its bot. `stream.parameters` are those of the administrator. */
export interface BotConnection {
  /** WAV file that callers hear before; null for none. */
  readonly greeting: string | null;
  readonly stream: StreamOrder;
  readonly mostMs: number;
}

/** What a bot has done with its call. */
export type BotCommand = 'hangUp' | 'handOver';

/** Keeps which calls voice bots have: each method is durable before its promise fulfils. */
export interface VoiceBots {
  /**
   * Takes one of the calls that the bot takes at the same time, until `finished`. Null where it has as many already, is gone,
   * or must not or cannot be connected with.
   */
  begin(call: BotCall): Promise<BotConnection | null>;
  /** The bot has the call: something is left of it, whatever happens from now on. */
  connected(resultId: string, at: Date): Promise<void>;
  /** The bot has the call no longer, since `endedAt`. With `tookAt` it had it since then, whether or not `connected` came through. */
  finished(resultId: string, tookAt: Date | null, endedAt: Date): Promise<void>;
}
