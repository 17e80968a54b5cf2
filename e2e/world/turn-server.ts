import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './ports.ts';

/** coturn on loopback, which lets in clients that have a credential made with its secret, and relays to this machine. */
export class TurnServer {
  readonly secret: string;
  readonly #port: number;
  readonly #process: ChildProcess;
  readonly #folder: string;
  #printed = '';

  private constructor(secret: string, port: number, process: ChildProcess, folder: string) {
    this.secret = secret;
    this.#port = port;
    this.#process = process;
    this.#folder = folder;
    for (const stream of [process.stdout, process.stderr]) {
      stream?.on('data', (chunk) => {
        this.#printed += chunk;
      });
    }
  }

  static async start(): Promise<TurnServer> {
    const [secret, port] = [randomBytes(16).toString('hex'), await freePort()];
    const folder = mkdtempSync(join(tmpdir(), 'sidetone-turn-'));
    const child = spawn(
      'turnserver',
      [
        '-n',
        '--no-cli',
        '--no-tls',
        '--no-dtls',
        '--no-multicast-peers',
        '--fingerprint',
        '--log-file',
        'stdout',
        '--listening-ip',
        '127.0.0.1',
        '--relay-ip',
        '127.0.0.1',
        '--listening-port',
        String(port),
        '--min-port',
        '49160',
        '--max-port',
        '49990',
        '--realm',
        'sidetone',
        '--allow-loopback-peers',
        '--use-auth-secret',
        '--static-auth-secret',
        secret,
        '--verbose',
        '--pidfile',
        join(folder, 'pid'),
        '--userdb',
        join(folder, 'users'),
      ],
      { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const server = new TurnServer(secret, port, child, folder);
    for (let waited = 0; !/TCP listener opened on/.test(server.#printed); waited += 50) {
      if (waited > 10_000 || child.exitCode !== null) {
        child.kill('SIGKILL');
        throw new Error(`turnserver did not start:\n${server.#printed}`);
      }
      await pause(50);
    }
    return server;
  }

  /** As TURN_URLS names them. */
  get urls(): string {
    return `turn:127.0.0.1:${this.#port}?transport=udp,turn:127.0.0.1:${this.#port}?transport=tcp`;
  }

  /** What it wrote to its log so far. */
  get log(): string {
    return this.#printed;
  }

  async stop(): Promise<void> {
    this.#process.kill('SIGTERM');
    for (let waited = 0; this.#process.exitCode === null && this.#process.signalCode === null; waited += 50) {
      if (waited > 3_000) this.#process.kill('SIGKILL');
      await pause(50);
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
