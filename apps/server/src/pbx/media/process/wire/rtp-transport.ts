import type { RemoteInfo, Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { SrtpStats, Strangers } from '../../media.ts';
import type { AudioDescription } from '../../sdp.ts';
import type { LocalTransport } from '../../sdp-write.ts';
import { EarlyKeys } from './early-keys.ts';
import { type FarSide, Latch, socketForm, type Target } from './latch.ts';
import type { PortPair } from './rtp-ports.ts';
import { isRtcp } from './rtp-receiver.ts';
import type { SecureRtp } from './srtp/secure-rtp.ts';
import type { Transport, TransportEvents } from './transport.ts';

/**
 * RTP without ICE, encrypted where the descriptions agree on it. We send to what the far side's description names until
 * a packet comes from a source that the latch follows; from then on to that source and to nobody else, and hear nobody
 * else either. What is encrypted is valid only if it was made with the far side's key, which proves its source too.
 */
export class RtpTransport implements Transport {
  readonly #ports: PortPair;
  readonly #address: string;
  readonly #events: TransportEvents;
  readonly #secure: SecureRtp;
  #isDescribed = false;
  #described: Target | undefined;
  #latched: Target | undefined;
  #rtcp: Target | undefined;
  #describedRtcp: Target | undefined;
  /** Reports came from where the description says, and are taken from nowhere else. */
  #isRtcpSettled = false;
  #rtcpMux = false;
  readonly #latch: Latch;
  readonly #earlyKeys = new EarlyKeys();
  /** The followed source stays, and the system itself refuses all others. */
  #isSettled = false;
  #isConnected = false;
  #strangers = 0;
  #firstStranger = '';
  #isClosed = false;

  /** `address` is what our descriptions name; the sockets may be bound to more. */
  constructor(ports: PortPair, address: string, far: FarSide, secure: SecureRtp, events: TransportEvents) {
    this.#ports = ports;
    this.#latch = new Latch(far);
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
    // ICMP tells that nobody listens there; they may in a moment. What could not be sent is told here too, as `send`
    // without a callback is cheaper for each packet.
    for (const socket of [ports.rtp, ports.rtcp]) socket.on('error', ignore);
  }

  offer(): LocalTransport {
    const { port } = this.#ports;
    return { address: this.#address, port, rtcpMux: this.#rtcpMux, srtpKeys: this.#secure.keys };
  }

  get srtp(): SrtpStats | undefined {
    return this.#secure.stats;
  }

  get strangers(): Strangers | undefined {
    return this.#strangers === 0 ? undefined : { packets: this.#strangers, first: this.#firstStranger };
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
    if (this.#isConnected) this.#ports.rtp.send(sealed);
    else sendTo(this.#ports.rtp, sealed, target);
    return true;
  }

  #follow(far: AudioDescription, isOffer: boolean): void {
    this.#secure.follow(far.crypto[0], isOffer);
    const canReach = isReachable(far.address, this.#ports.rtp);
    const described = canReach && far.port > 9 ? { address: socketForm(far.address), port: far.port } : undefined;
    this.#rtcpMux = far.rtcpMux;
    this.#isRtcpSettled = false;
    this.#describedRtcp = canReach ? rtcpOf(far) : undefined;
    this.#rtcp = this.#describedRtcp;
    const isSame = described?.address === this.#described?.address && described?.port === this.#described?.port;
    const isFirst = !this.#isDescribed;
    this.#isDescribed = true;
    // Silence by an unspecified address (an old way to hold) leaves the source we know; a new address is a new start.
    if (!isFirst && (isSame || described === undefined)) return;
    this.#described = described;
    this.#latched = undefined;
    this.#isSettled = false;
    this.#latch.describe(described, performance.now());
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
    const { address, port } = this.#latched ?? nowhere;
    const isFollowed = source.port === port && source.address === address;
    if (!isFollowed && (this.#isSettled || !this.#mayFollow(packet, source))) {
      if (!this.#isSettled && this.#isExpected(packet, source) && this.#latch.mayFollowLater(source)) {
        this.#earlyKeys.keep(source, packet);
      }
      this.#refuse(source);
      return;
    }
    const opened = this.#secure.open(packet, isRtcp(packet));
    if (opened === undefined) return;
    if (!this.#isSettled) {
      if (!isFollowed) this.#latchOn(source);
      if (this.#secure.isKeyed || this.#latch.isSettled(performance.now())) this.#settle(source);
    }
    this.#events.onPacket(opened);
  }

  /** Whether a packet that is not from the followed source makes its source the followed one. */
  #mayFollow(packet: Buffer, source: RemoteInfo): boolean {
    if (!this.#isExpected(packet, source)) return false;
    return this.#secure.isKeyed || this.#latch.follows(source, performance.now());
  }

  /** Whether it is such a packet as the far side would send. */
  #isExpected(packet: Buffer, source: RemoteInfo): boolean {
    if (!this.#isDescribed || source.port === 0 || !isPlausibleRtp(packet)) return false;
    return this.#events.expects((packet[1] as number) & 0x7f);
  }

  #latchOn({ address, port }: RemoteInfo): void {
    const isFirst = this.#latched === undefined;
    this.#latched = { address, port };
    if (isFirst) this.#events.onConnected();
    for (const packet of this.#earlyKeys.takeFrom({ address, port })) this.#events.onPacket(packet);
  }

  #settle({ address, port }: RemoteInfo): void {
    this.#isSettled = true;
    this.#ports.rtp.connect(port, address);
  }

  /** Only counted, as anybody may send as much as they like. */
  #refuse(source: RemoteInfo): void {
    if (this.#strangers === 0) this.#firstStranger = source.address;
    this.#strangers += 1;
  }

  #receiveRtcp(packet: Buffer, source: RemoteInfo): void {
    const { address, port } = this.#describedRtcp ?? nowhere;
    const isDescribed = source.port === port && source.address === address;
    if (!isDescribed && (this.#isRtcpSettled || source.address !== (this.#latched?.address ?? address))) {
      this.#refuse(source);
      return;
    }
    if (!isRtcp(packet)) return;
    const opened = this.#secure.open(packet, true);
    if (opened === undefined) return;
    this.#isRtcpSettled ||= isDescribed;
    this.#rtcp = { address: source.address, port: source.port };
    this.#events.onPacket(opened);
  }
}

/** No packet comes from there. */
const nowhere: Target = { address: '', port: -1 };

function isPlausibleRtp(packet: Buffer): boolean {
  return packet.length > 12 && (packet[0] as number) >> 6 === 2 && !isRtcp(packet);
}

function rtcpOf({ rtcp }: AudioDescription): Target | undefined {
  return rtcp === undefined || rtcp.port <= 9 ? undefined : { address: socketForm(rtcp.address), port: rtcp.port };
}

/** Whether a socket of this family can send there at all; 0.0.0.0 and :: are nowhere. */
function isReachable(address: string, socket: Socket): boolean {
  if (address === '0.0.0.0' || address === '::') return false;
  return isIPv6(address) === (socket.address().family === 'IPv6');
}

function sendTo(socket: Socket, packet: Buffer, target: Target): void {
  socket.send(packet, target.port, target.address);
}

/** A packet that can't leave is lost like any other on the way; the far side's reports count it. */
function ignore(): void {}
