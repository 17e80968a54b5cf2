import { emptyHeader, isRtcp, readRtp } from '../process/wire/rtp-receiver.ts';

/** An RTP packet without extensions (RFC 3550 §5.1). */
export function rtpPacket(
  { payloadType, sequence, timestamp, ssrc }: Record<'payloadType' | 'sequence' | 'timestamp' | 'ssrc', number>,
  payload: Uint8Array,
): Buffer {
  const packet = Buffer.alloc(12 + payload.length);
  packet[0] = 0x80;
  packet[1] = payloadType;
  packet.writeUInt16BE(sequence, 2);
  packet.writeUInt32BE(timestamp >>> 0, 4);
  packet.writeUInt32BE(ssrc, 8);
  packet.set(payload, 12);
  return packet;
}

/** A key press as phones send it (RFC 4733 §2.5): each packet once, the end three times. */
export const keyPress = (event: number, durations: readonly number[]): Uint8Array[] => {
  const last = durations.at(-1) ?? 0;
  const payload = (duration: number, end: number) => Uint8Array.of(event, end | 10, duration >> 8, duration & 0xff);
  return [
    ...durations.slice(0, -1).map((each) => payload(each, 0)),
    ...[last, last, last].map((each) => payload(each, 0x80)),
  ];
};

/** What came to a test's phone, taken apart. */
export class HeardRtp {
  /** Digits heard as telephone-event, once for each end. */
  digits = '';
  /** RTCP packets. */
  reports = 0;
  readonly ssrcs = new Set<number>();
  /** Sequence numbers as they came. */
  readonly sequences: number[] = [];
  /** Their timestamps. */
  readonly timestamps: number[] = [];
  readonly #eventTypes: readonly number[];
  #lastEvent = -1;

  constructor(eventTypes: readonly number[]) {
    this.#eventTypes = eventTypes;
  }

  /** The audio in a packet; undefined when it is a report or a key press. */
  take(packet: Buffer): { readonly payloadType: number; readonly payload: Buffer } | undefined {
    if (isRtcp(packet)) {
      this.reports += 1;
      return undefined;
    }
    const header = emptyHeader();
    if (!readRtp(packet, header)) return undefined;
    const { payloadType, timestamp } = header;
    this.ssrcs.add(header.ssrc);
    this.sequences.push(header.sequence);
    this.timestamps.push(timestamp);
    const payload = packet.subarray(header.payloadStart, header.payloadEnd);
    if (!this.#eventTypes.includes(payloadType)) return { payloadType, payload };
    const isEnd = ((payload[1] ?? 0) & 0x80) !== 0;
    if (isEnd && timestamp !== this.#lastEvent) {
      this.digits += '0123456789*#ABCD'[payload[0] ?? 0];
      this.#lastEvent = timestamp;
    }
    return undefined;
  }
}
