import type { RemoteInfo, Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { SrtpStats } from '../media.ts';
import type { AudioDescription } from '../sdp.ts';
import type { LocalTransport } from '../sdp-write.ts';
import type { PortPair } from './rtp-ports.ts';
import { isRtcp } from './rtp-receiver.ts';
import type { SecureRtp } from './srtp/secure-rtp.ts';
import type { Transport, TransportEvents } from './transport.ts';

interface Target {
  readonly address: string;
  readonly port: number;
}

/**
 * RTP without ICE, encrypted where the descriptions agree on it. We send to what the far side's description names until
 * its first valid packet comes; from then on to that packet's source and to nobody else (symmetric RTP, RFC 4961), and
 * hear nobody else either. What is encrypted is valid only if it was made with the far side's key.
 */
export class RtpTransport implements Transport {
  readonly #ports: PortPair;
  readonly #address: string;
  readonly #events: TransportEvents;
  readonly #secure: SecureRtp;
  #described: Target | undefined;
  #latched: Target | undefined;
  #rtcp: Target | undefined;
  #rtcpMux = false;
  #isConnected = false;
  #isClosed = false;

  /** `address` is what our descriptions name; the sockets may be bound to more. */
  constructor(ports: PortPair, address: string, secure: SecureRtp, events: TransportEvents) {
    this.#ports = ports;
    this.#secure = secure;
    this.#address = address;
    this.#events = events;
    ports.rtp.on(
      'message',
      this.#guard((packet, source) => this.#receive(packet, source)),
    );
    ports.rtcp.on(
      'message',
      this.#guard((packet, source) => this.#receiveRtcp(packet, source)),
    );
    ports.rtp.on('connect', () => {
      this.#isConnected = true;
    });
    // ICMP tells that nobody listens there; they may in a moment.
    for (const socket of [ports.rtp, ports.rtcp]) socket.on('error', ignore);
  }

  offer(): LocalTransport {
    const { port } = this.#ports;
    return { address: this.#address, port, rtcpMux: this.#rtcpMux, srtpKeys: this.#secure.keys };
  }

  get srtp(): SrtpStats | undefined {
    return this.#secure.stats;
  }

  answer(far: AudioDescription): LocalTransport {
    this.#follow(far, true);
    return this.offer();
  }

  acceptAnswer(far: AudioDescription): void {
    this.#follow(far, false);
  }

  send(packet: Buffer): boolean {
    return this.#sendByRtpPort(packet, false);
  }

  sendRtcp(packet: Buffer): boolean {
    if (this.#rtcpMux) return this.#sendByRtpPort(packet, true);
    if (this.#isClosed || this.#rtcp === undefined) return false;
    const sealed = this.#secure.seal(packet, true);
    if (sealed !== undefined) sendTo(this.#ports.rtcp, sealed, this.#rtcp);
    return sealed !== undefined;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#ports.rtp.close();
    this.#ports.rtcp.close();
  }

  #sendByRtpPort(packet: Buffer, isReport: boolean): boolean {
    const target = this.#latched ?? this.#described;
    if (this.#isClosed || target === undefined) return false;
    const sealed = this.#secure.seal(packet, isReport);
    if (sealed === undefined) return false;
    if (this.#isConnected) this.#ports.rtp.send(sealed, ignore);
    else sendTo(this.#ports.rtp, sealed, target);
    return true;
  }

  #follow(far: AudioDescription, isOffer: boolean): void {
    this.#secure.follow(far.crypto[0], isOffer);
    const canReach = isReachable(far.address, this.#ports.rtp);
    const described = canReach && far.port > 9 ? { address: far.address, port: far.port } : undefined;
    this.#rtcpMux = far.rtcpMux;
    this.#rtcp = canReach && far.rtcp !== undefined && far.rtcp.port > 9 ? far.rtcp : undefined;
    const isSame = described?.address === this.#described?.address && described?.port === this.#described?.port;
    // Silence by an unspecified address (an old way to hold) leaves the source we know; a new address is a new start.
    if (isSame || described === undefined) return;
    this.#described = described;
    this.#latched = undefined;
    if (!this.#isConnected) return;
    this.#isConnected = false;
    this.#ports.rtp.disconnect();
  }

  #guard(work: (packet: Buffer, source: RemoteInfo) => void) {
    return (packet: Buffer, source: RemoteInfo) => {
      try {
        work(packet, source);
      } catch (error) {
        this.#events.onError(error);
      }
    };
  }

  #receive(packet: Buffer, source: RemoteInfo): void {
    const isFirst = this.#latched === undefined;
    if (this.#latched !== undefined) {
      if (source.port !== this.#latched.port || source.address !== this.#latched.address) return;
    } else if (source.port === 0 || !isPlausibleRtp(packet) || !this.#events.expects((packet[1] as number) & 0x7f)) {
      return;
    }
    const opened = this.#secure.open(packet, isRtcp(packet));
    if (opened === undefined) return;
    if (isFirst) {
      this.#latched = { address: source.address, port: source.port };
      this.#ports.rtp.connect(source.port, source.address); // now the system itself refuses everyone else
      this.#events.onConnected();
    }
    this.#events.onPacket(opened);
  }

  #receiveRtcp(packet: Buffer, source: RemoteInfo): void {
    const known = this.#latched?.address ?? this.#rtcp?.address;
    if (source.address !== known || !isRtcp(packet)) return;
    const opened = this.#secure.open(packet, true);
    if (opened === undefined) return;
    this.#rtcp = { address: source.address, port: source.port };
    this.#events.onPacket(opened);
  }
}

function isPlausibleRtp(packet: Buffer): boolean {
  return packet.length > 12 && (packet[0] as number) >> 6 === 2 && !isRtcp(packet);
}

/** Whether a socket of this family can send there at all; 0.0.0.0 and :: are nowhere. */
function isReachable(address: string, socket: Socket): boolean {
  if (address === '0.0.0.0' || address === '::') return false;
  return isIPv6(address) === (socket.address().family === 'IPv6');
}

function sendTo(socket: Socket, packet: Buffer, target: Target): void {
  socket.send(packet, target.port, target.address, ignore);
}

/** A packet that can't leave is lost like any other on the way; the far side's reports count it. */
function ignore(): void {}
