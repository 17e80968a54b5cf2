import type { WebSocket } from 'ws';
import type { MediaFact, StreamOrder } from '../../media.ts';
import { MediaError } from '../../media.ts';
import type { FrameClock } from '../frame-clock.ts';
import { connectToProgram } from './connect.ts';
import { MessageWriter } from './messages.ts';
import type { StreamedLeg } from './stream.ts';
import { Stream } from './stream.ts';

type Leg = StreamedLeg & {
  readonly endpointId: string;
  /** Tells which stream it hears; null once there is none. */
  joinStream(stream: Stream | null): void;
};

/** A program gets so long to answer our goodbye before its connection is cut. */
const goodbyeMs = 1000;

interface Running {
  readonly leg: Leg;
  /** Ends an attempt to connect. */
  readonly attempt: AbortController;
  open: { readonly stream: Stream; readonly socket: WebSocket } | null;
  /** Somebody still waits for the answer. */
  isAwaited: boolean;
}

/** Every stream of this process: which leg it belongs to, and how it ended. */
export class Streams {
  readonly #clock: FrameClock;
  readonly #announce: (fact: MediaFact) => void;
  readonly #running = new Map<string, Running>();
  readonly #closing = new Set<Promise<void>>();

  constructor(clock: FrameClock, announce: (fact: MediaFact) => void) {
    this.#clock = clock;
    this.#announce = announce;
  }

  /** Connects, at the second try if need be, and begins. Ends the leg's earlier stream. Throws STREAM_REFUSED. */
  async start(leg: Leg, order: StreamOrder): Promise<void> {
    this.stop(leg.endpointId);
    const running: Running = { leg, attempt: new AbortController(), open: null, isAwaited: true };
    this.#running.set(leg.endpointId, running);
    try {
      await this.#connect(running, order).catch((error: unknown) => {
        if (running.attempt.signal.aborted || !(error instanceof MediaError)) throw error;
        return this.#connect(running, order);
      });
    } catch (error) {
      if (this.#running.get(leg.endpointId) === running) this.#running.delete(leg.endpointId);
      if (!running.isAwaited) this.#tellRefusal(running, order.streamId, error);
      throw error;
    }
  }

  /** Says goodbye and closes, or ends the attempt to connect; nothing happens where there is no stream. */
  stop(endpointId: string): void {
    const running = this.#running.get(endpointId);
    if (running === undefined) return;
    running.attempt.abort();
    running.open?.stream.stop();
    this.#leave(running, 1000);
  }

  /** Nobody hears any longer what became of attempts that run: it is told as facts. */
  signallingLost(): void {
    for (const running of this.#running.values()) running.isAwaited = false;
  }

  /** Resolves once every program that was told goodbye is gone. */
  async settled(): Promise<void> {
    await Promise.all(this.#closing);
  }

  #connect(running: Running, order: StreamOrder): Promise<void> {
    return connectToProgram(order, running.attempt.signal, (socket) => this.#begin(running, order, socket));
  }

  #tellRefusal({ leg, attempt }: Running, streamId: string, error: unknown): void {
    if (attempt.signal.aborted) return; // the next signalling asked for it
    const why = error instanceof MediaError ? error.message : 'the program opens no stream';
    this.#announce({ type: 'streamEnded', endpointId: leg.endpointId, streamId, end: 'failed', why });
  }

  #begin(running: Running, order: StreamOrder, socket: WebSocket): void {
    const { leg } = running;
    const { streamId } = order;
    const messages = new MessageWriter(order);
    const stream = new Stream(leg, socket, messages, performance.now(), ({ end, why }) => {
      this.#leave(running, 1008);
      // After the reply to the request that began it.
      const { endpointId } = leg;
      setImmediate(() => this.#announce({ type: 'streamEnded', endpointId, streamId, end, why }));
    });
    running.open = { stream, socket };
    socket.on('message', (data, isBinary) => stream.hear(isBinary ? null : String(data), performance.now()));
    socket.on('ping', () => stream.pinged(performance.now()));
    socket.on('pong', () => stream.ponged());
    socket.on('close', (code) => stream.closed(code));
    socket.on('error', (error) => stream.fail(faultOf(error)));
    leg.joinStream(stream);
    this.#clock.add('mixing', stream);
  }

  #leave(running: Running, code: number): void {
    const { leg, open } = running;
    if (this.#running.get(leg.endpointId) === running) this.#running.delete(leg.endpointId);
    if (open === null) return;
    running.open = null;
    this.#clock.remove(open.stream);
    leg.joinStream(null);
    this.#close(open.socket, code);
  }

  #close(socket: WebSocket, code: number): void {
    if (socket.readyState === socket.CLOSED) return;
    const closing = new Promise<void>((resolve) => {
      const patience = setTimeout(() => socket.terminate(), goodbyeMs);
      socket.once('close', () => {
        clearTimeout(patience);
        resolve();
      });
    });
    this.#closing.add(closing);
    void closing.finally(() => this.#closing.delete(closing));
    socket.close(code);
  }
}

/** In our own words, as the library's may quote the program. */
function faultOf(error: Error): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') return 'the program sent a message that is too long';
  return code.startsWith('WS_ERR_') ? 'the program breaks the rules of WebSockets' : 'the connection broke';
}
