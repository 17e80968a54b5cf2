import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { BotStream } from './bot-stream.ts';
import { type BotManner, conductOf } from './manners.ts';

export interface BotOptions {
  /** Where it listens; a free port when left out. */
  readonly port?: number;
  readonly host?: string;
  /** PEM; it speaks TLS with it. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

/** A program that speaks Twilio's Media Streams messages with everybody who connects. */
export interface Bot {
  readonly calls: Calls;
  /** By address; with TLS by `localhost`. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Opens a bot on this machine. */
export async function openBot(manner: BotManner, options: BotOptions = {}): Promise<Bot> {
  const { port = 0, host = '127.0.0.1', tls } = options;
  const http = tls === undefined ? createServer() : createTlsServer(tls);
  const calls = new Calls(manner);
  const open = new Set<Duplex>();
  http.on('connection', (socket: Duplex) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  http.on('upgrade', (request, socket, head) => calls.take(request, socket, head));
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, host, resolve);
  });
  const listens = (http.address() as AddressInfo).port;
  return {
    calls,
    url: tls === undefined ? `ws://${host}:${listens}/` : `wss://localhost:${listens}/`,
    port: listens,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

/** The calls of a bot. */
class Calls {
  /** How it treats those who connect from now on. */
  manner: BotManner;
  /** How it treats the next ones instead, each as the first of these. */
  readonly atFirst: BotManner[] = [];
  /** How often somebody wanted to connect. */
  attempts = 0;
  /** All that came, the last one last. */
  readonly streams: BotStream[] = [];
  /** Hears of every stream once its call is known. */
  onStream: (stream: BotStream) => void = () => {};
  readonly #sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  readonly #waiting: { readonly index: number; readonly done: (stream: BotStream) => void }[] = [];

  constructor(manner: BotManner) {
    this.manner = manner;
  }

  /** The stream of this number, counted from 0, once its call is known. */
  stream(index = 0): Promise<BotStream> {
    const known = this.streams[index];
    return known ? Promise.resolve(known) : new Promise((done) => void this.#waiting.push({ index, done }));
  }

  /** Treats somebody who wants to connect by the manner of this moment. */
  take(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.attempts += 1;
    const manner = this.atFirst.shift() ?? this.manner;
    socket.on('error', () => undefined); // who breaks off is none of our business
    if (manner.does === 'mute') return;
    if (manner.does === 'refuse') {
      const place = manner.location === undefined ? '' : `Location: ${manner.location}\r\n`;
      socket.end(`HTTP/1.1 ${manner.status} No\r\n${place}Content-Length: 0\r\nConnection: close\r\n\r\n`);
      return;
    }
    const conduct = conductOf(manner);
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const stream: BotStream = new BotStream(webSocket, request.headers, {
        onStart: () => {
          this.#began(stream);
          conduct.onStart(stream);
        },
        onAudio: (audio) => conduct.onAudio(stream, audio),
        onMark: (name) => conduct.onMark(name),
        onOver: () => conduct.onOver(),
      });
    });
  }

  #began(stream: BotStream): void {
    this.streams.push(stream);
    this.onStream(stream);
    for (const { index, done } of this.#waiting) if (index === this.streams.length - 1) done(stream);
  }
}
