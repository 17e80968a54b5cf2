import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { findRunning } from '../../apps/server/src/storage/postgres/cluster.ts';
import type { PhoneAccount } from '../people/desk-phone.ts';
import { type Company, type CompanyNumbers, numbersOfDemo } from './company.ts';
import { accountsSetting, companyRole } from './company-role.ts';
import { addDeskPhoneOf } from './desk-phones.ts';
import type { Ports } from './ports.ts';
import { descendantsOf } from './processes.ts';
import type { SignIn } from './sign-in.ts';

export const repository = fileURLToPath(new URL('../..', import.meta.url));
/** The Node that the project brings. */
const ownNode = join(repository, 'node_modules', 'node', 'bin', 'node');

/** How a story's Sidetone is started other than on loopback. */
export interface Reach {
  /** An address of this machine to listen on, by HOST. */
  readonly host?: string;
  /** Listening on all of them, by `--lan`. */
  readonly lan?: boolean;
  /** Without a demo company, by `--empty`: its first administrator sets it up in the browser. */
  readonly empty?: boolean;
  /** Other settings. */
  readonly settings?: Readonly<Record<string, string>>;
  /** How much it logs, if not as always. */
  readonly logLevel?: string;
  /** As a user starts it: by `npm start`, which prepares everything first. */
  readonly startedBy?: 'npm';
  /** Goes on when the process ends that started it. */
  readonly outlivesStarter?: boolean;
}

/** The process that was started, by us or by someone before us. */
interface Root {
  readonly pid: number;
  /** Null while it runs, as far as we can know. */
  readonly exitCode: number | null;
}

/** Servers that this process has to do with, newest last. */
const inUse = new Set<Sidetone>();
export const sidetonesInUse = (): readonly Sidetone[] => [...inUse];

/** One running Sidetone on a data folder and ports of its own. */
export class Sidetone {
  readonly dataFolder: string;
  readonly ports: Ports;
  readonly origin: string;
  readonly #reach: Reach;
  /** What was started: npm, or the server itself. */
  #root: Root | undefined;
  #company: Company | undefined;
  #phones = 0;
  #databaseUrl: string | undefined;

  constructor(dataFolder: string, ports: Ports, reach: Reach = {}) {
    this.dataFolder = dataFolder;
    this.ports = ports;
    this.#reach = reach;
    this.origin = `http://${reach.host ?? 'localhost'}:${ports.http}`;
    inUse.add(this);
  }

  /** One that someone else has started. */
  static runningAlready(dataFolder: string, ports: Ports, pid: number): Sidetone {
    const sidetone = new Sidetone(dataFolder, ports, { outlivesStarter: true });
    sidetone.#root = { pid, exitCode: null };
    return sidetone;
  }

  get pid(): number | undefined {
    return this.#root?.pid;
  }

  /** From here on it is the server of this company alone, as far as statements and sign-ins go. */
  belongsTo(company: Company): void {
    this.#company = company;
  }

  get numbers(): CompanyNumbers {
    return this.#company?.numbers ?? numbersOfDemo;
  }

  get environment(): NodeJS.ProcessEnv {
    return {
      // A server starts in a third of the time where Node keeps what it compiled.
      NODE_COMPILE_CACHE: join(repository, '.cache', 'node-compiled'),
      ...process.env,
      DATA_DIR: this.dataFolder,
      // Empty counts as unset; an explicit address overrides --lan.
      HOST: this.#reach.lan ? '' : (this.#reach.host ?? '127.0.0.1'),
      PORT: String(this.ports.http),
      HTTPS_PORT: String(this.ports.https),
      SIP_PORT: String(this.ports.sip),
      SIP_TLS_PORT: String(this.ports.sipTls),
      MEDIA_PORT: String(this.ports.media),
      RTP_PORTS: this.ports.rtp,
      LOG_LEVEL: this.#reach.logLevel ?? process.env['STORY_LOG_LEVEL'] ?? 'info',
      ...this.#reach.settings,
    };
  }

