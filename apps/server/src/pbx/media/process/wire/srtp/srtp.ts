import { timingSafeEqual } from 'node:crypto';
import type { SrtpSuite } from '../../../sdes.ts';
import { combine } from './aes-counter.ts';
import { indexOf, ReplayWindow } from './replay-window.ts';
import { authenticate, deriveKeys, ivOf, type MasterKey, type SessionKeys } from './session-keys.ts';

/** The shorter tag is for RTP alone; SRTCP always has ten bytes (RFC 4568 §6.2). */
const tagBytesOf: Readonly<Record<SrtpSuite, number>> = { AES_CM_128_HMAC_SHA1_80: 10, AES_CM_128_HMAC_SHA1_32: 4 };
const rtcpTagBytes = 10;
/** RFC 3711 §9.2: so many packets may be sent with one master key. */
const mostPackets = 2 ** 48;
const mostRtcpPackets = 2 ** 31;
/** Sources of one far side at a time; what a call has is one, and a new one whenever it changes its device. */
const mostSources = 16;

const rocBytes = Buffer.alloc(4);

/** Encrypts what one side sends. One for each master key: the same key in two of them would repeat its keystream. */
export class SrtpEncryptor {
  readonly #tagBytes: number;
  readonly #rtp: SessionKeys;
  readonly #rtcp: SessionKeys;
  readonly #sources = new Map<number, ReplayWindow>();
  #rtcpIndex = 0;

  constructor(suite: SrtpSuite, master: MasterKey) {
    this.#tagBytes = tagBytesOf[suite];
    this.#rtp = deriveKeys(master, 'rtp');
    this.#rtcp = deriveKeys(master, 'rtcp');
  }

