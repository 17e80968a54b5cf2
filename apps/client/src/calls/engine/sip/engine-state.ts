import type { SipExtension } from '@sidetone/contract/entities/app-extension.ts';
import type { UA } from 'jssip';
import type { Log } from '../../conductor/parts.ts';
import type { Clock } from '../../core/clock.ts';
import type { EngineListener, LineState, SipStatus } from '../call-engine.ts';
import type { SipCall, SipCallParts } from './call/sip-call-parts.ts';
import { createGoodbyes, type Goodbyes } from './goodbyes.ts';
import type { KeptDialogs } from './kept-dialogs.ts';
import type { PacedSocket } from './line/paced-socket.ts';
import { openMedia } from './open-media.ts';
import type { SipServer } from './sip-server.ts';

export interface SipEngineParts {
  readonly server: SipServer;
  readonly openMicrophone: () => Promise<MediaStream>;
  readonly clock: Clock;
  readonly log: Log;
  /** The same for every start of this installation, so that a reload takes the place of the page before. */
  readonly instanceId: string;
  readonly kept: KeptDialogs;
}

/** A connection to the server, by which calls leave and arrive. */
export interface OnDuty {
  readonly ua: UA;
  readonly socket: PacedSocket;
  readonly extension: SipExtension;
  readonly hear: EngineListener;
  readonly stopWatching: () => void;
}

/** What all calls get from their engine. */
type CommonParts = Omit<SipCallParts, 'session' | 'sipCallId' | 'facts'>;

export interface SipEngineState {
  readonly parts: SipEngineParts;
  readonly goodbyes: Goodbyes;
  readonly common: CommonParts;
  readonly running: Set<SipCall>;
  duty: OnDuty | null;
  /** The listener from the start to the stop, on duty or not. */
  ear: EngineListener | null;
  status: SipStatus;
  /** Counts starts and stops, so that a start that was overtaken by a stop does not come on duty after it. */
  turn: number;
}

/** An engine that has not been started. */
export function newEngineState(parts: SipEngineParts): SipEngineState {
  const { server, clock, log, kept } = parts;
  const running = new Set<SipCall>();
  const goodbyes = createGoodbyes({
    server,
    clock,
    log,
    isConnected: () => engine.duty?.ua.isConnected() ?? false,
    onSilence: () => engine.duty?.socket.hurry(),
  });
  const common: CommonParts = {
    server,
    kept,
    clock,
    log,
    media: () => openMedia(parts),
    goodbyes,
    isLineUp: () => engine.duty?.ua.isRegistered() ?? false,
    onEnd: (call) => running.delete(call),
  };
  const engine: SipEngineState = {
    parts,
    goodbyes,
    common,
    running,
    duty: null,
    ear: null,
    status: 'INITIAL',
    turn: 0,
  };
  return engine;
}

/** Tells the listener the state of the line. */
export function tellLine(engine: SipEngineState, status: SipStatus): void {
  engine.status = status;
  const isUp = status === 'REGISTERED';
  const reconnect: LineState['reconnect'] = isUp ? 'none' : engine.duty?.socket.isSlow ? 'failed' : 'reconnecting';
  engine.duty?.hear.line({ status, reconnect });
}
