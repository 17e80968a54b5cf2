import type { Socket } from 'node:dgram';
import { createSocket } from 'node:dgram';
import { decodeTable, encodeSample } from '../process/g711.ts';
import { emptyHeader, isRtcp, readRtp } from '../process/rtp-receiver.ts';
import { readSdp } from '../sdp.ts';
import { Ear } from './ear.ts';

/** A desk phone as media sees it: a UDP socket that says one tone in G.711 and hears what comes. */
export class RtpPhone {
  readonly ear = new Ear();
  /** Digits heard as telephone-event, once for each end. */
  digits = '';
  ssrcs = new Set<number>();
  /** Sequence numbers as they came. */
  readonly sequences: number[] = [];
  reports = 0;
  readonly #socket: Socket;
  readonly #law: 'PCMU' | 'PCMA';
  readonly port: number;
  #timer: NodeJS.Timeout | undefined;
  #target: { address: string; port: number } | undefined;
  #sequence = 65_500; // wraps during a test
  #timestamp = 4_294_960_000;
  #lastEvent = -1;

  static open(law: 'PCMU' | 'PCMA' = 'PCMU', address: '127.0.0.1' | '::1' = '127.0.0.1'): Promise<RtpPhone> {
    const socket = createSocket(address === '::1' ? 'udp6' : 'udp4');
    return new Promise((resolve) => {
      socket.bind(0, address, () => resolve(new RtpPhone(socket, law)));
    });
  }

  constructor(socket: Socket, law: 'PCMU' | 'PCMA') {
    this.#socket = socket;
    this.#law = law;
    this.port = socket.address().port;
    socket.on('message', (packet) => this.#hear(packet));
  }

  /** Our description, as offer or answer. */
  sdp(direction = 'sendrecv', port = this.port): string {
    const payloadType = this.#law === 'PCMU' ? 0 : 8;
    const { address, family } = this.#socket.address();
    const at = `IP${family.slice(-1)} ${address}`;
    return [
      'v=0',
      `o=phone 1 1 IN ${at}`,
      's=call',
      `c=IN ${at}`,
      't=0 0',
      `m=audio ${port} RTP/AVP ${payloadType} 97`,
      'a=rtpmap:97 telephone-event/8000',
      'a=rtcp-mux',
      `a=${direction}`,
      '',
    ].join('\r\n');
  }

  /** Takes the other side's description and begins to say a tone. */
  say(hertz: number, sdp: string): void {
    const { address, port } = readSdp(sdp, 'rtp');
    this.#target = { address, port };
    let at = 0;
    this.#timer = setInterval(() => {
      const packet = this.#header(this.#law === 'PCMU' ? 0 : 8, 160);
      for (let i = 0; i < 160; i++, at++) {
        packet[12 + i] = encodeSample(this.#law, Math.round(8000 * Math.sin((2 * Math.PI * hertz * at) / 8000)));
      }
      this.#send(packet);
    }, 20);
  }

  /** Stops talking. */
  hush(): void {
    clearInterval(this.#timer);
  }

  /** Sends a digit as phones do: each packet once, the end three times. */
  press(event: number): void {
    const timestamp = this.#timestamp;
    for (const [duration, end] of [
      [160, 0],
      [320, 0],
      [480, 0x80],
      [480, 0x80],
      [480, 0x80],
    ] as const) {
      const packet = this.#header(97, 4, timestamp);
      packet.set([event, end | 10, duration >> 8, duration & 0xff], 12);
      this.#send(packet);
    }
  }

  /** Sends bytes as they are, from the phone's own port. */
  sendRaw(bytes: Buffer, port: number): void {
    this.#socket.send(bytes, port, this.#socket.address().address);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#socket.close();
  }

  #header(payloadType: number, length: number, timestamp?: number): Buffer {
    const packet = Buffer.alloc(12 + length);
    packet[0] = 0x80;
    packet[1] = payloadType;
    this.#sequence = (this.#sequence + 1) & 0xffff;
    packet.writeUInt16BE(this.#sequence, 2);
    if (timestamp === undefined) this.#timestamp = (this.#timestamp + 160) >>> 0;
    packet.writeUInt32BE(timestamp ?? this.#timestamp, 4);
    packet.writeUInt32BE(0x1234_5678, 8);
    return packet;
  }

  #send(packet: Buffer): void {
    if (this.#target !== undefined) this.#socket.send(packet, this.#target.port, this.#target.address);
  }

  #hear(packet: Buffer): void {
    if (isRtcp(packet)) {
      this.reports += 1;
      return;
    }
    const header = emptyHeader();
    if (!readRtp(packet, header)) return;
    this.ssrcs.add(header.ssrc);
    this.sequences.push(header.sequence);
    if (header.payloadType === 97) {
      const isEnd = ((packet[header.payloadStart + 1] ?? 0) & 0x80) !== 0;
      if (isEnd && header.timestamp !== this.#lastEvent) {
        this.digits += '0123456789*#ABCD'[packet[header.payloadStart] ?? 0];
        this.#lastEvent = header.timestamp;
      }
      return;
    }
    const table = decodeTable(header.payloadType === 0 ? 'PCMU' : 'PCMA');
    this.ear.hear(Array.from(packet.subarray(header.payloadStart, header.payloadEnd), (byte) => table[byte] ?? 0));
  }
}
