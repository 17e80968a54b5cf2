import type { IncomingMessage } from 'node:http';
import { type RawData, WebSocket } from 'ws';
import { type Hop, type HopSigner, hopHeader } from './signed-hop.ts';

/** A message as it came. */
export interface Said {
  readonly data: RawData;
  readonly isBinary: boolean;
}

interface Handed {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
  /** The carrier's origin. */
  readonly httpAddress: string;
  readonly hop: Omit<Hop, 'at'>;
  /** What the client has said already. */
  readonly said: readonly Said[];
  /** What the carrier says first and the client knows already: so many messages. */
  readonly skips?: number;
  readonly largest: number;
  /** The code that closes the client's socket where the carrier cannot be reached. */
  readonly awayCode: number;
}

const connectMs = 3_000;
/** Bytes that may wait for a slow side; a client that does not read is disconnected, a carrier is waited for. */
const mostUnread = 8 * 1024 * 1024;
const pauseAbove = 1024 * 1024;
const lookAgainMs = 20;

/** Joins the socket of a client with one to the carrier, message by message, until either closes. */
export function passSocketOn(given: Handed, signer: Pick<HopSigner, 'sign'>): void {
  const { socket, said, skips = 0, awayCode } = given;
  const carrier = socketTo(given, signer);
  const waiting: Said[] = [...said];
  // Anybody may say much while the carrier takes its time.
  socket.pause();
  const pass = ({ data, isBinary }: Said): void => {
    carrier.send(data, { binary: isBinary });
    if (carrier.bufferedAmount > pauseAbove) waitFor(carrier, socket);
  };
  socket.on('message', (data, isBinary) => {
    if (carrier.readyState === WebSocket.OPEN) pass({ data, isBinary });
    else if (waiting.length < mostWaiting) waiting.push({ data, isBinary });
    else socket.close(1008, 'too many messages');
  });
  carrier.once('open', () => {
    socket.resume();
    for (const one of waiting.splice(0)) pass(one);
  });
  let toSkip = skips;
  carrier.on('message', (data, isBinary) => {
    if (toSkip > 0) toSkip -= 1;
    else if (socket.bufferedAmount > mostUnread) socket.terminate();
    else if (socket.readyState === WebSocket.OPEN) socket.send(data, { binary: isBinary });
  });
  carrier.on('error', () => close(socket, awayCode, 'try again later'));
  carrier.once('close', (code, reason) => close(socket, code === 1006 ? awayCode : code, reason.toString()));
  socket.once('close', (code, reason) => close(carrier, code, reason.toString()));
  socket.on('error', () => socket.terminate());
  if (socket.readyState !== WebSocket.OPEN) carrier.terminate();
}

const mostWaiting = 1_000;

function socketTo({ socket, request, httpAddress, hop, largest }: Handed, signer: Pick<HopSigner, 'sign'>): WebSocket {
  const { method, url = '/', headers } = request;
  // It is signed as it is sent, which may differ from how a stranger wrote it.
  const target = new URL(new URL(httpAddress.replace(/^http/, 'ws')).origin + url);
  target.hash = '';
  const passed = Object.fromEntries(
    ['origin', 'user-agent', 'cookie', 'authorization'].flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
  const protocols = socket.protocol === '' ? [] : [socket.protocol];
  return new WebSocket(target, protocols, {
    headers: { ...passed, [hopHeader]: signer.sign({ method, url: target.pathname + target.search }, hop) },
    handshakeTimeout: connectMs,
    maxPayload: largest,
    perMessageDeflate: false,
    followRedirects: false,
  });
}

/** Reads nothing more of a client until the carrier has taken what is there. */
function waitFor(carrier: WebSocket, socket: WebSocket): void {
  if (socket.isPaused) return;
  socket.pause();
  const look = setInterval(() => {
    if (carrier.readyState === WebSocket.OPEN && carrier.bufferedAmount > pauseAbove) return;
    clearInterval(look);
    socket.resume();
  }, lookAgainMs);
}

/** With the same code, where it is one that may be sent (RFC 6455 §7.4). */
function close(socket: WebSocket, code: number, reason: string): void {
  socket.resume();
  if (socket.readyState === WebSocket.CONNECTING) socket.terminate();
  if (socket.readyState !== WebSocket.OPEN) return;
  const maySend = (code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code)) || code >= 3000;
  if (maySend) socket.close(code, reason);
  else socket.close();
  setTimeout(() => socket.terminate(), closeWithinMs).unref();
}
const closeWithinMs = 1_000;
