import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CellFiles } from '../../../apps/server/src/tls/cell.ts';
import { makeCell, makeCellCertificate } from '../../../apps/server/src/tls/cell-authority.ts';
import { repository } from '../sidetone.ts';
import { unitSettings } from './edges.ts';

/** The certificates of a cell, as `sidetone cell` makes them. */
export class CellCertificates {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    makeCell(folder, new Date());
  }

  /** Settings of a process at `host`. */
  settingsOf(role: 'carrier' | 'media', host: string): Record<string, string> {
    const made: CellFiles | undefined = makeCellCertificate(this.#folder, { role, host, now: new Date() });
    if (!made) throw new Error('The cell has no authority');
    return { CELL_CERT: made.certFile, CELL_KEY: made.keyFile, CELL_CA: made.authorityFile };
  }
}

/** A machine with media processes alone, started by the command with which its unit starts it. */
export class MediaHost {
  readonly #child: ChildProcess;
  #said = '';

  private constructor(child: ChildProcess) {
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (this.#said += String(chunk)));
  }

  static async start(given: {
    readonly folder: string;
    readonly address: string;
    readonly port: number;
    readonly media: number;
    readonly rtp: string;
    readonly settings: Record<string, string>;
  }): Promise<MediaHost> {
    const { folder, address, port, media, rtp, settings } = given;
    mkdirSync(folder, { recursive: true });
    const node = join(repository, 'node_modules', 'node', 'bin', 'node');
    const child = spawn(node, ['apps/server/src/cli.ts', 'media'], {
      cwd: repository,
      env: {
        PATH: process.env['PATH'],
        ...unitSettings('sidetone-media.service'),
        NODE_COMPILE_CACHE: join(repository, '.cache', 'node-compiled'),
        DATA_DIR: folder,
        HOST: address,
        MEDIA_LISTEN: `${address}:${port}`,
        MEDIA_PROCESSES: '1',
        MEDIA_PORT: String(media),
        RTP_PORTS: rtp,
        ...settings,
      },
    });
    const host = new MediaHost(child);
    for (const until = performance.now() + 30_000; !host.said.includes('listening for carriers'); await pause(50)) {
      if (child.exitCode !== null || performance.now() > until) throw new Error(`sidetone media: ${host.said}`);
    }
    return host;
  }

  get said(): string {
    return this.#said;
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGINT');
    for (let waited = 0; this.#child.exitCode === null && this.#child.signalCode === null; waited += 50) {
      if (waited > 10_000) this.#child.kill('SIGKILL');
      await pause(50);
    }
  }
}