  /**
   * The packet as it goes onto the wire, in a buffer of its own; undefined for what is no RTP packet, and for a number
   * that was sent before: encrypting twice with the same keystream would give both packets away.
   */
  protect(packet: Buffer): Buffer | undefined {
    const start = headerLength(packet);
    if (start === undefined) return undefined;
    const ssrc = packet.readUInt32BE(8);
    const window = this.#sources.get(ssrc) ?? new ReplayWindow();
    const index = indexOf(packet.readUInt16BE(2), window.highest);
    if (!window.isFresh(index) || index >= mostPackets) return undefined;
    remember(this.#sources, ssrc, window, index);
    const made = Buffer.allocUnsafe(packet.length + this.#tagBytes);
    packet.copy(made);
    const keystream = this.#rtp.cipher.keystream(ivOf(this.#rtp.salt, ssrc, index), packet.length - start);
    combine(made, start, packet.length, keystream);
    rtpTag(this.#rtp, made.subarray(0, packet.length), index).copy(made, packet.length, 0, this.#tagBytes);
    return made;
  }

  /** An RTCP packet as it goes onto the wire (RFC 3711 §3.4); undefined for what is none. */
  protectRtcp(packet: Buffer): Buffer | undefined {
    if (packet.length < 8 || this.#rtcpIndex >= mostRtcpPackets - 1) return undefined;
    this.#rtcpIndex += 1;
    const { length } = packet;
    const made = Buffer.allocUnsafe(length + 4 + rtcpTagBytes);
    packet.copy(made);
    const iv = ivOf(this.#rtcp.salt, packet.readUInt32BE(4), this.#rtcpIndex);
    combine(made, 8, length, this.#rtcp.cipher.keystream(iv, length - 8));
    made.writeUInt32BE((0x8000_0000 | this.#rtcpIndex) >>> 0, length);
    authenticate(this.#rtcp.authentication, made.subarray(0, length + 4)).copy(made, length + 4, 0, rtcpTagBytes);
    return made;
  }
}

/** Checks and decrypts what the far side sends with one master key. */
export class SrtpDecryptor {
  readonly #tagBytes: number;
  readonly #mkiBytes: number;
  readonly #rtp: SessionKeys;
  readonly #rtcp: SessionKeys;
  readonly #sources = new Map<number, ReplayWindow>();
  readonly #rtcpSources = new Map<number, ReplayWindow>();

  /** `mkiBytes`: length of the master key identifier that the far side puts before its tags, where it has one. */
  constructor(suite: SrtpSuite, master: MasterKey, mkiBytes = 0) {
    this.#tagBytes = tagBytesOf[suite];
    this.#mkiBytes = mkiBytes;
    this.#rtp = deriveKeys(master, 'rtp');
    this.#rtcp = deriveKeys(master, 'rtcp');
  }

  /**
   * The packet in the clear, decrypted in place. Undefined for what is no SRTP packet, was not made with this key, was
   * changed on its way, or came before; nothing is learned from such a packet.
   */
  unprotect(packet: Buffer): Buffer | undefined {
    const end = packet.length - this.#tagBytes - this.#mkiBytes;
    const start = headerLength(packet);
    if (start === undefined || start > end) return undefined;
    const ssrc = packet.readUInt32BE(8);
    const window = this.#sources.get(ssrc) ?? new ReplayWindow();
    const index = indexOf(packet.readUInt16BE(2), window.highest);
    if (!window.isFresh(index)) return undefined;
    const body = packet.subarray(0, end);
    if (!isEqual(rtpTag(this.#rtp, body, index), packet.subarray(packet.length - this.#tagBytes))) return undefined;
    remember(this.#sources, ssrc, window, index);
    combine(packet, start, end, this.#rtp.cipher.keystream(ivOf(this.#rtp.salt, ssrc, index), end - start));
    return body;
  }

  /** Likewise for an SRTCP packet. */
  unprotectRtcp(packet: Buffer): Buffer | undefined {
    const end = packet.length - rtcpTagBytes - this.#mkiBytes - 4;
    if (end < 8) return undefined;
    const ssrc = packet.readUInt32BE(4);
    const word = packet.readUInt32BE(end);
    const index = word & 0x7fff_ffff;
    const window = this.#rtcpSources.get(ssrc) ?? new ReplayWindow();
    if (!window.isFresh(index)) return undefined;
    const tag = authenticate(this.#rtcp.authentication, packet.subarray(0, end + 4));
    if (!isEqual(tag, packet.subarray(packet.length - rtcpTagBytes))) return undefined;
    remember(this.#rtcpSources, ssrc, window, index);
    // The E bit: a far side may leave its reports in the clear, but not without a tag.
    if (word >>> 31 === 1) {
      combine(packet, 8, end, this.#rtcp.cipher.keystream(ivOf(this.#rtcp.salt, ssrc, index), end - 8));
    }
    return packet.subarray(0, end);
  }
}

/** Bytes up to the payload, with CSRCs and extension, which stay readable; undefined for what is no RTP packet. */
function headerLength(packet: Buffer): number | undefined {
  const first = packet[0] ?? 0;
  if (packet.length < 12 || first >> 6 !== 2) return undefined;
  let length = 12 + (first & 0x0f) * 4;
  if ((first & 0x10) !== 0) {
    if (length + 4 > packet.length) return undefined;
    length += 4 + packet.readUInt16BE(length + 2) * 4;
  }
  return length > packet.length ? undefined : length;
}

/** RFC 3711 §4.2: the tag covers the packet and the roll-over counter, which is not sent. */
function rtpTag(keys: SessionKeys, packet: Buffer, index: number): Buffer {
  rocBytes.writeUInt32BE(Math.floor(index / 0x1_0000) >>> 0);
  return authenticate(keys.authentication, packet, rocBytes);
}

function isEqual(tag: Buffer, said: Buffer): boolean {
  return timingSafeEqual(tag.subarray(0, said.length), said);
}

function remember(sources: Map<number, ReplayWindow>, ssrc: number, window: ReplayWindow, index: number): void {
  window.use(index);
  if (sources.has(ssrc)) return;
  sources.set(ssrc, window);
  const oldest = sources.size > mostSources ? sources.keys().next().value : undefined;
  if (oldest !== undefined) sources.delete(oldest);
}
