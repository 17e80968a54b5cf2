import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { decode, encode, type Law, payloadTypeOf } from './g711.ts';
import { KeyListener, type KeyPacket, pressing } from './keys.ts';
import { Recording } from './recording.ts';
import { readRtp, writeRtp } from './rtp-packet.ts';
import { type Sound, sampleRate } from './sound.ts';
import { startTicks } from './ticks.ts';

const stepMs = 20;
const stepSamples = (sampleRate * stepMs) / 1000;

/** Where the audio goes and how it is written. */
export interface FarEnd {
  readonly host: string;
  readonly port: number;
  readonly law: Law;
  readonly keys: number | undefined;
}

/** The mouth and the ears of one call: RTP from and to one UDP port. */
export class Voice {
  readonly heard = new Recording();
  readonly #socket: Socket;
  readonly #port: number;
  readonly #onKey: (key: string) => void;
  readonly #keyListener = new KeyListener();
  readonly #ssrc = randomInt(2 ** 32);
  #sequence = randomInt(2 ** 15);
  #timestamp = randomInt(2 ** 32);
  #far: FarEnd | undefined;
  /** Whether what is said goes out; silence does otherwise, as long as we send at all. */
  #speaking = true;
  #listening = true;
  #sound: Sound | undefined;
  #said = 0;
  #typing: { readonly packets: Generator<readonly KeyPacket[]>; readonly done: () => void } | undefined;
  #waiting: { readonly keys: string; readonly done: () => void }[] = [];
  #stop: (() => void) | undefined;

  private constructor(socket: Socket, onKey: (key: string) => void) {
    this.#socket = socket;
    this.#port = socket.address().port;
    this.#onKey = onKey;
    socket.on('message', (bytes) => this.#hear(bytes));
    // An answer from a closed port of the other side: what is lost in the audio is lost.
    socket.on('error', () => undefined);
  }

  /** Opens a port on this address of ours. */
  static async open(host: string, onKey: (key: string) => void): Promise<Voice> {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.bind(0, host, resolve);
    });
    socket.removeAllListeners('error');
    return new Voice(socket, onKey);
  }

  get port(): number {
    return this.#port;
  }

  /** Whether the other side takes key presses. */
  get takesKeys(): boolean {
    return this.#far?.keys !== undefined;
  }

  /** Begins to send, or goes on to another place. */
  sendTo(far: FarEnd, given: { readonly speaking: boolean; readonly listening: boolean }): void {
    this.#far = far;
    this.#speaking = given.speaking;
    this.#listening = given.listening;
    this.#stop ??= startTicks(stepMs, (missed) => this.#step(missed));
  }

  /** Says this from its beginning; undefined is to fall silent. */
  speaks(sound: Sound | undefined): void {
    this.#sound = sound;
    this.#said = 0;
  }

  /** Presses keys after those that wait already; resolves when they are sent, or when the call is over. */
  presses(keys: string): Promise<void> {
    return new Promise((done) => this.#waiting.push({ keys, done }));
  }

  close(): void {
    this.#stop?.();
    this.#socket.close();
    this.#typing?.done();
    for (const { done } of this.#waiting.splice(0)) done();
  }

  #step(missed: number): void {
    this.#timestamp = (this.#timestamp + (missed + 1) * stepSamples) >>> 0;
    const far = this.#far;
    if (!far) return;
    const next = this.#typing ? undefined : this.#waiting.shift();
    if (next) this.#typing = { packets: pressing(next.keys), done: next.done };
    const step = this.#typing?.packets.next();
    if (this.#typing && step?.done) {
      this.#typing.done();
      this.#typing = undefined;
    }
    if (step && !step.done) {
      for (const packet of step.value) this.#sendKey(far, packet);
      return;
    }
    const payload = encode(far.law, this.#nextWords());
    this.#send(far, payloadTypeOf[far.law], payload, this.#timestamp, false);
  }

  #sendKey(far: FarEnd, { payload, sinceDown, isFirst }: KeyPacket): void {
    if (far.keys === undefined) return;
    // RFC 4733 §2.2.1: all packets of a press bear the time at which the key went down.
    this.#send(far, far.keys, payload, (this.#timestamp - sinceDown) >>> 0, isFirst);
  }

  #send(far: FarEnd, payloadType: number, payload: Uint8Array, timestamp: number, marker: boolean): void {
    this.#sequence = (this.#sequence + 1) & 0xffff;
    const packet = writeRtp({ payloadType, marker, sequence: this.#sequence, timestamp, ssrc: this.#ssrc, payload });
    this.#socket.send(packet, far.port, far.host, () => undefined);
  }

  /** What is said in the next step; a sound continues while nobody may hear it, as a voice would. */
  #nextWords(): Float32Array {
    const words = new Float32Array(stepSamples);
    const { samples, loops } = this.#sound ?? { samples: words, loops: false };
    for (let index = 0; index < stepSamples && samples.length > 0; index++) {
      const at = loops ? this.#said % samples.length : this.#said;
      words[index] = this.#speaking ? (samples[at] ?? 0) : 0;
      this.#said += 1;
    }
    return words;
  }

  #hear(bytes: Buffer): void {
    const packet = readRtp(bytes);
    const far = this.#far;
    if (!packet || !far) return;
    if (packet.payloadType === far.keys) {
      const key = this.#keyListener.take(packet.timestamp, packet.payload);
      if (key !== undefined) this.#onKey(key);
    } else if (packet.payloadType === payloadTypeOf[far.law] && this.#listening) {
      this.heard.take(packet.timestamp, decode(far.law, packet.payload));
    }
  }
}
