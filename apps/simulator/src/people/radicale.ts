import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Whether this machine has one. */
export const hasRadicale = (process.env['PATH'] ?? '')
  .split(delimiter)
  .some((folder) => existsSync(join(folder, 'radicale')));

/** An address book elsewhere: Debian's radicale on loopback, with people who must prove who they are. */
export class Radicale {
  /** `http://127.0.0.1:port/`, which discovery begins at. */
  readonly url: string;
  readonly #port: number;
  readonly #folder: string;
  readonly #passwords = new Map<string, string>();
  #process: ChildProcess | undefined;
  /** What it has logged so far. */
  said = '';

  private constructor(port: number) {
    this.#port = port;
    this.url = `http://127.0.0.1:${port}/`;
    this.#folder = mkdtempSync(join(tmpdir(), 'radicale-'));
  }

  /** Starts it on this TCP port of loopback, for these people by their passwords, and waits until it answers. */
  static async open(port: number, passwords: Readonly<Record<string, string>>): Promise<Radicale> {
    const radicale = new Radicale(port);
    for (const [user, password] of Object.entries(passwords)) radicale.setPassword(user, password);
    await radicale.start();
    return radicale;
  }

  /** From now on; sign-ins are asked for with every request. */
  setPassword(user: string, password: string): void {
    this.#passwords.set(user, password);
    const lines = [...this.#passwords].map(([name, its]) => `${name}:${its}\n`);
    writeFileSync(join(this.#folder, 'users'), lines.join(''));
  }

  /** Again, with what was kept, after `stop`. */
  async start(): Promise<void> {
    writeFileSync(join(this.#folder, 'config'), configuration(this.#port, this.#folder));
    const radicale = spawn('radicale', ['--config', join(this.#folder, 'config')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#process = radicale;
    radicale.stderr?.on('data', (chunk) => {
      this.said += chunk;
    });
    for (let waited = 0; !(await this.#answers()); waited += 50) {
      if (waited > 20_000 || radicale.exitCode !== null) {
        await this.close();
        throw new Error(`Radicale did not start:\n${this.said}`);
      }
      await pause(50);
    }
  }

  /** Nobody answers until `start`. */
  async stop(): Promise<void> {
    const radicale = this.#process;
    if (!radicale || radicale.exitCode !== null || radicale.signalCode !== null) return;
    const ended = new Promise((resolve) => radicale.once('exit', resolve));
    radicale.kill('SIGKILL');
    await ended;
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** A new address book of someone; with cards, all of them at once. Gives its URL. */
  async addBook(user: string, name: string, cards: readonly string[] = []): Promise<string> {
    const path = `/${user}/${name}/`;
    if (cards.length > 0) await this.#ask(user, 'PUT', path, cards.join(''), { 'content-type': 'text/vcard' });
    else await this.#ask(user, 'MKCOL', path, newBook(name));
    return new URL(path, this.url).href;
  }

  /** Writes a card under this name (`anna.vcf`), as another program would. */
  async write(user: string, book: string, name: string, card: string): Promise<void> {
    await this.#ask(user, 'PUT', `/${user}/${book}/${name}`, card, { 'content-type': 'text/vcard' });
  }

  async remove(user: string, book: string, name = ''): Promise<void> {
    await this.#ask(user, 'DELETE', `/${user}/${book}/${name}`);
  }

  /** One card as it is there. */
  async read(user: string, book: string, name: string): Promise<string> {
    return await (await this.#ask(user, 'GET', `/${user}/${book}/${name}`)).text();
  }

  /** Every card of a book, one after the other. */
  async readAll(user: string, book: string): Promise<string> {
    return await (await this.#ask(user, 'GET', `/${user}/${book}/`)).text();
  }

  /** Names of the cards of a book. */
  async names(user: string, book: string): Promise<string[]> {
    const path = `/${user}/${book}/`;
    const listed = await (await this.#ask(user, 'PROPFIND', path, '', { depth: '1' })).text();
    return [...listed.matchAll(/<href>([^<]+)<\/href>/g)].flatMap(([, href = '']) =>
      href.startsWith(path) && href !== path ? [decodeURIComponent(href.slice(path.length))] : [],
    );
  }

  async #ask(
    user: string,
    method: string,
    path: string,
    body?: string,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const basic = Buffer.from(`${user}:${this.#passwords.get(user)}`).toString('base64');
    const response = await fetch(new URL(path, this.url), {
      method,
      headers: { authorization: `Basic ${basic}`, ...headers },
      ...(body ? { body } : {}),
    });
    if (!response.ok)
      throw new Error(`Radicale answers ${method} ${path} with ${response.status}: ${await response.text()}`);
    return response;
  }

  async #answers(): Promise<boolean> {
    const answer = await fetch(new URL('/.web/', this.url), { redirect: 'manual' }).catch(() => null);
    return answer !== null;
  }
}

/** A card of version 3.0 with what is given, and a property that no program but its own knows. */
export function vCard(about: {
  uid: string;
  name: string;
  numbers?: readonly string[];
  more?: readonly string[];
}): string {
  const [first = '', ...last] = about.name.split(' ');
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `UID:${about.uid}`,
    `FN:${about.name}`,
    `N:${last.join(' ')};${first};;;`,
    ...(about.numbers ?? []).map((number) => `TEL;TYPE=WORK,VOICE:${number}`),
    ...(about.more ?? []),
    `X-OF-NOBODY:${about.uid}`,
    'END:VCARD',
    '',
  ];
  return lines.join('\r\n');
}

const newBook = (name: string): string => `<?xml version="1.0" encoding="utf-8"?>
<d:mkcol xmlns:d="DAV:" xmlns:card="urn:ietf:params:xml:ns:carddav"><d:set><d:prop>
<d:resourcetype><d:collection/><card:addressbook/></d:resourcetype><d:displayname>${name}</d:displayname>
</d:prop></d:set></d:mkcol>`;

const configuration = (port: number, folder: string): string => `[server]
hosts = 127.0.0.1:${port}
[auth]
type = htpasswd
htpasswd_filename = ${join(folder, 'users')}
htpasswd_encryption = plain
delay = 0
[storage]
filesystem_folder = ${join(folder, 'books')}
[web]
type = none
[logging]
level = warning
`;
