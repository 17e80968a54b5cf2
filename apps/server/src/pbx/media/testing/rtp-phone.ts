import type { Socket } from 'node:dgram';
import { createSocket } from 'node:dgram';
import { decodeTable, encodeSample, type Law } from '../process/audio/g711.ts';
import { G722Decoder, G722Encoder } from '../process/audio/g722.ts';
import { isRtcp } from '../process/wire/rtp-receiver.ts';
import { readSdp } from '../sdp.ts';
import { Ear } from './ear.ts';
import type { PhoneSrtp } from './phone-srtp.ts';
import { HeardRtp, keyPress, rtpPacket } from './rtp.ts';

type PhoneCodec = Law | 'G722';
const payloadTypes: Readonly<Record<PhoneCodec, number>> = { PCMU: 0, PCMA: 8, G722: 9 };

/** A desk phone as media sees it: a UDP socket that says one tone in its codec and hears what comes. */
export class RtpPhone {
  readonly ear: Ear;
  readonly heard = new HeardRtp([97]);
  readonly #socket: Socket;
  readonly #law: PhoneCodec;
  readonly #encoder = new G722Encoder();
  readonly #decoder = new G722Decoder();
  readonly #srtp: PhoneSrtp | undefined;
  /** Of its own stream; a phone that starts another one has another. */
  ssrc = 0x1234_5678;
  readonly port: number;
  #timer: NodeJS.Timeout | undefined;
  #target: { address: string; port: number } | undefined;
  #sequence = 65_500; // wraps during a test
  #timestamp = 4_294_960_000;

  static open(
    law: PhoneCodec = 'PCMU',
    address: '127.0.0.1' | '::1' = '127.0.0.1',
    srtp?: PhoneSrtp,
  ): Promise<RtpPhone> {
    const socket = createSocket(address === '::1' ? 'udp6' : 'udp4');
    return new Promise((resolve) => {
      socket.bind(0, address, () => resolve(new RtpPhone(socket, law, srtp)));
    });
  }

  constructor(socket: Socket, law: PhoneCodec, srtp?: PhoneSrtp) {
    this.#socket = socket;
    this.#srtp = srtp;
    this.#law = law;
    this.ear = new Ear(law === 'G722' ? 16_000 : 8000);
    this.port = socket.address().port;
    socket.on('message', (packet) => this.#hear(packet));
  }

  /** Our description, as offer, or as answer to the offer `to`. */
  sdp(direction = 'sendrecv', port = this.port, to?: string): string {
    const asked = to === undefined ? undefined : readSdp(to, 'rtp', 'offer').crypto[0];
    const payloadType = payloadTypes[this.#law];
    const { address, family } = this.#socket.address();
    const at = `IP${family.slice(-1)} ${address}`;
    return [
      'v=0',
      `o=phone 1 1 IN ${at}`,
      's=call',
      `c=IN ${at}`,
      't=0 0',
      `m=audio ${port} ${this.#srtp?.profile ?? 'RTP/AVP'} ${payloadType} 97`,
      'a=rtpmap:97 telephone-event/8000',
      'a=rtcp-mux',
      ...(this.#srtp?.lines(asked) ?? []),
      `a=${direction}`,
      '',
    ].join('\r\n');
  }

  /** Takes the other side's description and begins to say a tone; `isLoud` says of each sample whether it is, else it is nearly silent. */
  say(hertz: number, sdp: string, isLoud: (sample: number) => boolean = () => true): void {
    this.follow(sdp);
    let at = 0;
    this.#timer = setInterval(() => {
      const rate = this.ear.rate;
      const samples = Int16Array.from({ length: rate / 50 }, () =>
        Math.round((isLoud(at) ? 8000 : 40) * Math.sin((2 * Math.PI * hertz * at++) / rate)),
      );
      this.#timestamp = (this.#timestamp + 160) >>> 0;
      this.#send(payloadTypes[this.#law], this.#encode(samples));
    }, 20);
  }

  /** Sends these frames of 20 ms, in its own law, without waiting between them. */
  plays(frames: readonly Uint8Array[]): void {
    for (const payload of frames) {
      this.#timestamp = (this.#timestamp + 160) >>> 0;
      this.#send(payloadTypes[this.#law], payload);
    }
  }

  /** Takes the other side's description without a word. */
  follow(sdp: string): void {
    const { address, port, crypto } = readSdp(sdp, 'rtp', this.#srtp ? 'require' : 'off');
    this.#target = { address, port };
    if (crypto[0]) this.#srtp?.agree(crypto[0]);
  }

  /** Stops talking. */
  hush(): void {
    clearInterval(this.#timer);
  }

  press(event: number): void {
    for (const payload of keyPress(event, [160, 320, 480])) this.#send(97, payload);
  }

  /** Comfort noise as phones send it in a pause (RFC 3389), which nobody asked for. */
  sendComfortNoise(): void {
    this.#send(13, Uint8Array.of(60));
  }

  /** Sends bytes as they are, from the phone's own port. */
  sendRaw(bytes: Buffer, port: number): void {
    this.#socket.send(bytes, port, this.#socket.address().address);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#socket.close();
  }

  #encode(samples: Int16Array): Uint8Array {
    const codec = this.#law;
    if (codec === 'G722') return this.#encoder.encode(samples);
    return Uint8Array.from(samples, (sample) => encodeSample(codec, sample));
  }

  #send(payloadType: number, payload: Uint8Array): void {
    this.#sequence = (this.#sequence + 1) & 0xffff;
    const header = { payloadType, sequence: this.#sequence, timestamp: this.#timestamp, ssrc: this.ssrc };
    const { port, address } = this.#target ?? {};
    const packet = rtpPacket(header, payload);
    if (port !== undefined) this.#socket.send(this.#srtp?.seal(packet) ?? packet, port, address);
  }

  #hear(wire: Buffer): void {
    const packet = this.#srtp ? this.#srtp.open(wire, isRtcp(wire)) : wire;
    if (packet === undefined) return;
    const audio = this.heard.take(packet);
    if (!audio) return;
    this.ear.hear(this.#decode(audio.payloadType, audio.payload));
  }

  #decode(payloadType: number, payload: Uint8Array): ArrayLike<number> {
    if (payloadType === payloadTypes.G722) return this.#decoder.decode(payload);
    const table = decodeTable(payloadType === 0 ? 'PCMU' : 'PCMA');
    return Array.from(payload, (byte) => table[byte] ?? 0);
  }
}
