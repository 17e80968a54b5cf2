import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const deploy = join(import.meta.dirname, '../../../deploy');

/** Whether Kamailio has TLS, which is a package of its own. */
export const hasKamailioTls = (): boolean =>
  existsSync('/usr/lib') &&
  readdirSync('/usr/lib').some((folder) => existsSync(`/usr/lib/${folder}/kamailio/modules/tls.so`));

/** The settings that a unit gives what it starts. */
export function unitSettings(unit: string, instance = ''): Record<string, string> {
  const text = readFileSync(join(deploy, 'systemd', unit), 'utf8').replaceAll('%i', instance);
  return Object.fromEntries([...text.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
}

/** A program of the system that a file of `deploy` sets up. */
export class EdgeProgram {
  readonly #child: ChildProcess;
  #said = '';

  private constructor(child: ChildProcess) {
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (this.#said += chunk));
  }

  /** Resolves once something listens at the place that it is to serve. */
  static async start(
    [program, ...words]: readonly [string, ...string[]],
    settings: Readonly<Record<string, string>>,
    place: { readonly address: string; readonly port: number },
  ): Promise<EdgeProgram> {
    const path = `${process.env['PATH']}:/usr/sbin`;
    const child = spawn(program, words, { cwd: '/', env: { PATH: path, ...settings } });
    const edge = new EdgeProgram(child);
    for (const until = performance.now() + 20_000; !(await listens(place)); await pause(50)) {
      if (child.exitCode !== null || performance.now() > until) throw new Error(`${program}: ${edge.said}`);
    }
    return edge;
  }

  get said(): string {
    return this.#said;
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    for (let waited = 0; this.#child.exitCode === null && this.#child.signalCode === null; waited += 50) {
      if (waited > 5_000) this.#child.kill('SIGKILL');
      await pause(50);
    }
  }
}

const listens = ({ address, port }: { readonly address: string; readonly port: number }): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, address);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Files with a certificate for these addresses, its key, and both in one; the certificate is its own authority. */
export function certificateFor(folder: string, addresses: readonly string[]) {
  mkdirSync(folder, { recursive: true });
  const [cert, key, both] = ['edge.crt', 'edge.key', 'door.pem'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  if (!existsSync(both)) {
    const names = addresses.map((address) => `IP:${address}`).join(',');
    const made = spawnSync(
      'openssl',
      `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=cell`
        .split(' ')
        .concat('-addext', `subjectAltName=${names}`, '-keyout', key, '-out', cert),
      { encoding: 'utf8' },
    );
    if (made.status !== 0) throw new Error(`openssl: ${made.stderr}`);
    writeFileSync(both, readFileSync(cert, 'utf8') + readFileSync(key, 'utf8'));
  }
  return { cert, both };
}

/** Kamailio with the files of `deploy/kamailio`, its list of servers aside. */
export async function startKamailio(
  folder: string,
  place: { readonly address: string; readonly port: number; readonly tlsPort: number },
  servers: readonly string[],
): Promise<EdgeProgram> {
  for (const name of ['kamailio.cfg', 'tls.cfg']) {
    copyFileSync(join(deploy, 'kamailio', name), join(folder, name));
  }
  writeFileSync(join(folder, 'dispatcher.list'), servers.map((server) => `1 sip:${server}\n`).join(''));
  const settings = {
    EDGE_ADDRESS: place.address,
    EDGE_SIP_PORT: String(place.port),
    EDGE_TLS_PORT: String(place.tlsPort),
    EDGE_SERVERS: join(folder, 'dispatcher.list'),
    EDGE_TLS: join(folder, 'tls.cfg'),
    EDGE_STATE: join(folder, 'keepalive_state'),
    EDGE_CONTROL: `unix:${join(folder, 'ctl')}`,
    EDGE_WORKERS: '2',
  };
  const words = ['-f', join(folder, 'kamailio.cfg'), '-DD', '-E', '-m', '64', '-M', '8', '-Y', folder];
  return await EdgeProgram.start(['kamailio', ...words], settings, place);
}

/** HAProxy with the file of `deploy/haproxy`. */
export async function startHaproxy(
  settings: Readonly<Record<string, string>>,
  place: { readonly address: string; readonly port: number },
): Promise<EdgeProgram> {
  const file = join(deploy, 'haproxy/haproxy.cfg');
  return await EdgeProgram.start(['haproxy', '-db', '-f', file], settings, place);
}
