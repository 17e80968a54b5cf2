import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freeUdpPort } from '../../../testing/free-port.ts';
import type { HostedFilesOptions } from '../hosted/hosted-files.ts';
import type { MediaFact } from '../media.ts';
import { MediaClient } from '../media-client.ts';
import { someOwner } from './owner.ts';

/** A media process of a test's own, on free ports, with a client connected to it. */
export interface MediaProcess {
  readonly media: MediaClient;
  readonly socketPath: string;
  readonly child: ChildProcess;
  readonly facts: MediaFact[];
  /** What the process wrote to its log so far. */
  readonly log: () => string;
  /** Waits until a fact that fits was told, also before now. */
  heard(fits: (fact: MediaFact) => boolean, timeoutMs?: number): Promise<MediaFact>;
  start(): ChildProcess;
  stop(): Promise<void>;
}

const main = fileURLToPath(new URL('../process/main.ts', import.meta.url));

export async function startMediaProcess(
  env: Record<string, string> = {},
  files?: HostedFilesOptions,
): Promise<MediaProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'media-'));
  const socketPath = join(folder, 'media.sock');
  const [mediaPort, rtpFrom] = [await freeUdpPort(), await freeUdpPort()];
  const first = Math.min(rtpFrom - (rtpFrom % 2), 65_400);
  let log = '';
  const start = () => {
    const started = spawn(process.execPath, [main], {
      env: {
        ...process.env,
        MEDIA_SOCKET: socketPath,
        MEDIA_PORT: String(mediaPort),
        RTP_PORTS: `${first}-${first + 99}`,
        HOST: '127.0.0.1',
        PUBLIC_ADDRESS: '',
        LOG_LEVEL: 'info',
        ...env,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    for (const stream of [started.stdout, started.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        log += text;
      });
    }
    return started;
  };
  const child = start();
  const media = new MediaClient({ socketPath, owner: someOwner, files });
  const facts: MediaFact[] = [];
  media.onFact((fact) => facts.push(fact));
  const children = [child];
  return {
    media,
    socketPath,
    child,
    facts,
    log: () => log,
    heard: (fits, timeoutMs = 8000) => heard(media, facts, fits, timeoutMs, () => log),
    start: () => {
      const again = start();
      children.push(again);
      return again;
    },
    stop: async () => {
      media.stop();
      await Promise.all(children.map(ended));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function heard(
  media: MediaClient,
  facts: readonly MediaFact[],
  fits: (fact: MediaFact) => boolean,
  timeoutMs: number,
  log: () => string,
): Promise<MediaFact> {
  const known = facts.find(fits);
  if (known !== undefined) return Promise.resolve(known);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stop();
      reject(new Error(`no such fact; heard ${JSON.stringify(facts)}\n${log()}`));
    }, timeoutMs);
    const stop = media.onFact((fact) => {
      if (!fits(fact)) return;
      clearTimeout(timer);
      stop();
      resolve(fact);
    });
  });
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
