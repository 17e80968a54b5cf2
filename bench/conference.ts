import { createSocket, type Socket } from 'node:dgram';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openOpus } from '../apps/server/src/pbx/media/process/audio/opus.ts';
import { startMediaProcess } from '../apps/server/src/pbx/media/testing/media-process.ts';
import { cpuSeconds } from './cpu.ts';
import type { Figure } from './figures.ts';
import { hasJanus, startJanus } from './janus.ts';

const conferences = 5;
const people = 3;
const seconds = Number(process.env['BENCH_SECONDS'] ?? 20);

interface Speaker {
  readonly socket: Socket;
  readonly port: number;
  target: number;
  received: number;
}

const openSpeaker = async (): Promise<Speaker> => {
  const socket = createSocket({ type: 'udp4', recvBufferSize: 1 << 20 });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const speaker: Speaker = { socket, port: socket.address().port, target: 0, received: 0 };
  socket.on('message', (packet) => {
    if (((packet[1] ?? 0) & 0x7f) === 111) speaker.received += 1;
  });
  return speaker;
};

/** A second of speech as far as a codec's work goes: a buzz whose loudness and pitch move. */
const speech = (() => {
  const opus = openOpus(16_000);
  return Array.from({ length: 50 }, (_, frame) => {
    const samples = Int16Array.from({ length: 320 }, (_, i) => {
      const at = (frame * 320 + i) / 16_000;
      const loud = 4000 * (1 + Math.sin(2 * Math.PI * 3 * at));
      return loud * Math.sin(2 * Math.PI * 140 * at + 4 * Math.sin(2 * Math.PI * 700 * at));
    });
    return Uint8Array.from(opus.encode(samples));
  });
})();

/** A second of a microphone that is switched off. */
const silence = (() => {
  const opus = openOpus(16_000);
  return Array.from({ length: 50 }, () => Uint8Array.from(opus.encode(new Int16Array(320))));
})();

/** Who speaks in each conference: all at once, or one while the others listen. */
type Talkers = 'all' | 'one';

/** They talk for `seconds`; gives CPU seconds a conference-minute, and how much of the mix came. */
const talk = async (speakers: readonly Speaker[], pid: number, talkers: Talkers) => {
  const withHeader = (payload: Uint8Array) => Buffer.concat([Buffer.alloc(12), payload]);
  const [loud, quiet] = [speech.map(withHeader), silence.map(withHeader)];
  let tick = 0;
  const say = async (forSeconds: number) => {
    const begun = performance.now();
    for (let said = 0; said < forSeconds * 50; said += 1, tick += 1) {
      for (const [index, { socket, port, target }] of speakers.entries()) {
        const packets = talkers === 'all' || index % people === 0 ? loud : quiet;
        const packet = packets[tick % packets.length] ?? Buffer.alloc(0);
        packet.writeUInt16BE(0x806f, 0);
        packet.writeUInt16BE(tick & 0xffff, 2);
        packet.writeUInt32BE(tick * 960, 4);
        packet.writeUInt32BE(port, 8);
        socket.send(Buffer.from(packet), target, '127.0.0.1');
      }
      await pause(Math.max(0, begun + (said + 1) * 20 - performance.now()));
    }
    return (performance.now() - begun) / 60_000;
  };
  await say(2); // the first packets pay for compiling
  for (const speaker of speakers) speaker.received = 0;
  const before = cpuSeconds(pid);
  const minutes = await say(seconds);
  const perMinute = (cpuSeconds(pid) - before) / minutes / conferences;
  const received = speakers.reduce((sum, speaker) => sum + speaker.received, 0);
  return { perMinute, came: received / (minutes * 3000 * speakers.length) };
};

const withSpeakers = async <T>(work: (speakers: readonly Speaker[]) => Promise<T>): Promise<T> => {
  const speakers = await Promise.all(Array.from({ length: conferences * people }, openSpeaker));
  try {
    return await work(speakers);
  } finally {
    for (const { socket } of speakers) socket.close();
  }
};

const offerOf = ({ port }: Speaker) =>
  [
    'v=0',
    `o=- ${port} 1 IN IP4 127.0.0.1`,
    's=-',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    `m=audio ${port} RTP/AVP 111`,
    'a=rtpmap:111 opus/48000/2',
    'a=rtcp-mux',
    '',
  ].join('\r\n');

const measureOurs = (talkers: Talkers) =>
  withSpeakers(async (speakers) => {
    const folder = mkdtempSync(join(tmpdir(), 'sidetone-bench-'));
    const { media, child, stop } = await startMediaProcess({ LOG_LEVEL: 'warn' });
    try {
      for (const [index, speaker] of speakers.entries()) {
        const offer = { kind: 'rtp', offer: offerOf(speaker), farAddress: '127.0.0.1' } as const;
        const { sdp } = await media.openEndpoint({ endpointId: `${index}`, ...offer });
        speaker.target = Number(/^m=audio (\d+)/m.exec(sdp)?.[1]);
      }
      for (let first = 0; first < speakers.length; first += people) {
        await media.confer(Array.from({ length: people }, (_, index) => `${first + index}`));
        await media.startRecording(`${first}`, { recordingId: `${first}`, path: join(folder, `${first}.wav`) });
      }
      return await talk(speakers, child.pid ?? 0, talkers);
    } finally {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

const measureJanus = (talkers: Talkers) =>
  withSpeakers(async (speakers) => {
    const janus = await startJanus(46_088, { from: 45_000, to: 45_900 });
    try {
      for (let room = 0; room < conferences; room += 1) await janus.openRoom(room + 1);
      for (const [index, speaker] of speakers.entries()) {
        speaker.target = await janus.join(Math.floor(index / people) + 1, speaker.port);
      }
      return await talk(speakers, janus.pid, talkers);
    } finally {
      janus.stop();
    }
  });

/** CPU of conferences of three in Opus, mixed at 16 kHz and recorded: all talk at once, and one while two listen. */
export async function measureConference(): Promise<Figure[]> {
  return [await compare('all', 'all speak'), await compare('one', 'one speaks')];
}

async function compare(talkers: Talkers, who: string): Promise<Figure> {
  const ours = await measureOurs(talkers);
  const rival = hasJanus() ? await measureJanus(talkers) : undefined;
  const came = (of: { came: number }) => `${(of.came * 100).toFixed(1)} % of the mix came`;
  return {
    what: `CPU for a minute of three in conference, recorded, ${who}, ${conferences} at once (${came(ours)})`,
    unit: 'CPU-s',
    ours: [ours.perMinute],
    rival: rival && { name: `Janus AudioBridge (${came(rival)})`, values: [rival.perMinute] },
  };
}
