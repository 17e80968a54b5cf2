import type { Socket } from 'node:dgram';
import { createSocket } from 'node:dgram';
import { decodeTable, encodeSample, type Law } from '../process/audio/g711.ts';
import { G722Decoder, G722Encoder } from '../process/audio/g722.ts';
import { type OpusCodec, openOpus } from '../process/audio/opus.ts';
import { isRtcp } from '../process/wire/rtp-receiver.ts';
import { readSdp } from '../sdp.ts';
import { Ear } from './ear.ts';
import type { PhoneSrtp } from './phone-srtp.ts';
import { HeardRtp, keyPress, rtpPacket } from './rtp.ts';

type PhoneCodec = Law | 'G722' | 'opus';
const payloadTypes: Readonly<Record<PhoneCodec, number>> = { PCMU: 0, PCMA: 8, G722: 9, opus: 111 };
/** What timestamps grow by in 20 ms; those of G.722 count as if it had 8 kHz (RFC 3551). */
const frameTicks: Readonly<Record<PhoneCodec, number>> = { PCMU: 160, PCMA: 160, G722: 160, opus: 960 };

/** A desk phone as media sees it: a UDP socket that says one tone in its codec and hears what comes. */
export class RtpPhone {
  readonly ear: Ear;
  readonly heard = new HeardRtp([97]);
  readonly #socket: Socket;
  readonly #law: PhoneCodec;
  readonly #encoder = new G722Encoder();
  readonly #decoder = new G722Decoder();
  #opus: OpusCodec | undefined;
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
      ...(this.#law === 'opus' ? [`a=rtpmap:${payloadType} opus/48000/2`] : []),
      ...(this.#srtp?.lines(asked) ?? []),
      `a=${direction}`,
      '',
    ].join('\r\n');
  }

  /** Our offer as phones make it that send keys as tones alone: it names no telephone-event (RFC 4733). */
  toneSdp(): string {
    return this.sdp()
      .replace(/(RTP\/AVP \d+) 97/, '$1')
      .replace(/a=rtpmap:97.*\r\n/, '');
  }

  /** Says these samples of `ear.rate` one time, as fast as people do. */
  async speaks(samples: Int16Array): Promise<void> {
    const size = this.ear.rate / 50;
    const began = performance.now();
    for (let at = 0; at + size <= samples.length; at += size) {
      const wait = began + (at / size) * 20 - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      this.#timestamp = (this.#timestamp + frameTicks[this.#law]) >>> 0;
      this.#send(payloadTypes[this.#law], this.#encode(samples.subarray(at, at + size)));
    }
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
      this.#timestamp = (this.#timestamp + frameTicks[this.#law]) >>> 0;
      this.#send(payloadTypes[this.#law], this.#encode(samples));
    }, 20);
  }

  /** Sends these frames of 20 ms, in its own law, without waiting between them. */
  plays(frames: readonly Uint8Array[]): void {
    for (const payload of frames) {
      this.#timestamp = (this.#timestamp + frameTicks[this.#law]) >>> 0;
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
    if (codec === 'opus') return this.#opusAt().encode(samples);
    return Uint8Array.from(samples, (sample) => encodeSample(codec, sample));
  }

  #opusAt(): OpusCodec {
    this.#opus ??= openOpus(8000);
    return this.#opus;
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
    if (payloadType === payloadTypes.opus) return this.#opusAt().decode(payload);
    const table = decodeTable(payloadType === 0 ? 'PCMU' : 'PCMA');
    return Array.from(payload, (byte) => table[byte] ?? 0);
  }
}
