import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { placeFor } from '../../../apps/server/src/storage/postgres/place.ts';
import { copyFolderTo } from '../data-folder.ts';

/** A machine with a PostgreSQL and, as Patroni does, an answer to who asks whether that is the primary. */
export class DatabaseMachine {
  readonly address: string;
  readonly port: number;
  readonly #data: string;
  readonly #user: { readonly uid: number; readonly gid: number } | undefined;
  readonly #programs: string;
  readonly #log: string;
  readonly #password: string;
  #process: ChildProcess | undefined;
  #patroni: Server | undefined;

  /** On the files of a server that was stopped in order, which lie in `folder` as in a data folder. */
  constructor(folder: string, address: string, port: number) {
    const { data, user, programs } = placeFor(folder);
    this.address = address;
    this.port = port;
    this.#data = data;
    this.#user = user;
    this.#programs = programs;
    this.#log = join(folder, 'postgres.log');
    this.#password = readFileSync(join(folder, 'database-password'), 'utf8').trim();
  }

  get url(): string {
    return this.urlAt(this.address, this.port);
  }

  urlAt(address: string, port: number): string {
    return `postgres://sidetone:${this.#password}@${address}:${port}/sidetone`;
  }

  /** Another machine with the same files, that follows this one once it is started; only while this one is not running. */
  standby(folder: string, address: string): DatabaseMachine {
    writeFileSync(join(folder, 'database-password'), `${this.#password}\n`, { mode: 0o600 });
    const made = placeFor(folder);
    rmSync(made.data, { recursive: true, force: true });
    mkdirSync(made.data);
    copyFolderTo(this.#data, made.data);
    writeFileSync(join(made.data, 'standby.signal'), '');
    return new DatabaseMachine(folder, address, this.port);
  }

  /** `follows`: the primary of a standby. A primary waits for each write to be on its standby as well. */
  async start(follows?: DatabaseMachine): Promise<void> {
    const settings = {
      listen_addresses: this.address,
      port: this.port,
      unix_socket_directories: '',
      max_connections: 200,
      fsync: 'off',
      wal_level: 'logical',
      timezone: 'UTC',
      log_timezone: 'UTC',
      ...(follows === undefined
        ? { synchronous_standby_names: '*' }
        : {
            primary_conninfo: `host=${follows.address} port=${follows.port} user=sidetone password=${this.#password}`,
          }),
    };
    const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const log = openSync(this.#log, 'a', 0o600);
    this.#process = spawn(join(this.#programs, 'bin', 'postgres'), ['-D', this.#data, ...words], {
      ...this.#user,
      cwd: '/',
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    for (const until = performance.now() + 30_000; ; await pause(50)) {
      if (
        await this.#isPrimary().then(
          () => true,
          () => false,
        )
      )
        return;
      if (this.#process.exitCode !== null || performance.now() > until) throw new Error(`PostgreSQL: ${this.said}`);
    }
  }

  /** Answers at this port what Patroni's REST interface would. */
  async answersAt(port: number): Promise<void> {
    this.#patroni = createServer((request, response) => {
      const asksForPrimary = request.url === '/primary';
      this.#isPrimary().then(
        (is) => response.writeHead(is === asksForPrimary ? 200 : 503).end(),
        () => response.writeHead(503).end(),
      );
    });
    await new Promise<void>((resolve) => this.#patroni?.listen(port, this.address, resolve));
  }

  /** As Patroni does once the primary is gone. */
  async promote(): Promise<void> {
    await this.query('select pg_promote()');
  }

  async query<Row extends object>(sql: string): Promise<Row[]> {
    const client = new Client({ connectionString: this.url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** Neither the program nor anything of its machine answers any more. */
  kill(): void {
    this.#patroni?.closeAllConnections();
    this.#patroni?.close();
    this.#patroni = undefined;
    this.#process?.kill('SIGKILL');
    this.#process = undefined;
  }

  get said(): string {
    return readFileSync(this.#log, 'utf8');
  }

  async #isPrimary(): Promise<boolean> {
    const [row] = await this.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    return row?.standby === false;
  }
}
