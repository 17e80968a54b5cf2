/** An RTP packet's header; one object is read into again and again, so that a packet costs no allocation. */
export interface RtpHeader {
  payloadType: number;
  marker: boolean;
  sequence: number;
  timestamp: number;
  ssrc: number;
  /** Where the payload begins and ends, past CSRCs and extension and before padding. */
  payloadStart: number;
  payloadEnd: number;
}

export function emptyHeader(): RtpHeader {
  return { payloadType: 0, marker: false, sequence: 0, timestamp: 0, ssrc: 0, payloadStart: 0, payloadEnd: 0 };
}

/** RFC 5761 §4: with one port for both, RTCP is told by the second byte. */
export function isRtcp(packet: Buffer): boolean {
  const type = packet[1] ?? 0;
  return packet.length >= 8 && type >= 192 && type <= 223 && (packet[0] ?? 0) >> 6 === 2;
}

/** Reads an RTP header (RFC 3550 §5.1) into `header`; false for what is no RTP packet. */
export function readRtp(packet: Buffer, header: RtpHeader): boolean {
  const length = packet.length;
  const byte0 = packet[0] as number;
  if (length < 12 || byte0 >> 6 !== 2) return false;
  let start = 12 + (byte0 & 0x0f) * 4;
  if ((byte0 & 0x10) !== 0) {
    if (start + 4 > length) return false;
    start += 4 + packet.readUInt16BE(start + 2) * 4;
  }
  let end = length;
  if ((byte0 & 0x20) !== 0) {
    const padding = packet[length - 1] as number;
    if (padding === 0) return false;
    end -= padding;
  }
  if (start > end) return false;
  const byte1 = packet[1] as number;
  header.payloadType = byte1 & 0x7f;
  header.marker = byte1 > 0x7f;
  header.sequence = packet.readUInt16BE(2);
  header.timestamp = packet.readUInt32BE(4);
  header.ssrc = packet.readUInt32BE(8);
  header.payloadStart = start;
  header.payloadEnd = end;
  return true;
}

/** What arrived from a far side: loss and jitter as RFC 3550 §6.4.1 and appendix A count them. */
export class RtpReceiver {
  packets = 0;
  bytes = 0;
  ssrc = 0;
  /** Highest sequence with its cycles; -1 before the first packet. */
  #highest = -1;
  #first = 0;
  #sinceFirst = 0;
  #lostBefore = 0;
  #transit = 0;
  #jitterTicks = 0;
  #clock = 8000;
  #expectedAtReport = 0;
  #receivedAtReport = 0;
  // One bit for each of the last 32 numbers, so that a packet sent twice is counted and used once.
  #seen = 0;

  /** Counts a packet; false where it is a copy of one that came before. `now` in milliseconds. */
  take(header: RtpHeader, clock: number, now: number): boolean {
    if (this.#highest === -1 || header.ssrc !== this.ssrc) this.#begin(header);
    const ahead = ((header.sequence - (this.#highest & 0xffff)) << 16) >> 16;
    if (ahead > 3000 || ahead < -3000) this.#begin(header);
    else if (ahead > 0) {
      this.#highest += ahead;
      this.#seen = ahead > 31 ? 1 : (this.#seen << ahead) | 1;
    } else if (this.#sinceFirst > 0) {
      if (ahead <= -32) return false; // too late for anybody
      const bit = 1 << -ahead;
      if ((this.#seen & bit) !== 0) return false;
      this.#seen |= bit;
    }
    this.#sinceFirst += 1;
    this.packets += 1;
    this.bytes += header.payloadEnd - header.payloadStart;
    this.#measureJitter(header.timestamp, clock, now);
    return true;
  }

  /** Packets that should have come and did not, over all sources of this leg. */
  get lost(): number {
    return this.#lostBefore + this.#lostNow();
  }

  /** Interarrival jitter, seconds. */
  get jitter(): number {
    return this.#jitterTicks / this.#clock;
  }

  /** The report block's numbers since the last call; undefined before the first packet. */
  report(): { fraction: number; lost: number; highest: number; jitter: number } | undefined {
    if (this.#highest === -1) return undefined;
    const expected = this.#highest - this.#first + 1;
    const newlyExpected = expected - this.#expectedAtReport;
    const newlyLost = newlyExpected - (this.#sinceFirst - this.#receivedAtReport);
    this.#expectedAtReport = expected;
    this.#receivedAtReport = this.#sinceFirst;
    const fraction =
      newlyExpected > 0 && newlyLost > 0 ? Math.min(255, Math.floor((newlyLost * 256) / newlyExpected)) : 0;
    return { fraction, lost: this.#lostNow(), highest: this.#highest >>> 0, jitter: Math.round(this.#jitterTicks) };
  }

  #begin(header: RtpHeader): void {
    this.#lostBefore += this.#lostNow();
    this.ssrc = header.ssrc;
    this.#highest = header.sequence;
    this.#first = header.sequence;
    this.#sinceFirst = 0;
    this.#seen = 1;
    this.#transit = 0;
    this.#expectedAtReport = 0;
    this.#receivedAtReport = 0;
  }

  #lostNow(): number {
    return this.#highest === -1 ? 0 : Math.max(0, this.#highest - this.#first + 1 - this.#sinceFirst);
  }

  #measureJitter(timestamp: number, clock: number, now: number): void {
    const transit = Math.round((now * clock) / 1000) - timestamp;
    const distance = Math.abs((transit - this.#transit) | 0);
    this.#clock = clock;
    // A pause or a new time base is no jitter.
    if (this.#transit !== 0 && distance < clock) this.#jitterTicks += (distance - this.#jitterTicks) / 16;
    this.#transit = transit;
  }
}
