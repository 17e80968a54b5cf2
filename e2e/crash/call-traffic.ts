import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { PhoneAccount } from '../people/desk-phone.ts';

const scenario = (name: string) => fileURLToPath(new URL(`../people/sipp/${name}.xml`, import.meta.url));

/** Two sipp phones that call each other at a steady pace until told to stop, and a log of what was promised to them. */
export class CallTraffic {
  readonly #folder = mkdtempSync(join(tmpdir(), 'sidetone-traffic-'));
  readonly #target: string;
  readonly #ports = { caller: 5091, callee: 5092 };
  #sipps: ChildProcess[] = [];

  constructor(sipPort: number) {
    this.#target = `127.0.0.1:${sipPort}`;
  }

  async start(caller: PhoneAccount, callee: PhoneAccount, number: string, perSecond: number): Promise<void> {
    const proof = (who: PhoneAccount) => `[authentication username=${who.username} password=${who.password}]`;
    const register = this.#people('callee.csv', `${callee.username};${proof(callee)};${this.#ports.callee}`);
    const registering = this.#run('register', ['-inf', register, '-m', '1', '-p', String(this.#ports.caller)]);
    const code = await new Promise((resolve) => registering.once('close', resolve));
    if (code !== 0) throw new Error('sipp could not register');
    const answering = this.#run('answer', ['-p', String(this.#ports.callee), '-mp', '43000']);
    await pause(500);
    const calls = this.#people('caller.csv', `${caller.username};${proof(caller)};${number}`);
    const pace = ['-r', String(perSecond), '-m', '1000000', '-l', '200', '-recv_timeout', '8000'];
    const where = ['-p', String(this.#ports.caller), '-mp', '44000', '-trace_shortmsg'];
    this.#sipps = [answering, this.#run('call', ['-inf', calls, ...pace, ...where])];
  }

  /** Ends the traffic at once; whatever call is up stays up at the server until someone notices. */
  stop(): void {
    for (const sipp of this.#sipps) sipp.kill('SIGKILL');
    this.#sipps = [];
  }

  /** Call-IDs to which the server answered 180 or 200 to the INVITE: calls it has acknowledged. */
  acknowledged(): Set<string> {
    const found = new Set<string>();
    for (const name of readdirSync(this.#folder).filter((one) => /^call_.*shortmessages\.log$/.test(one))) {
      for (const line of readFileSync(join(this.#folder, name), 'utf8').split('\n')) {
        const [, , , direction, callId, cseq, first = ''] = line.split('\t');
        if (direction === 'R' && /INVITE/.test(cseq ?? '') && /SIP\/2\.0 (180|200)/.test(first))
          found.add(callId ?? '');
      }
    }
    return found;
  }

  dispose(): void {
    this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #people(name: string, line: string): string {
    const file = join(this.#folder, name);
    writeFileSync(file, `SEQUENTIAL\n${line}\n`);
    return file;
  }

  #run(name: string, words: readonly string[]): ChildProcess {
    const common = [this.#target, '-i', '127.0.0.1', '-t', 'u1', '-nostdin'];
    return spawn('sipp', ['-sf', scenario(name), ...words, ...common], { cwd: this.#folder, stdio: 'ignore' });
  }
}
