import type { IncomingMessage } from 'node:http';
import type { RawData, WebSocket } from 'ws';
import { connectionCounter, type Flow, type FlowLimits, type FlowListener, hostOf, plainAddress } from './flow.ts';

export interface WebSocketClient {
  /** IP address. */
  readonly address: string;
  readonly secure: boolean;
}

export interface WebSocketFlows {
  /**
   * Takes an upgraded connection of the subprotocol `sip` (RFC 7118). `client`: who is at its other end, where a trusted
   * proxy tells; without it the one that the connection comes from.
   */
  accept(socket: WebSocket, request: IncomingMessage, client?: WebSocketClient): void;
  /** Lets what was said last arrive, then ends every connection with this code of RFC 6455; left out: the server stops. */
  close(code?: number): Promise<void>;
}

/** For the other side to take part in closing. */
const closeWithinMs = 500;

/** SIP over WebSocket: one message for each WebSocket message, text or binary. */
export function openWebSocketFlows(limits: FlowLimits, listener: FlowListener): WebSocketFlows {
  const flows = new Map<Flow, WebSocket>();
  const counter = connectionCounter(limits);
  let serial = 0;
  return {
    accept(socket, request, client) {
      const address = client?.address ?? plainAddress(request.socket.remoteAddress ?? '');
      if (address === '' || !counter.take(address)) {
        socket.close(1013, 'too many connections');
        return;
      }
      serial += 1;
      const secure = client?.secure ?? 'encrypted' in request.socket;
      const flow = flowOver(socket, request.socket, { id: `ws:${serial}`, address, secure }, limits, listener);
      listen(socket, flow, limits, listener);
      socket.on('close', () => {
        flows.delete(flow);
        counter.giveBack(address);
        listener.onClose(flow);
      });
      flows.set(flow, socket);
      listener.onOpen(flow);
    },
    async close(code = 1001) {
      await Promise.all([...flows.values()].map((socket) => closeSocket(socket, code)));
    },
  };
}

function flowOver(
  socket: WebSocket,
  { localAddress, localPort = 0, remotePort = 0 }: IncomingMessage['socket'],
  { id, address, secure }: WebSocketClient & { readonly id: string },
  { sendBufferBytes }: FlowLimits,
  listener: FlowListener,
): Flow {
  const flow: Flow = {
    id,
    transport: secure ? 'wss' : 'ws',
    reliable: true,
    remote: { address, port: remotePort },
    trusted: false,
    via: { transport: secure ? 'WSS' : 'WS', host: hostOf(plainAddress(localAddress ?? '')), port: localPort },
    get open() {
      return socket.readyState === socket.OPEN;
    },
    send(text) {
      if (socket.readyState !== socket.OPEN) return false;
      if (socket.bufferedAmount > sendBufferBytes) {
        socket.terminate();
        return false;
      }
      socket.send(text);
      listener.onSent?.(flow, text);
      return true;
    },
    keepAlive: (kind) => void flow.send(kind === 'ping' ? '\r\n\r\n' : '\r\n'),
    close: () => socket.terminate(),
  };
  return flow;
}

function listen(socket: WebSocket, flow: Flow, { messageBytes }: FlowLimits, listener: FlowListener) {
  socket.on('message', (data: RawData) => {
    const text = textOf(data, messageBytes);
    if (text === undefined) socket.close(1009, 'message too large');
    else if (text === '\r\n\r\n') listener.onKeepAlive(flow, 'ping');
    else if (text === '\r\n') listener.onKeepAlive(flow, 'pong');
    else listener.onMessage(flow, text);
  });
  // An error is always followed by `close`.
  socket.on('error', () => undefined);
}

const closeSocket = (socket: WebSocket, code: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => socket.terminate(), closeWithinMs);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    socket.close(code, code === 1001 ? 'server stops' : 'server restarts');
  });

const textOf = (data: RawData, limit: number): string | undefined => {
  const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data);
  return bytes.length > limit ? undefined : bytes.toString('utf8');
};
