import { createSocket, type Socket } from 'node:dgram';
import { rtpPacket } from './rtp.ts';

const everyMs = 20;

/** Somebody at another address who sends RTP and RTCP to ports of ours, and counts what comes back. */
export interface Sprayer {
  readonly heard: () => number;
  /** From now on, fifty packets a second to each of these ports, in the payload types that phones here speak. */
  spray(ports: readonly number[]): void;
  close(): void;
}

export async function openSprayer(address = '127.0.0.4'): Promise<Sprayer> {
  const socket: Socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, address, resolve));
  let heard = 0;
  let timer: NodeJS.Timeout | undefined;
  let sequence = 0;
  socket.on('message', () => {
    heard += 1;
  });
  // Nobody listens at most of the ports.
  socket.on('error', () => {});
  return {
    heard: () => heard,
    spray(ports) {
      timer = setInterval(() => {
        sequence = (sequence + 1) & 0xffff;
        const header = { payloadType: sequence % 2 === 0 ? 0 : 8, sequence, timestamp: sequence * 160, ssrc: 666 };
        const audio = rtpPacket(header, new Uint8Array(160).fill(sequence & 0xff));
        for (const port of ports) socket.send(port % 2 === 0 ? audio : report, port, '127.0.0.1');
      }, everyMs);
    },
    close() {
      clearInterval(timer);
      socket.close();
    },
  };
}

/** An empty receiver report (RFC 3550 §6.4.2). */
const report = Buffer.from([0x80, 201, 0, 1, 0, 0, 2, 0x9a]);
