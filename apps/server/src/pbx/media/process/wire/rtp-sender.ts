import { randomInt } from 'node:crypto';

const headerLength = 12;
/** Largest packet we make ourselves: the header and the largest Opus packet of 20 ms. */
const slotLength = headerLength + 1275;
const slotCount = 16;

/**
 * The one RTP stream towards a far side (RFC 3550 §5.1): own SSRC, sequence and timestamps, whatever feeds it. A stream
 * that is forwarded keeps its gaps and its rhythm; when the source changes, numbering goes on without a step back,
 * since going back on one SSRC makes SRTP throw.
 */
export class RtpSender {
  readonly ssrc: number;
  packets = 0;
  bytes = 0;
  /** Sender's clock of the last packet, for RTCP. */
  lastTimestamp = randomInt(0x1_0000_0000);
  lastSentAt = 0;
  readonly #send: (packet: Buffer) => boolean;
  #lastSequence = randomInt(0x4000);
  #source: object | null = null;
  #sourceSsrc = 0;
  #sequenceShift = 0;
  #timestampShift = 0;
  // Sockets may hold a packet for a moment, so a few buffers take turns instead of one new one a packet. They are made at
  // their first use: most endpoints are for devices that ring in vain, or have their packets sent on where they lie.
  readonly #slots: Buffer[] = [];
  #slot = -1;

  constructor(ssrc: number, send: (packet: Buffer) => boolean) {
    this.ssrc = ssrc;
    this.#send = send;
  }

  /**
   * Sends a packet that came from `source`, rewriting its header in place in front of the payload: `packet` must be
   * the caller's to spoil. `clock` is the codec's, `payloadStart` at least 12.
   */
  forward(
    source: object,
    packet: Buffer,
    payloadStart: number,
    payloadEnd: number,
    from: { readonly ssrc: number; readonly sequence: number; readonly timestamp: number; readonly marker: boolean },
    payloadType: number,
    clock: number,
    now: number,
  ): void {
    let marker = from.marker;
    if (this.#source !== source || this.#sourceSsrc !== from.ssrc || this.#hasJumped(from, clock)) {
      this.#rebase(source, from, clock, now);
      marker = true;
    }
    const sequence = (from.sequence + this.#sequenceShift) & 0xffff;
    const timestamp = (from.timestamp + this.#timestampShift) >>> 0;
    const start = payloadStart - headerLength;
    writeHeader(packet, start, payloadType, marker, sequence, timestamp, this.ssrc);
    const whole = start === 0 && payloadEnd === packet.length ? packet : packet.subarray(start, payloadEnd);
    if (!this.#send(whole)) return;
    if (((sequence - this.#lastSequence) & 0xffff) < 0x8000) {
      this.#lastSequence = sequence;
      this.lastTimestamp = timestamp;
      this.lastSentAt = now;
    }
    this.#count(payloadEnd - payloadStart);
  }

  /** A packet of `source` was kept back on purpose (a digit), so its number must not look lost. */
  skip(source: object): void {
    if (this.#source === source) this.#sequenceShift -= 1;
  }

  /** A buffer with room for a header and then `payload`; hand it to `sendOwn` or `forward` at once. */
  slot(payloadLength: number): Buffer {
    if (headerLength + payloadLength > slotLength) return Buffer.allocUnsafe(headerLength + payloadLength);
    this.#slot = (this.#slot + 1) % slotCount;
    const known = this.#slots[this.#slot];
    const slot = known ?? Buffer.allocUnsafe(slotLength);
    if (known === undefined) this.#slots[this.#slot] = slot;
    return slot.subarray(0, headerLength + payloadLength);
  }

  /** The timestamp that sound made now has: never before the last one. */
  timestampNow(clock: number, now: number): number {
    return (this.lastTimestamp + this.#elapsed(clock, now)) >>> 0;
  }

  /**
   * Sends a packet we made: a tone or a digit. `lasted` is how long a digit has lasted since `timestamp`: its packets
   * all bear the time of its beginning, and what follows must not lie within it.
   */
  sendOwn(packet: Buffer, payloadType: number, marker: boolean, timestamp: number, now: number, lasted = 0): void {
    this.#source = null;
    const sequence = (this.#lastSequence + 1) & 0xffff;
    writeHeader(packet, 0, payloadType, marker, sequence, timestamp, this.ssrc);
    if (!this.#send(packet)) return;
    this.#lastSequence = sequence;
    this.lastTimestamp = (timestamp + lasted) >>> 0;
    this.lastSentAt = now;
    this.#count(packet.length - headerLength);
  }

  #hasJumped(from: { readonly sequence: number; readonly timestamp: number }, clock: number): boolean {
    const steps = (((from.sequence + this.#sequenceShift) << 16) >> 16) - ((this.#lastSequence << 16) >> 16);
    const distance = (steps << 16) >> 16;
    const ahead = (from.timestamp + this.#timestampShift - this.lastTimestamp) | 0;
    return distance < -500 || distance > 3000 || ahead > clock * 60 || ahead < -clock * 5;
  }

  #rebase(
    source: object,
    from: { readonly ssrc: number; readonly sequence: number; readonly timestamp: number },
    clock: number,
    now: number,
  ): void {
    this.#source = source;
    this.#sourceSsrc = from.ssrc;
    this.#sequenceShift = (this.#lastSequence + 1 - from.sequence) | 0;
    this.#timestampShift = (this.timestampNow(clock, now) - from.timestamp) | 0;
  }

  #elapsed(clock: number, now: number): number {
    const frame = clock / 50;
    if (this.lastSentAt === 0) return frame;
    return Math.max(frame, Math.round(((now - this.lastSentAt) * clock) / 1000));
  }

  #count(payloadLength: number): void {
    this.packets += 1;
    this.bytes += payloadLength;
  }
}

function writeHeader(
  packet: Buffer,
  at: number,
  payloadType: number,
  marker: boolean,
  sequence: number,
  timestamp: number,
  ssrc: number,
): void {
  packet[at] = 0x80;
  packet[at + 1] = marker ? payloadType | 0x80 : payloadType;
  packet[at + 2] = sequence >>> 8;
  packet[at + 3] = sequence & 0xff;
  packet[at + 4] = timestamp >>> 24;
  packet[at + 5] = (timestamp >>> 16) & 0xff;
  packet[at + 6] = (timestamp >>> 8) & 0xff;
  packet[at + 7] = timestamp & 0xff;
  packet[at + 8] = ssrc >>> 24;
  packet[at + 9] = (ssrc >>> 16) & 0xff;
  packet[at + 10] = (ssrc >>> 8) & 0xff;
  packet[at + 11] = ssrc & 0xff;
}
