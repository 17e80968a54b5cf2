import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { lineReader } from '../protocol.ts';
import type { FarMachine, MediaWay } from './media-way.ts';

interface LineEvents {
  /** It can be written to. */
  opened(): void;
  heard(line: string): void;
  /** A connection that was open is over; the next one is tried by itself. */
  closed(): void;
  /** The process is gone, as far as anyone can tell; told once for each time that it was there. */
  gone(): void;
  /** A sign of life. */
  ping(): string;
}

const firstRetryMs = 50;
const lastRetryMs = 1000;
const longestReply = 10_000_000;
/** Far more than waits where the other side reads. */
const mostUnsent = 16_000_000;

/*
 * Time is counted in beats of this process: one that was frozen, or had no time, has heard nothing and knows nothing. What came
 * from the network is read between two beats.
 */
const beatMs = 500;
/** A connection that brings nothing for so long is tried again. */
const silentBeats = 5;
/** Without a word for so long the process is gone; 4.5 s. */
const goneBeats = 9;

/** The connection with a media process, made again whenever it is lost. */
export class MediaLine {
  readonly #way: MediaWay;
  readonly #log: Logger | undefined;
  readonly #events: LineEvents;
  readonly #beat: NodeJS.Timeout | undefined;
  #socket: Socket | undefined;
  #isOpen = false;
  #wasThere = false;
  #isGone = false;
  #isEnded = false;
  #retryMs = firstRetryMs;
  #retry: NodeJS.Timeout | undefined;
  /** Since anything was heard from there. */
  #silence = 0;
  /** Since this connection was begun, or brought something. */
  #wait = 0;

  constructor(way: MediaWay, log: Logger | undefined, events: LineEvents) {
    this.#way = way;
    this.#log = log;
    this.#events = events;
    if (way.far) this.#beat = setInterval(() => this.#count(), beatMs);
    this.#connect();
  }

  /** Whether a process on another machine has been away for so long that nothing should wait for it. */
  get isGone(): boolean {
    return this.#isGone;
  }

  get far(): FarMachine | undefined {
    return this.#way.far;
  }

  /** What the other side is reached by, as a number; undefined where it is a process of this server, or not connected. */
  get address(): string | undefined {
    return this.#way.far && this.#socket?.remoteAddress;
  }

  send(text: string): void {
    if (!this.#isOpen || this.#socket === undefined) return;
    if (this.#socket.writableLength > mostUnsent) this.#socket.destroy();
    else this.#socket.write(text);
  }

  /** Begins a new connection in place of this one. */
  reset(): void {
    this.#socket?.destroy();
  }

  /** Waits no longer for a process that is not connected. */
  giveUp(): void {
    this.#silence = goneBeats;
    this.#look();
  }

  /** Disconnects for good. */
  end(): void {
    this.#isEnded = true;
    clearInterval(this.#beat);
    clearTimeout(this.#retry);
    this.#socket?.destroy();
  }

  #connect(): void {
    const { socket, opens } = this.#way.open();
    this.#socket = socket;
    this.#wait = 0;
    socket.setEncoding('utf8');
    const read = lineReader((line) => {
      if (!this.#isEnded) this.#events.heard(line);
    }, longestReply);
    socket.once(opens, () => this.#opened());
    socket.on('data', (chunk: string) => {
      this.#wait = 0;
      this.#silence = 0;
      this.#isGone = false;
      // Only now is it known that we are let in.
      this.#wasThere = true;
      this.#retryMs = firstRetryMs;
      try {
        read(chunk);
      } catch (error) {
        socket.destroy(error as Error);
      }
    });
    // Expected while the media process starts or restarts; `close` follows and tries again.
    socket.on('error', (error) => this.#log?.debug({ err: error, ...this.#way.far }, 'media: connecting failed'));
    socket.on('close', () => this.#closed());
  }

  #opened(): void {
    if (this.#isEnded) return;
    this.#isOpen = true;
    if (this.#way.far === undefined) {
      this.#wasThere = true;
      this.#retryMs = firstRetryMs;
    }
    this.#events.opened();
  }

  #closed(): void {
    if (this.#isEnded) return;
    if (this.#isOpen) {
      this.#isOpen = false;
      this.#events.closed();
      // A process of this server that hangs up is gone.
      if (this.#way.far === undefined) this.#lose();
    }
    this.#retry = setTimeout(() => this.#connect(), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, lastRetryMs);
  }

  #count(): void {
    this.#wait += 1;
    this.#silence += 1;
    if (this.#wait >= silentBeats && !this.#socket?.destroyed) this.#socket?.destroy();
    else this.send(this.#events.ping());
    this.#look();
  }

  #look(): void {
    if (this.#silence < goneBeats) return;
    this.#isGone = true;
    this.#lose();
  }

  #lose(): void {
    if (!this.#wasThere) return;
    this.#wasThere = false;
    this.#events.gone();
  }
}
