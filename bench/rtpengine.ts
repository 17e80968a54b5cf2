import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

type Bencoded = string | { readonly [key: string]: Bencoded };

/** Bencode of strings and dictionaries, all that rtpengine's control protocol needs; keys go sorted. */
const encode = (value: Bencoded): string =>
  typeof value === 'string'
    ? `${Buffer.byteLength(value)}:${value}`
    : `d${Object.keys(value)
        .sort()
        .map((key) => encode(key) + encode(value[key] ?? ''))
        .join('')}e`;

/** The string behind a key of a bencoded dictionary, wherever it stands. */
const stringAt = (reply: string, key: string): string | undefined => {
  const marker = `${key.length}:${key}`;
  const at = reply.indexOf(marker);
  const found = at < 0 ? null : /^(\d+):/.exec(reply.slice(at + marker.length));
  if (!found) return undefined;
  const from = at + marker.length + found[0].length;
  return reply.slice(from, from + Number(found[1]));
};

export const hasRtpengine = () => existsSync('/usr/bin/rtpengine');

export interface Rtpengine {
  readonly pid: number;
  offer(callId: string, sdp: string): Promise<string>;
  answer(callId: string, sdp: string): Promise<string>;
  stop(): void;
}

/** Debian's rtpengine on loopback, forwarding in user space (a kernel module is a machine's matter, not a test's). */
export async function startRtpengine(controlPort: number, rtp: { from: number; to: number }): Promise<Rtpengine> {
  const rtpengine = spawn(
    '/usr/bin/rtpengine',
    [
      '--foreground',
      '--table=-1',
      '--interface=127.0.0.1',
      '--log-level=3',
      '--log-stderr',
      `--listen-ng=127.0.0.1:${controlPort}`,
      `--port-min=${rtp.from}`,
      `--port-max=${rtp.to}`,
    ],
    { stdio: 'ignore' },
  );
  if (!rtpengine.pid) throw new Error('rtpengine did not start');
  const control = createSocket('udp4');
  let cookie = 0;
  const ask = async (command: Bencoded): Promise<string> => {
    cookie += 1;
    const own = `${cookie}`;
    const heard = new Promise<string>((resolve, reject) => {
      const giveUp = setTimeout(() => reject(new Error('rtpengine did not answer')), 3_000);
      const listen = (message: Buffer) => {
        const text = message.toString('latin1');
        if (!text.startsWith(`${own} `)) return;
        clearTimeout(giveUp);
        control.off('message', listen);
        resolve(text.slice(own.length + 1));
      };
      control.on('message', listen);
    });
    control.send(`${own} ${encode(command)}`, controlPort, '127.0.0.1');
    return heard;
  };
  const exchange = async (command: 'offer' | 'answer', callId: string, sdp: string): Promise<string> => {
    const tags = { 'from-tag': `${callId}-a`, ...(command === 'answer' ? { 'to-tag': `${callId}-b` } : {}) };
    const reply = await ask({ command, 'call-id': callId, sdp, ...tags });
    const changed = stringAt(reply, 'sdp');
    if (!changed) throw new Error(`rtpengine refused: ${reply}`);
    return changed;
  };
  for (let attempt = 0; ; attempt += 1) {
    await pause(200);
    if ((await ask({ command: 'ping' }).catch(() => '')).includes('pong')) break;
    if (attempt > 10) throw new Error('rtpengine did not come up');
  }
  return {
    pid: rtpengine.pid,
    offer: (callId, sdp) => exchange('offer', callId, sdp),
    answer: (callId, sdp) => exchange('answer', callId, sdp),
    stop: () => {
      control.close();
      rtpengine.kill('SIGTERM');
    },
  };
}
