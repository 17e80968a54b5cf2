import type { SrtpStats, Strangers } from '../../media.ts';
import type { AudioDescription } from '../../sdp.ts';
import type { LocalTransport } from '../../sdp-write.ts';

/** The wire of one endpoint: packets in and out, and our side of its description. */
export interface Transport {
  /** What our offer says. */
  offer(): LocalTransport;
  /** Follows the far side's offer and gives what our answer says. `restart` is a new start of ICE. */
  answer(far: AudioDescription, restart: boolean): LocalTransport;
  /** Follows the far side's answer to our offer. */
  acceptAnswer(far: AudioDescription): void;
  /** False where the packet couldn't leave: not connected yet, or gone. Never throws. */
  send(packet: Buffer): boolean;
  sendRtcp(packet: Buffer): boolean;
  /** Of plain RTP, once it is encrypted. */
  readonly srtp?: SrtpStats | undefined;
  /** Of plain RTP, once a packet was refused for where it came from. */
  readonly strangers?: Strangers | undefined;
  close(): void;
}

/** What a transport tells its endpoint. */
export interface TransportEvents {
  /** RTP or RTCP; the buffer is the listener's to spoil. */
  onPacket(packet: Buffer): void;
  onConnected(): void;
  onFailed(why: string): void;
  /** Something nobody foresaw; it must not leave the callback it happened in, or every endpoint would end with it. */
  onError(error: unknown): void;
  /** Whether the far side may send this payload type: only such a packet makes its source the right one. */
  expects(payloadType: number): boolean;
}
