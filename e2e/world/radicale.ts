import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './ports.ts';

/** Somebody's address book at Debian's Radicale, on a folder and a port of its own. */
export class Radicale {
  readonly url: string;
  readonly user = 'anna';
  readonly #folder: string;
  readonly #port: number;
  #server: ChildProcess | undefined;
  #password = '';

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
    this.url = `http://127.0.0.1:${port}/`;
  }

  /** Starts one with an address book of this user's in it; resolves once it answers. */
  static async start(password: string): Promise<Radicale> {
    const radicale = new Radicale(mkdtempSync(join(tmpdir(), 'sidetone-radicale-')), await freePort());
    radicale.changesPassword(password);
    await radicale.#serve();
    await radicale.#createBook();
    return radicale;
  }

  /** From now on only this password is taken. Radicale reads the file with each request. */
  changesPassword(password: string): void {
    this.#password = password;
    writeFileSync(join(this.#folder, 'users'), `${this.user}:${password}\n`);
  }

  /** Keeps a card, as another program of the same person would: FN and one work number. */
  async keeps(id: string, name: string, number: string): Promise<void> {
    const [first = '', ...rest] = name.split(' ');
    const card = [
      ...['BEGIN:VCARD', 'VERSION:3.0', `UID:${id}`, `FN:${name}`, `N:${rest.join(' ')};${first};;;`],
      ...[`TEL;TYPE=WORK:${number}`, 'END:VCARD', ''],
    ].join('\r\n');
    await this.#asks('PUT', `anna/book/${id}.vcf`, card, 'text/vcard');
  }

  /** Ids of the cards that it keeps. */
  get cards(): string[] {
    const folder = join(this.#folder, 'storage/collection-root/anna/book');
    return readdirSync(folder).flatMap((file) => (file.endsWith('.vcf') ? [file.slice(0, -4)] : []));
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (server && server.exitCode === null) {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill();
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #serve(): Promise<void> {
    mkdirSync(join(this.#folder, 'storage'));
    const config = join(this.#folder, 'config');
    writeFileSync(
      config,
      [
        ...['[server]', `hosts = 127.0.0.1:${this.#port}`],
        ...['[auth]', 'type = htpasswd', `htpasswd_filename = ${this.#folder}/users`],
        ...['htpasswd_encryption = plain', 'delay = 0'],
        ...['[storage]', `filesystem_folder = ${this.#folder}/storage`, ''],
      ].join('\n'),
    );
    this.#server = spawn('radicale', ['--config', config], { stdio: 'ignore' });
    const deadline = performance.now() + 20_000;
    while (performance.now() < deadline) {
      const answers = await fetch(`${this.url}.web/`, { redirect: 'manual' }).then(
        () => true,
        () => false,
      );
      if (answers) return;
      if (this.#server.exitCode !== null) break;
      await pause(50);
    }
    throw new Error('Radicale did not start');
  }

  #createBook(): Promise<void> {
    const body = `<?xml version="1.0" encoding="utf-8"?>
<mkcol xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav"><set><prop>
<resourcetype><collection/><C:addressbook/></resourcetype><displayname>Book</displayname>
</prop></set></mkcol>`;
    return this.#asks('MKCOL', 'anna/book/', body, 'application/xml');
  }

  async #asks(method: string, path: string, body: string, type: string): Promise<void> {
    const authorization = `Basic ${Buffer.from(`${this.user}:${this.#password}`).toString('base64')}`;
    const reply = await fetch(this.url + path, { method, headers: { authorization, 'content-type': type }, body });
    if (!reply.ok) throw new Error(`Radicale answered ${method} ${path} with ${reply.status}`);
  }
}
