import { spawn } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MediaClient } from '../apps/server/src/pbx/media/media-client.ts';
import { someOwner } from '../apps/server/src/pbx/media/testing/owner.ts';
import { cpuSeconds } from './cpu.ts';
import type { Figure } from './figures.ts';
import { hasRtpengine, startRtpengine } from './rtpengine.ts';

export const calls = Number(process.env['BENCH_CALLS'] ?? 50);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 20);
interface Phone {
  readonly socket: Socket;
  readonly sdp: string;
  received: number;
  target: { port: number; address: string };
}

const openPhone = async (): Promise<Phone> => {
  const socket = createSocket({ type: 'udp4', recvBufferSize: 1 << 20 });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  const sdp = [
    'v=0',
    `o=- ${port} 1 IN IP4 127.0.0.1`,
    's=-',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    `m=audio ${port} RTP/AVP 0`,
    'a=rtpmap:0 PCMU/8000',
    'a=ptime:20',
    '',
  ].join('\r\n');
  const phone: Phone = { socket, sdp, received: 0, target: { port: 0, address: '127.0.0.1' } };
  socket.on('message', (packet) => {
    if (packet.length === 172) phone.received += 1;
  });
  return phone;
};

export const targetOf = (sdp: string) => ({
  port: Number(/^m=audio (\d+)/m.exec(sdp)?.[1]),
  address: /^c=IN IP4 (\S+)/m.exec(sdp)?.[1] ?? '127.0.0.1',
});

/** Lets every phone talk for `seconds` at 50 packets a second; gives CPU seconds a call-minute and the loss. */
export const talk = async (phones: readonly Phone[], ...pids: readonly number[]) => {
  const packets = phones.map((_, index) => {
    const packet = Buffer.alloc(172, 0xd5);
    packet.writeUInt16BE(0x8000, 0);
    packet.writeUInt32BE(index + 1, 8);
    return packet;
  });
  const used = () => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const before = used();
  const begun = performance.now();
  const total = seconds * 50;
  for (let tick = 0; tick < total; tick += 1) {
    for (const [index, phone] of phones.entries()) {
      const packet = packets[index] ?? Buffer.alloc(0);
      packet.writeUInt16BE(tick & 0xffff, 2);
      packet.writeUInt32BE(tick * 160, 4);
      phone.socket.send(packet, phone.target.port, phone.target.address);
    }
    await pause(Math.max(0, begun + (tick + 1) * 20 - performance.now()));
  }
  await pause(300);
  const minutes = (performance.now() - begun) / 60_000;
  const spent = used() - before;
  const received = phones.reduce((sum, phone) => sum + phone.received, 0);
  return { perCallMinute: spent / minutes / (phones.length / 2), loss: 1 - received / (total * phones.length) };
};

export const withPhones = async <T>(work: (phones: readonly Phone[]) => Promise<T>): Promise<T> => {
  const phones = await Promise.all(Array.from({ length: calls * 2 }, openPhone));
  try {
    return await work(phones);
  } finally {
    for (const phone of phones) phone.socket.close();
  }
};

const measureOurs = () =>
  withPhones(async (phones) => {
    const folder = mkdtempSync(join(tmpdir(), 'sidetone-bench-'));
    const socketPath = join(folder, 'media.sock');
    const script = fileURLToPath(new URL('../apps/server/src/pbx/media/process/main.ts', import.meta.url));
    const media = spawn(process.execPath, [script], {
      stdio: ['pipe', 'ignore', 'inherit'],
      env: {
        ...process.env,
        MEDIA_SOCKET: socketPath,
        MEDIA_PORT: '47999',
        RTP_PORTS: '47000-47998',
        HOST: '127.0.0.1',
        LOG_LEVEL: 'warn',
      },
    });
    const client = new MediaClient({ socketPath, owner: someOwner });
    try {
      if (!media.pid) throw new Error('The media process did not start');
      for (let index = 0; index < phones.length; index += 2) {
        for (const side of [index, index + 1]) {
          const phone = phones[side];
          if (!phone) continue;
          const { sdp } = await client.openEndpoint({
            endpointId: `phone-${side}`,
            kind: 'rtp',
            offer: phone.sdp,
            codecs: ['PCMU'],
            farAddress: '127.0.0.1',
          });
          phone.target = targetOf(sdp);
        }
        await client.bridge(`phone-${index}`, `phone-${index + 1}`);
      }
      return await talk(phones, media.pid);
    } finally {
      client.stop();
      media.kill('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    }
  });

const measureRtpengine = () =>
  withPhones(async (phones) => {
    const rtpengine = await startRtpengine(46_998, { from: 46_000, to: 46_900 });
    try {
      for (let index = 0; index < phones.length; index += 2) {
        const [a, b] = [phones[index], phones[index + 1]];
        if (!a || !b) continue;
        b.target = targetOf(await rtpengine.offer(`call-${index}`, a.sdp));
        a.target = targetOf(await rtpengine.answer(`call-${index}`, b.sdp));
      }
      return await talk(phones, rtpengine.pid);
    } finally {
      rtpengine.stop();
    }
  });

/** CPU of bridged G.711 calls between plain RTP phones; rtpengine only where Debian's package is installed. */
export async function measureMedia(): Promise<Figure[]> {
  const ours = await measureOurs();
  const rival = hasRtpengine() ? await measureRtpengine() : undefined;
  const loss = (of: { loss: number }) => `${(of.loss * 100).toFixed(2)} % lost`;
  return [
    {
      what: `CPU for a bridged call-minute, ${calls} G.711 calls (${loss(ours)})`,
      unit: 'CPU-s',
      ours: [ours.perCallMinute],
      rival: rival && { name: `rtpengine in user space (${loss(rival)})`, values: [rival.perCallMinute] },
    },
  ];
}
