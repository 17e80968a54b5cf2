import { Decoder, Encoder } from '@evan/opus';
import * as library from 'node-datachannel';
import { decodeTable, encodeSample } from '../process/audio/g711.ts';
import { Ear } from './ear.ts';
import { HeardRtp, keyPress, rtpPacket } from './rtp.ts';

/** A browser as media sees it: ICE, DTLS-SRTP, one Opus (or PCMU) track that says a tone, and an ear. */
export class WebRtcPeer {
  readonly ear = new Ear();
  readonly heard = new HeardRtp([110, 126]);
  readonly #connection: library.PeerConnection;
  readonly #track: library.Track;
  readonly #decoder = new Decoder({ channels: 1, sample_rate: 8000 });
  readonly #encoder = new Encoder({ channels: 1, sample_rate: 48_000, application: 'audio' });
  readonly #codec: 'opus' | 'PCMU';
  #timer: NodeJS.Timeout | undefined;
  #sequence = 1000;
  #timestamp = 5000;

  constructor(name: string, codec: 'opus' | 'PCMU' = 'opus', bindAddress = '127.0.0.1') {
    this.#codec = codec;
    this.#connection = new library.PeerConnection(name, {
      iceServers: [],
      bindAddress,
      disableAutoNegotiation: true,
    });
    const audio = new library.Audio('0', 'SendRecv');
    if (codec === 'opus') audio.addAudioCodec(111, 'opus/48000/2', 'minptime=10;useinbandfec=1');
    audio.addAudioCodec(0, 'PCMU');
    if (codec === 'opus') audio.addAudioCodec(110, 'telephone-event/48000');
    audio.addAudioCodec(126, 'telephone-event/8000');
    audio.addSSRC(4242, 'peer');
    this.#track = this.#connection.addTrack(audio);
    this.#track.onMessage((packet) => this.#hear(packet));
  }

  /**
   * Our offer, without candidates as from a browser that hides its addresses. It also keeps the library from connecting
   * before it knows the answer's fingerprint, which fails.
   */
  async offer(): Promise<string> {
    this.#connection.setLocalDescription('offer');
    await this.#gathered();
    return (this.#connection.localDescription()?.sdp ?? '').replace(/^a=(?:candidate|end-of-candidates).*\r\n/gm, '');
  }

  acceptAnswer(sdp: string): void {
    this.#connection.setRemoteDescription(sdp, 'answer');
  }

  async answer(offer: string): Promise<string> {
    this.#connection.setRemoteDescription(offer, 'offer');
    this.#connection.setLocalDescription('answer');
    await this.#gathered();
    return this.#connection.localDescription()?.sdp ?? '';
  }

  /** As the library says now, whether or not this thread has heard of it. */
  get state(): string {
    return this.#connection.state();
  }

  say(hertz: number): void {
    let at = 0;
    const isOpus = this.#codec === 'opus';
    this.#timer = setInterval(() => {
      if (!this.#track.isOpen()) return;
      let payload: Uint8Array;
      if (isOpus) {
        const samples = Int16Array.from({ length: 960 }, () => {
          return Math.round(8000 * Math.sin((2 * Math.PI * hertz * at++) / 48_000));
        });
        payload = this.#encoder.encode(samples);
      } else {
        payload = Uint8Array.from({ length: 160 }, () => {
          return encodeSample('PCMU', Math.round(8000 * Math.sin((2 * Math.PI * hertz * at++) / 8000)));
        });
      }
      this.#timestamp += isOpus ? 960 : 160;
      this.#send(isOpus ? 111 : 0, payload);
    }, 20);
  }

  press(event: number): void {
    for (const payload of keyPress(event, [960, 1920, 4800])) this.#send(110, payload);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#track.close();
    this.#connection.close();
  }

  #send(payloadType: number, payload: Uint8Array): void {
    this.#sequence = (this.#sequence + 1) & 0xffff;
    const header = { payloadType, sequence: this.#sequence, timestamp: this.#timestamp, ssrc: 4242 };
    this.#track.sendMessageBinary(rtpPacket(header, payload));
  }

  #hear(packet: Buffer): void {
    const audio = this.heard.take(packet);
    if (!audio) return;
    if (audio.payloadType === 111) {
      const bytes = this.#decoder.decode(audio.payload);
      this.ear.hear(new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 1));
    } else {
      const table = decodeTable('PCMU');
      this.ear.hear(Array.from(audio.payload, (byte) => table[byte] ?? 0));
    }
  }

  #gathered(): Promise<void> {
    if (this.#connection.gatheringState() === 'complete') return Promise.resolve();
    return new Promise((resolve) => {
      this.#connection.onGatheringStateChange((state) => {
        if (state === 'complete') resolve();
      });
    });
  }
}
