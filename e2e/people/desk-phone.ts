import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { longestGapInFile, strengthsInFile } from './sound-file.ts';

/** How a desk phone signs in to the exchange. */
export interface PhoneAccount {
  readonly username: string;
  readonly password: string;
  readonly server: string;
  readonly transport?: 'udp' | 'tcp' | 'tls';
  /**
   * For TLS: a file with the certificate of the authority that the phone trusts. Such a phone registers again early, as
   * baresip notices only then that its connection was lost.
   */
  readonly authority?: string;
  /** Only encrypted audio (SDES). */
  readonly encrypts?: boolean;
  /** G.722 first; its microphone then has 16 kHz. */
  readonly isWide?: boolean;
}

/** Another machine than this one, for the phone to stand on. */
export interface PhoneMachine {
  readonly address: string;
  /** Words that run a program there. */
  readonly prefix: readonly string[];
}

interface BaresipEvent {
  readonly type: string;
  readonly param?: string;
}

/** A real desk phone: baresip with a sound file as its microphone, steered over its control socket. */
export class DeskPhone {
  readonly folder: string;
  /** Samples a second of what it hears. */
  readonly #rate: number;
  readonly #process: ChildProcess;
  readonly #control: Socket;
  readonly #events: BaresipEvent[] = [];
  #buffer = Buffer.alloc(0);

  private constructor(folder: string, rate: number, process: ChildProcess, control: Socket) {
    this.folder = folder;
    this.#rate = rate;
    this.#process = process;
    this.#control = control;
    control.on('data', (chunk) => this.#receive(chunk));
  }

  /** Starts baresip, speaking `microphone` (a mono WAV of 8 kHz, or of 16 where it is wide), and waits until it is registered. */
  static async plugIn(
    account: PhoneAccount,
    microphone: string,
    ports: { control: number; sip: number },
    machine: PhoneMachine = { address: '127.0.0.1', prefix: [] },
  ): Promise<DeskPhone> {
    const folder = mkdtempSync(join(tmpdir(), 'sidetone-phone-'));
    const transport = account.transport ?? 'udp';
    const rate = account.isWide ? 16_000 : 8000;
    writeFileSync(
      join(folder, 'config'),
      [
        `sip_listen ${machine.address}:${ports.sip}`,
        'module_path /usr/lib/baresip/modules',
        'module g711.so',
        ...(account.isWide ? ['module g722.so'] : []),
        'module aufile.so',
        'module aubridge.so',
        'module sndfile.so',
        'module_app account.so',
        'module_app menu.so',
        'module ctrl_tcp.so',
        ...(account.encrypts ? ['module srtp.so'] : []),
        ...(account.authority ? [`sip_cafile ${account.authority}`] : []),
        `ctrl_tcp_listen ${machine.address}:${ports.control}`,
        `audio_source aufile,${microphone}`,
        'audio_player aubridge,nowhere',
        `audio_srate ${rate}`,
        'audio_channels 1',
        `snd_path ${folder}`,
        'rtp_ports 40000-40998',
        '',
      ].join('\n'),
    );
    writeFileSync(
      join(folder, 'accounts'),
      `<sip:${account.username}@${account.server};transport=${transport}>;auth_pass=${account.password};regint=60;audio_codecs=${account.isWide ? 'G722/16000,' : ''}PCMU/8000,PCMA/8000${account.encrypts ? ';mediaenc=srtp-mand' : ''}${transport === 'tls' ? ';rwait=15' : ''}\n`,
    );
    writeFileSync(join(folder, 'contacts'), '');
    const [program = '', ...words] = [...machine.prefix, 'baresip', '-f', folder];
    const baresip = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    baresip.stdout.on('data', (chunk) => {
      printed += chunk;
    });
    baresip.stderr.on('data', (chunk) => {
      printed += chunk;
    });
    const control = await openControl(baresip, { port: ports.control, address: machine.address }, () => printed);
    const phone = new DeskPhone(folder, rate, baresip, control);
    // Read off its output: the event may come before the control socket is open.
    for (let waited = 0; !/\} 200 OK/.test(printed); waited += 50) {
      if (waited > 10_000) {
        baresip.kill('SIGKILL');
        throw new Error(`baresip did not register:\n${printed}`);
      }
      await pause(50);
    }
    return phone;
  }

  dials(number: string): void {
    this.#command('dial', number);
  }

  answers(): void {
    this.#command('accept');
  }

  hangsUp(): void {
    this.#command('hangup');
  }

  holds(): void {
    this.#command('hold');
  }

  resumes(): void {
    this.#command('resume');
  }