  /** Starts it and waits until the health check says yes, or of a spare that it lives. Gives how long that took, in ms. */
  async start(): Promise<number> {
    const begun = performance.now();
    this.#databaseUrl = undefined;
    mkdirSync(join(this.dataFolder, 'logs'), { recursive: true });
    const log = openSync(this.#log, 'w', 0o600);
    const [program, ...words] = this.#command;
    const child = spawn(program, words, {
      cwd: repository,
      env: this.environment,
      stdio: ['ignore', log, log],
      detached: this.#reach.outlivesStarter ?? false,
    });
    closeSync(log);
    child.once('error', () => {}); // Its number is missing then, which is said below.
    if (child.pid === undefined) throw new Error(`${program} cannot be started: is everything installed?`);
    if (this.#reach.outlivesStarter) child.unref();
    this.#root = child as ChildProcess & { readonly pid: number };
    await this.healthy(90_000, this.environment['NODE_NAME'] === 'spare' ? 'live' : 'health');
    return performance.now() - begun;
  }

  get #command(): [program: string, ...words: string[]] {
    const options = [this.#reach.lan ? '--lan' : '', this.#reach.empty ? '--empty' : ''].filter(Boolean);
    if (this.#reach.startedBy === 'npm') return ['npm', 'start', ...(options.length > 0 ? ['--', ...options] : [])];
    return [ownNode, join('apps', 'server', 'src', 'main.ts'), ...options];
  }

  /** Resolves with the ms waited once /api/health answers 200; throws with the server's output after `limit` ms. */
  async healthy(limit: number, check: 'health' | 'live' = 'health'): Promise<number> {
    const begun = performance.now();
    while (performance.now() - begun < limit) {
      if (await this.isHealthy(check)) return performance.now() - begun;
      if (this.#root && this.#root.exitCode !== null) break;
      await pause(50);
    }
    throw new Error(`Sidetone did not come up within ${limit} ms:\n${this.output.slice(-4000)}`);
  }

  async isHealthy(check: 'health' | 'live' | 'ready' = 'health'): Promise<boolean> {
    try {
      const reply = await fetch(`${this.origin}/api/${check}`, { signal: AbortSignal.timeout(2_000) });
      return reply.status === 200;
    } catch {
      return false;
    }
  }

  /** Whose server it is: the people of the company, or those of the demo companies. */
  async signIns(): Promise<readonly SignIn[]> {
    return this.#company?.people ?? (await this.demoSignIns());
  }

  /** The demo sign-ins of this data folder. */
  async demoSignIns(): Promise<SignIn[]> {
    const text = await readFile(join(this.dataFolder, 'demo-sign-ins.json'), 'utf8');
    return JSON.parse(text) as SignIn[];
  }

  /** Runs a command of the CLI; gives what it printed. */
  cli(...words: string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      const child = spawn(ownNode, [join('apps', 'server', 'src', 'cli.ts'), ...words], {
        cwd: repository,
        env: this.environment,
      });
      let printed = '';
      child.stdout.on('data', (chunk) => {
        printed += chunk;
      });
      child.stderr.on('data', (chunk) => {
        printed += chunk;
      });
      child.on('close', (code) =>
        code === 0 ? resolve(printed) : reject(new Error(`${words.join(' ')}: ${printed}`)),
      );
    });
  }

  /** Adds a desk phone for someone. */
  async addPhone(email: string, name: string): Promise<PhoneAccount> {
    const { username, password } = await addDeskPhoneOf(this, email, this.#newPhoneName(name));
    return { username, password, server: `127.0.0.1:${this.ports.sip}` };
  }

  /** Likewise by the CLI, whose words its credentials are read off. */
  async addPhoneByCli(email: string, name: string): Promise<PhoneAccount> {
    const printed = await this.cli('phone', 'add', '--user', email, '--name', this.#newPhoneName(name), '--json');
    const { username, password } = JSON.parse(printed) as { username: string; password: string };
    return { username, password, server: `127.0.0.1:${this.ports.sip}` };
  }

  /** No two phones of a person have the same name, and stories of one file share their people. */
  #newPhoneName(name: string): string {
    this.#phones += 1;
    return `${name} ${this.#phones}`;
  }

  /** Likewise for a desk phone that reaches the exchange over TLS, trusts `authority` and encrypts its audio. */
  async addSecurePhone(email: string, name: string, authority = this.authority): Promise<PhoneAccount> {
    const server = `127.0.0.1:${this.ports.sipTls}`;
    return { ...(await this.addPhone(email, name)), server, transport: 'tls', authority, encrypts: true };
  }

  /** File with the certificate of this server's own authority. */
  get authority(): string {
    return join(this.dataFolder, 'tls', 'ca.crt');
  }

  /** Makes the company of this person one of the classic or of the newer generation, for pages that are loaded from now on. */
  async isOfGeneration(generation: 'classic' | 'newer', { email }: SignIn): Promise<void> {
    await this.query(
      `update accounts set flags = flags || jsonb_build_object('hasNeoPbx', $1::boolean)
        where id = (select account_id from users where email = $2)`,
      [generation === 'newer', email],
    );
  }

  /**
   * Rows straight from the database, to compare what people see with what is written. Where several story files share the
   * server, other companies' rows are not there for the statement, and tables of the server are refused.
   */
  async query<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return await withClient(await this.#connect(), sql, values);
  }

  /** The same for the rows of every company: for what makes companies, and looks after the server. */
  async queryServer<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return await withClient(await connect(await this.databaseUrl()), sql, values);
  }

  /** Where its database is. */
  async databaseUrl(): Promise<string> {
    this.#databaseUrl ??= this.#reach.settings?.['DATABASE_URL'] ?? (await findRunning(this.dataFolder))?.url;
    if (this.#databaseUrl === undefined) throw new Error(`No database runs on ${this.dataFolder}`);
    return this.#databaseUrl;
  }

  async #connect(): Promise<Client> {
    return connect(await this.databaseUrl(), this.#company);
  }

  /** A statement that is not ended until the function it gives is called, and then leaves nothing behind. */
  async hold(sql: string, values: unknown[] = []): Promise<() => Promise<void>> {
    const client = await this.#connect();
    await client.query('begin');
    await client.query(sql, values);
    return async () => {
      await client.query('rollback');
      await client.end();
    };
  }

  /** SIGTERM to what was started alone; resolves with the ms until nothing of the tree runs any more. */
  async stop(limit = 20_000): Promise<number> {
    this.#mustBeOwn();
    const root = this.#root;
    if (!root) return 0;
    const tree = await descendantsOf(root.pid);
    const begun = performance.now();
    tree[0]?.kill('SIGTERM');
    while (performance.now() - begun < limit) {
      if (tree.every((one) => !one.isRunning())) break;
      await pause(50);
    }
    const left = tree.filter((one) => one.isRunning());
    this.#root = undefined;
    if (left.length > 0) throw new Error(`Still running after SIGTERM: ${left.map((one) => one.command).join('; ')}`);
    return performance.now() - begun;
  }

  /** kill -9, or SIGTERM, of the process that does signalling and API; the supervisor starts another. */
  async killServices(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    this.#mustBeOwn();
    const [services] = (await this.tree()).filter((one) => /services\.ts/.test(one.command));
    if (!services) throw new Error('No services process to kill');
    process.kill(services.pid, signal);
    while (services.isRunning()) await pause(20);
  }

  /** kill -9 of one media process, by the name of its log; the supervisor starts another. */
  killMedia(name: string): void {
    this.#mustBeOwn();
    const { pid } = JSON.parse(readFileSync(join(this.dataFolder, 'run', `${name}.json`), 'utf8')) as { pid: number };
    process.kill(pid, 'SIGKILL');
  }

  /** kill -9 of everything, PostgreSQL and media included. */
  async killTree(): Promise<void> {
    this.#mustBeOwn();
    for (const one of await this.tree()) one.kill('SIGKILL');
    this.#root = undefined;
  }

  /** Others' story files need a server that they share. */
  #mustBeOwn(): void {
    if (this.#company)
      throw new Error("This story ends its server, so it needs one of its own: test.use({ server: 'own' })");
  }

  /** Last resort when this program ends with the server still up: it gets SIGTERM, and the rest follows by itself. */
  abandon(): void {
    if (this.#root) process.kill(this.#root.pid, 'SIGTERM');
  }

  async tree() {
    return this.#root ? descendantsOf(this.#root.pid) : [];
  }

  /**
   * The stories of a file are over. Its own server ends with it; a shared one goes on, without the phones and trunks that
   * the company keeps registered.
   */
  async leave(): Promise<void> {
    if (!this.#company) return await this.dispose();
    inUse.delete(this);
    await this.query('update phones set is_connected = false where is_connected');
    await this.query('update trunks set is_enabled = false where is_enabled');
  }

  /** Stops and removes the data folder. */
  async dispose(): Promise<void> {
    inUse.delete(this);
    await this.stop().finally(() => rmSync(this.dataFolder, { recursive: true, force: true }));
  }

  /** What it has written since it was started last. */
  get output(): string {
    return existsSync(this.#log) ? readFileSync(this.#log, 'utf8') : '';
  }

  get #log(): string {
    return join(this.dataFolder, 'logs', 'story.log');
  }
}

/** A connection to the whole database, or one on which nothing but this company's rows is there. */
async function connect(url: string, company?: Company): Promise<Client> {
  const options = company && `-c role=${companyRole} -c ${accountsSetting}=${company.accounts.join(',')}`;
  const client = new Client(options === undefined ? { connectionString: url } : { connectionString: url, options });
  await client.connect();
  return client;
}

async function withClient<Row extends object>(client: Client, sql: string, values: unknown[]): Promise<Row[]> {
  try {
    return (await client.query<Row>(sql, values)).rows;
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    const why = "a story that looks at what is not its company's needs a server of its own";
    throw new Error(`${(error as Error).message}: ${why} (test.use({ server: 'own' }))`, { cause: error });
  } finally {
    await client.end();
  }
}
