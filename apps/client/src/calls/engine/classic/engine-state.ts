import type { RealtimeEvent } from '#live/line/realtime.ts';
import type { Log } from '../../conductor/parts.ts';
import type { Clock } from '../../core/clock.ts';
import type { EngineListener, LineState } from '../call-engine.ts';
import type { OngoingSource } from '../ongoing-source.ts';
import type { ClassicCall } from './call/classic-call-parts.ts';
import type { ClassicFeed, ClassicServer, SenderPhone } from './classic-server.ts';
import type { OwnedCalls } from './owned-calls.ts';
import { type RecentCalls, recentCalls } from './recent-calls.ts';

export interface ClassicEngineParts {
  readonly server: ClassicServer;
  readonly feed: ClassicFeed;
  readonly ongoing: OngoingSource;
  readonly owned: OwnedCalls;
  readonly openMicrophone: () => Promise<MediaStream>;
  /**
   * The phone with this id, else the one that calls of the channel go out by; null where none of the
   * user's phones is connected.
   */
  readonly phone: (phoneId: string | null, channelId: string | null) => SenderPhone | null;
  /** Emergency calls are placed even without a phone. */
  readonly isEmergency: (number: string) => boolean;
  readonly clock: Clock;
  readonly log: Log;
  /** The same for every start of this installation; its calls and its audio have this name. */
  readonly instanceId: string;
  readonly connect?: (configuration: RTCConfiguration) => RTCPeerConnection;
}

/** An event about one call. */
export type CallEvent = Extract<RealtimeEvent, { payload: { sessionId?: string | null | undefined } }>;

export interface ClassicEngineState {
  readonly parts: ClassicEngineParts;
  readonly running: Set<ClassicCall>;
  /** Calls that are over for this window, by Call-ID; the server's row of them may live a little longer. */
  readonly over: RecentCalls;
  /** Sessions of calls that this client heard ring, or asked about. */
  readonly rang: RecentCalls;
  /** Names of audio, by call; audio that is being given up has none, and the next call may want the same one. */
  readonly devices: Map<ClassicCall, string>;
  /** Fulfils when the server has closed the audio of calls that are over. */
  closing: Promise<unknown>;
  /** Null off duty. */
  hear: EngineListener | null;
  /** Events of calls whose Call-ID is still on its way. */
  early: readonly CallEvent[];
  /** Calls of the page before have been looked for. */
  hasResumed: boolean;
  /** Another window continues the calls, and has to find them in the storage. */
  isHandingOver: boolean;
  /** Cancels the question for calls whose ring was missed; null while there is none. */
  cancelAsking: (() => void) | null;
  stops: readonly (() => void)[];
}

/** The server still reports a call for seconds after its end; nobody ends more calls than this in that time. */
const rememberedCalls = 20;

/** An engine that has not been started. */
export function newEngineState(parts: ClassicEngineParts): ClassicEngineState {
  return {
    parts,
    running: new Set(),
    over: recentCalls(rememberedCalls),
    rang: recentCalls(rememberedCalls),
    devices: new Map(),
    closing: Promise.resolve(),
    hear: null,
    early: [],
    hasResumed: false,
    isHandingOver: false,
    cancelAsking: null,
    stops: [],
  };
}

/** Nothing of the time on duty is kept. */
export function forgetAll(engine: ClassicEngineState): void {
  engine.isHandingOver = false;
  engine.running.clear();
  engine.devices.clear();
  engine.over.clear();
  engine.rang.clear();
  engine.cancelAsking?.();
  engine.cancelAsking = null;
  engine.early = [];
}

/** The state of the line: it is up as long as events arrive. */
export function lineState({ feed }: Pick<ClassicEngineParts, 'feed'>): LineState {
  if (feed.isOnline()) return { status: 'REGISTERED', reconnect: 'none' };
  return { status: 'DISCONNECTED', reconnect: feed.isSlow() ? 'failed' : 'reconnecting' };
}
