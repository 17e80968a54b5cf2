import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { PhoneAccount } from './desk-phone.ts';
import { strengthsInFile } from './sound-file.ts';

export interface LinphoneWays {
  readonly sip: number;
  /** First port of its audio. */
  readonly rtp: number;
  /** Keys go as SIP INFO in place of RFC 4733. */
  readonly infoKeys?: boolean;
  /** Takes each call at once. */
  readonly answersAtOnce?: boolean;
}

/**
 * Linphone on a desk: a second maker's phone, which can transfer both blindly and after asking. Steered by its prompt;
 * calls have the numbers that it prints, from 1 on.
 */
export class Linphone {
  readonly folder: string;
  readonly #process: ChildProcess;
  #printed = '';
  #seen = 0;
  #recordings = 0;

  private constructor(folder: string, process: ChildProcess) {
    this.folder = folder;
    this.#process = process;
    const keep = (chunk: unknown) => {
      this.#printed += String(chunk);
    };
    process.stdout?.on('data', keep);
    process.stderr?.on('data', keep);
  }

  /** Starts it with a sound file (WAV) for a microphone and waits until it is registered. */
  static async plugIn(account: PhoneAccount, microphone: string, ways: LinphoneWays): Promise<Linphone> {
    const folder = mkdtempSync(join(tmpdir(), 'sidetone-linphone-'));
    // It keeps its database there and makes no folder by itself.
    mkdirSync(join(folder, '.local/share/linphone'), { recursive: true });
    writeFileSync(join(folder, 'rc'), settings(account, ways));
    const child = spawn('linphonec', ['-c', join(folder, 'rc'), '-d', '0'], {
      env: { ...process.env, HOME: folder },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const phone = new Linphone(folder, child);
    for (let waited = 0; !(await phone.#isRegistered()); waited += 250) {
      if (waited > 10_000) {
        child.kill('SIGKILL');
        throw new Error(`linphone did not register:\n${phone.#printed}`);
      }
      await pause(250);
    }
    phone.does('soundcard use files');
    if (ways.answersAtOnce) phone.does('autoanswer enable');
    await phone.says(/Using wav files/);
    phone.#microphone = microphone;
    return phone;
  }

  #microphone = '';

  /** Types a line at its prompt. */
  does(line: string): void {
    this.#process.stdin?.write(`${line}\n`);
  }

  /** Passes once it prints something like this that was not waited for before. */
  async says(pattern: RegExp, limit = 15_000): Promise<void> {
    for (const until = performance.now() + limit; performance.now() < until; await pause(50)) {
      const found = pattern.exec(this.#printed.slice(this.#seen));
      if (!found) continue;
      this.#seen += found.index + found[0].length;
      return;
    }
    throw new Error(`linphone did not say ${pattern}:\n${this.#printed.slice(-3000)}`);
  }

  /** Calls a number of the exchange and waits until someone takes the call. */
  async reaches(number: string, server: string): Promise<void> {
    this.does(`call sip:${number}@${server}`);
    await this.says(/Media streams established/);
    this.speaks();
  }

  /** Takes the call that rings. */
  async answers(): Promise<void> {
    await this.says(/Receiving new incoming call/);
    this.does('answer');
    await this.says(/Media streams established/);
    this.speaks();
  }

  /** Speaks its sound file into the call that is up. */
  speaks(): void {
    this.does(`play ${this.#microphone}`);
  }

  /** How strong these frequencies are in what it hears for `seconds` from now on. */
  async hears(frequencies: readonly number[], seconds = 2): Promise<Record<number, number>> {
    this.#recordings += 1;
    const file = join(this.folder, `heard-${this.#recordings}.wav`);
    this.does(`record ${file}`);
    await pause(seconds * 1000);
    // The file is whole once another one takes its place.
    this.does(`record ${join(this.folder, 'rest.wav')}`);
    await pause(300);
    return strengthsInFile(file, frequencies);
  }

  async unplug(): Promise<void> {
    this.does('quit');
    const gone = new Promise((resolve) => this.#process.once('exit', resolve));
    const late = setTimeout(() => this.#process.kill('SIGKILL'), 3_000);
    if (this.#process.exitCode === null) await gone;
    clearTimeout(late);
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #isRegistered(): Promise<boolean> {
    this.does('status registered');
    await pause(100);
    return /registered, identity=/.test(this.#printed);
  }
}

/** Its settings: one account over UDP or TLS, nothing else listens. */
const settings = (account: PhoneAccount, { sip, rtp, infoKeys = false }: LinphoneWays): string => `[sip]
sip_port=${sip}
sip_tcp_port=0
sip_tls_port=${account.transport === 'tls' ? -1 : 0}
${account.authority ? `root_ca=${account.authority}\nverify_server_certs=1\nverify_server_cn=1` : ''}
${account.encrypts ? 'media_encryption=srtp\nmedia_encryption_mandatory=1' : ''}
default_proxy=0
register_only_when_network_is_up=0
use_info=${infoKeys ? 1 : 0}
use_rfc2833=${infoKeys ? 0 : 1}
[rtp]
audio_rtp_port=${rtp}
[proxy_0]
reg_proxy=<sip:${account.server};transport=${account.transport ?? 'udp'}>
reg_identity=sip:${account.username}@${account.server}
reg_expires=600
reg_sendregister=1
publish=0
[auth_info_0]
username=${account.username}
passwd=${account.password}
realm=sidetone
algorithm=MD5
`;
