import { createSocket, type Socket } from 'node:dgram';
import { isIP } from 'node:net';
import { type Address, type Flow, type FlowListener, hostOf, plainAddress } from './flow.ts';
import { localAddressFor } from './local-address.ts';
import type { SipLog } from './sip-log.ts';
import { takeTurns, turnOf } from './turns.ts';

export interface UdpSocket {
  flowTo(remote: Address): Flow;
  close(): Promise<void>;
}

interface Given {
  readonly host: string;
  readonly port: number;
  readonly publicAddresses: readonly string[];
  readonly ownNameTowards?: (address: string) => string | undefined;
  readonly log: SipLog;
}

interface Open extends Given {
  readonly socket: Socket;
  /** Whether the socket speaks both families. */
  readonly both: boolean;
  readonly listener: FlowListener;
  closed: boolean;
}

interface Received {
  readonly text: string;
  readonly from: Address;
}

/** For what comes while the process is busy with something else; the system gives what it allows. */
const bufferBytes = 2 * 1024 * 1024;

/** Listens for SIP over UDP. Rejects when the port is taken. */
export async function openUdpSocket(given: Given, listener: FlowListener): Promise<UdpSocket> {
  const both = isIP(given.host) === 6;
  const socket = createSocket({ type: both ? 'udp6' : 'udp4', ipv6Only: false, recvBufferSize: bufferBytes });
  await bind(socket, given);
  const open: Open = { ...given, socket, both, listener, closed: false };
  // ICMP errors of earlier sends arrive here; the transaction's own timer decides.
  socket.on('error', (error) => given.log.warn({ err: error }, 'sip: UDP socket failed'));
  const turns = takeTurns<Received>(({ text, from }) => {
    const flow = flowTo(open, { address: plainAddress(from.address), port: from.port });
    // Phones keep their NAT binding open with CRLFs, zero bytes or a single character.
    if (text === '\r\n\r\n') listener.onKeepAlive(flow, 'ping');
    else if (text.trim().length > 4) listener.onMessage(flow, text);
  });
  socket.on('message', (data, from) => {
    if (from.port === 0) return;
    const text = data.toString('utf8');
    turns.put(turnOf(text), { text, from }, data.length);
  });
  return {
    flowTo: (remote) => flowTo(open, remote),
    close: () =>
      new Promise((resolve) => {
        open.closed = true;
        turns.close();
        socket.close(() => resolve());
      }),
  };
}

const bind = (socket: Socket, { host, port }: Given): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, host, () => {
      socket.off('error', reject);
      resolve();
    });
  });

function flowTo(open: Open, remote: Address): Flow {
  const { host, port, publicAddresses } = open;
  let via: Flow['via'] | undefined;
  const flow: Flow = {
    id: `udp:${remote.address}:${remote.port}`,
    transport: 'udp',
    reliable: false,
    remote,
    ownName: open.ownNameTowards?.(remote.address),
    open: true,
    trusted: false,
    get via() {
      // Looked up when needed: most messages of a flood never get an answer that holds it.
      via ??= { transport: 'UDP', host: hostOf(localAddressFor(remote.address, host, publicAddresses)), port };
      return via;
    },
    send(text) {
      const isSent = send(open, text, remote);
      if (isSent) open.listener.onSent?.(flow, text);
      return isSent;
    },
    keepAlive: (kind) => void send(open, kind === 'ping' ? '\r\n\r\n' : '\r\n', remote),
    close: () => undefined,
  };
  return flow;
}

function send({ socket, both, closed, log }: Open, text: string, remote: Address): boolean {
  if (closed) return false;
  const address = both && isIP(remote.address) === 4 ? `::ffff:${remote.address}` : remote.address;
  if (isIP(address) === 0 || (!both && isIP(address) === 6)) return false;
  socket.send(text, remote.port, address, (error) => {
    if (error) log.debug({ err: error, remote }, 'sip: sending over UDP failed');
  });
  return true;
}
