import { createSocket } from 'node:dgram';
import { isIP } from 'node:net';
import { type Address, type Flow, type FlowListener, hostOf, plainAddress } from './flow.ts';
import { localAddressFor } from './local-address.ts';
import type { SipLog } from './sip-log.ts';

export interface UdpSocket {
  flowTo(remote: Address): Flow;
  close(): Promise<void>;
}

/** Listens for SIP over UDP. Rejects when the port is taken. */
export async function openUdpSocket(
  given: {
    readonly host: string;
    readonly port: number;
    readonly publicAddresses: readonly string[];
    readonly log: SipLog;
  },
  listener: FlowListener,
): Promise<UdpSocket> {
  const { host, port, log } = given;
  const both = isIP(host) === 6;
  const socket = createSocket({ type: both ? 'udp6' : 'udp4', ipv6Only: false });
  let closed = false;
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, host, () => {
      socket.off('error', reject);
      resolve();
    });
  });
  // ICMP errors of earlier sends arrive here; the transaction's own timer decides.
  socket.on('error', (error) => log.warn({ err: error }, 'sip: UDP socket failed'));

  const flowTo = (remote: Address): Flow => {
    let via: Flow['via'] | undefined;
    return {
      id: `udp:${remote.address}:${remote.port}`,
      transport: 'udp',
      reliable: false,
      remote,
      open: true,
      trusted: false,
      get via() {
        // Looked up when needed: most messages of a flood never get an answer that holds it.
        via ??= { transport: 'UDP', host: hostOf(localAddressFor(remote.address, host, given.publicAddresses)), port };
        return via;
      },
      send: (text) => send(text, remote),
      keepAlive: (kind) => void send(kind === 'ping' ? '\r\n\r\n' : '\r\n', remote),
      close: () => undefined,
    };
  };

  const send = (text: string, remote: Address): boolean => {
    if (closed) return false;
    const address = both && isIP(remote.address) === 4 ? `::ffff:${remote.address}` : remote.address;
    if (isIP(address) === 0 || (!both && isIP(address) === 6)) return false;
    socket.send(text, remote.port, address, (error) => {
      if (error) log.debug({ err: error, remote }, 'sip: sending over UDP failed');
    });
    return true;
  };

  socket.on('message', (data, from) => {
    if (from.port === 0) return;
    const flow = flowTo({ address: plainAddress(from.address), port: from.port });
    const text = data.toString('utf8');
    // Phones keep their NAT binding open with CRLFs, zero bytes or a single character.
    if (text === '\r\n\r\n') listener.onKeepAlive(flow, 'ping');
    else if (text.trim().length > 4) listener.onMessage(flow, text);
  });

  return {
    flowTo,
    close: () =>
      new Promise((resolve) => {
        closed = true;
        socket.close(() => resolve());
      }),
  };
}
