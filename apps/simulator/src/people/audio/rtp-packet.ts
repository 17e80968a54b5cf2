/** One RTP packet (RFC 3550 §5.1). */
export interface RtpPacket {
  readonly payloadType: number;
  readonly marker: boolean;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
  readonly payload: Uint8Array;
}

export function writeRtp(packet: RtpPacket): Buffer {
  const header = Buffer.alloc(12);
  header[0] = 0x80;
  header[1] = (packet.marker ? 0x80 : 0) | packet.payloadType;
  header.writeUInt16BE(packet.sequence, 2);
  header.writeUInt32BE(packet.timestamp, 4);
  header.writeUInt32BE(packet.ssrc, 8);
  return Buffer.concat([header, packet.payload]);
}

/** Reads a packet; undefined for RTCP on the same port (RFC 5761 §4) and for anything that is no RTP. */
export function readRtp(bytes: Buffer): RtpPacket | undefined {
  const first = bytes[0] ?? 0;
  const second = bytes[1] ?? 0;
  if (bytes.length < 12 || first >> 6 !== 2 || (second >= 192 && second <= 223)) return undefined;
  let start = 12 + (first & 0x0f) * 4;
  if ((first & 0x10) !== 0) {
    if (bytes.length < start + 4) return undefined;
    start += 4 + bytes.readUInt16BE(start + 2) * 4;
  }
  const padding = (first & 0x20) === 0 ? 0 : (bytes[bytes.length - 1] ?? 0);
  const end = bytes.length - padding;
  if (end < start) return undefined;
  return {
    payloadType: second & 0x7f,
    marker: (second & 0x80) !== 0,
    sequence: bytes.readUInt16BE(2),
    timestamp: bytes.readUInt32BE(4),
    ssrc: bytes.readUInt32BE(8),
    payload: bytes.subarray(start, end),
  };
}
