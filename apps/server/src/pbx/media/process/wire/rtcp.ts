import type { RtpReceiver } from './rtp-receiver.ts';
import type { RtpSender } from './rtp-sender.ts';

const senderReport = 200;
const receiverReport = 201;
const sourceDescription = 202;
const cname = Buffer.from('sidetone');
/** Seconds from 1900 to 1970, for NTP timestamps. */
const ntpEpoch = 2_208_988_800;

/** RTCP of one leg (RFC 3550 §6): what we report, and what the far side reported about us. */
export class RtcpSession {
  /** Packets of ours that never arrived there. */
  lostOut = 0;
  /** Seconds to the far side and back; undefined before a report that tells. */
  roundTrip: number | undefined;
  /** Jitter of our stream there, in ticks of its clock; undefined before the first report. */
  jitterOutTicks: number | undefined;
  #lastSenderReport = 0;
  #lastSenderReportAt = 0;
  #packetsAtReport = 0;

  /** Our next compound packet: SR while we send, RR otherwise, then SDES. `now` in milliseconds, monotonic. */
  write(sender: RtpSender, receiver: RtpReceiver, clock: number, now: number): Buffer {
    const isSending = sender.packets > this.#packetsAtReport;
    this.#packetsAtReport = sender.packets;
    const block = receiver.report();
    const reportLength = (isSending ? 28 : 8) + (block === undefined ? 0 : 24);
    const packet = Buffer.alloc(reportLength + 20);
    packet[0] = 0x80 | (block === undefined ? 0 : 1);
    packet[1] = isSending ? senderReport : receiverReport;
    packet.writeUInt16BE(reportLength / 4 - 1, 2);
    packet.writeUInt32BE(sender.ssrc, 4);
    let at = 8;
    if (isSending) {
      const wallClock = Date.now();
      packet.writeUInt32BE((Math.floor(wallClock / 1000) + ntpEpoch) >>> 0, 8);
      packet.writeUInt32BE(Math.floor(((wallClock % 1000) / 1000) * 0x1_0000_0000), 12);
      const since = Math.round(((now - sender.lastSentAt) * clock) / 1000);
      packet.writeUInt32BE((sender.lastTimestamp + since) >>> 0, 16);
      packet.writeUInt32BE(sender.packets >>> 0, 20);
      packet.writeUInt32BE(sender.bytes >>> 0, 24);
      at = 28;
    }
    if (block !== undefined) {
      packet.writeUInt32BE(receiver.ssrc, at);
      packet[at + 4] = block.fraction;
      packet.writeUIntBE(Math.min(block.lost, 0x7f_ffff), at + 5, 3);
      packet.writeUInt32BE(block.highest, at + 8);
      packet.writeUInt32BE(block.jitter >>> 0, at + 12);
      packet.writeUInt32BE(this.#lastSenderReport, at + 16);
      const delay = this.#lastSenderReport === 0 ? 0 : Math.round((now - this.#lastSenderReportAt) * 65.536);
      packet.writeUInt32BE(delay >>> 0, at + 20);
    }
    this.#writeDescription(packet, reportLength, sender.ssrc);
    return packet;
  }

  /** Reads a compound packet; whatever is malformed ends the reading, never more. */
  read(packet: Buffer, ourSsrc: number, now: number): void {
    for (let at = 0; at + 8 <= packet.length; ) {
      const length = (packet.readUInt16BE(at + 2) + 1) * 4;
      if ((packet[at] as number) >> 6 !== 2 || at + length > packet.length) return;
      const type = packet[at + 1];
      if (type === senderReport && length >= 28) {
        this.#lastSenderReport = packet.readUInt32BE(at + 10); // the middle 32 bits of the NTP timestamp
        this.#lastSenderReportAt = now;
      }
      if (type === senderReport || type === receiverReport) {
        const first = at + (type === senderReport ? 28 : 8);
        for (let block = first; block + 24 <= at + length; block += 24) this.#readBlock(packet, block, ourSsrc);
      }
      at += length;
    }
  }

  #readBlock(packet: Buffer, at: number, ourSsrc: number): void {
    if (packet.readUInt32BE(at) !== ourSsrc) return;
    this.lostOut = Math.max(0, packet.readIntBE(at + 5, 3));
    this.jitterOutTicks = packet.readUInt32BE(at + 12);
    const lastReport = packet.readUInt32BE(at + 16);
    if (lastReport === 0) return;
    const wallClock = Date.now();
    const seconds = (Math.floor(wallClock / 1000) + ntpEpoch) & 0xffff;
    const now32 = seconds * 65_536 + Math.floor(((wallClock % 1000) / 1000) * 65_536);
    const trip = (now32 - lastReport - packet.readUInt32BE(at + 20)) | 0;
    // On one machine rounding makes it a little less than nothing.
    if (trip > -655 && trip < 60 * 65_536) this.roundTrip = Math.max(0, trip) / 65_536;
  }

  #writeDescription(packet: Buffer, at: number, ssrc: number): void {
    packet[at] = 0x81;
    packet[at + 1] = sourceDescription;
    packet.writeUInt16BE(4, at + 2);
    packet.writeUInt32BE(ssrc, at + 4);
    packet[at + 8] = 1; // CNAME
    packet[at + 9] = cname.length;
    cname.copy(packet, at + 10);
  }
}