  /** Presses a key (RFC 4733). */
  presses(key: string): void {
    this.#command('sndcode', key);
  }

  /** Hands its call to a SIP address without asking there first (REFER). */
  transfersTo(address: string): void {
    this.#command('transfer', address);
  }

  /** Waits for an event of this type that has not been waited for before. */
  async sees(type: string, limit = 10_000): Promise<BaresipEvent> {
    const until = performance.now() + limit;
    while (performance.now() < until) {
      const at = this.#events.findIndex((event) => event.type === type);
      const [event] = at >= 0 ? this.#events.splice(at, 1) : [];
      if (event) return event;
      await pause(20);
    }
    throw new Error(`The desk phone saw no ${type}; it saw ${this.#events.map((event) => event.type).join(', ')}`);
  }

  /**
   * Passes once it has heard a second of its call: enough for `expectsToHaveHeard`. That the other side hears it does not
   * say so. What it hears after it held the call, baresip no longer dumps.
   */
  async hearsForAWhile(): Promise<void> {
    const second = 2 * this.#rate;
    await expect
      .poll(() => (this.#dumps().length === 0 ? 0 : statSync(this.#heardFile()).size), {
        message: 'The desk phone should hear something',
        timeout: 20_000,
      })
      .toBeGreaterThan(second);
  }

  /** Passes when in its last call, which is over, `wanted` Hz clearly stood out and `unwanted` did not. */
  expectsToHaveHeard(wanted: number, unwanted: number): void {
    const heard = strengthsInFile(this.#heardFile(), [wanted, unwanted]);
    expect(heard[wanted]).toBeGreaterThan(0.05);
    expect(heard[wanted]).toBeGreaterThan(10 * (heard[unwanted] ?? 0));
  }

  /** How much it has heard in its call so far. */
  heardMs(): number {
    return ((statSync(this.#heardFile()).size - 44) / 2 / this.#rate) * 1000;
  }

  /** The longest time in its last call, which is over, in which `hertz` was not what it heard, once it had begun. */
  longestGapMs(hertz: number): number {
    return longestGapInFile(this.#heardFile(), hertz);
  }

  /** Path of what the phone heard, decoded, as the sndfile module dumps it; complete once the call is over. */
  #heardFile(): string {
    const last = this.#dumps().at(-1);
    if (!last) throw new Error(`The desk phone dumped no audio: ${readdirSync(this.folder).join(', ')}`);
    return join(this.folder, last);
  }

  /** Names of what it heard in each of its calls, oldest first. */
  #dumps(): string[] {
    return readdirSync(this.folder)
      .filter((name) => /^dump.*-dec\.wav$/.test(name))
      .sort();
  }

  async unplug(): Promise<void> {
    this.#command('quit');
    const until = performance.now() + 3_000;
    while (this.#process.exitCode === null && performance.now() < until) await pause(50);
    this.#control.destroy();
    if (this.#process.exitCode === null) this.#process.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  #command(command: string, params?: string): void {
    const json = JSON.stringify({ command, ...(params === undefined ? {} : { params }) });
    this.#control.write(`${Buffer.byteLength(json)}:${json},`);
  }

  /** Netstrings (length:text,) with JSON inside. */
  #receive(chunk: Buffer): void {
    this.#buffer = Buffer.concat([this.#buffer, chunk]);
    for (;;) {
      const colon = this.#buffer.indexOf(':');
      const length = colon > 0 ? Number(this.#buffer.subarray(0, colon).toString()) : Number.NaN;
      if (Number.isNaN(length) || this.#buffer.length < colon + 1 + length + 1) return;
      const message = JSON.parse(this.#buffer.subarray(colon + 1, colon + 1 + length).toString()) as {
        event?: boolean;
        type?: string;
        param?: string;
      };
      this.#buffer = this.#buffer.subarray(colon + 1 + length + 1);
      if (message.event && message.type) {
        this.#events.push({ type: message.type, ...(message.param === undefined ? {} : { param: message.param }) });
      }
    }
  }
}

const controlWithinMs = 20_000;

/** Connects to what steers the phone, once it listens; a busy machine takes seconds to start it. */
const openControl = async (
  baresip: Pick<ChildProcess, 'exitCode'>,
  { port, address }: { port: number; address: string },
  printed: () => string,
): Promise<Socket> => {
  const until = performance.now() + controlWithinMs;
  while (performance.now() < until && baresip.exitCode === null) {
    const socket = connect(port, address);
    const open = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    if (open) return socket;
    await pause(50);
  }
  throw new Error(`baresip opened no control socket on ${port} (exit code ${baresip.exitCode}):\n${printed()}`);
};
