import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Why no second machine can be made up here; undefined where it can. */
export function whyNoSecondMachine(): string | undefined {
  if (process.platform !== 'linux') return 'a second machine is made of a network namespace, which only Linux has';
  if (process.getuid?.() !== 0) return 'a second machine is made of a network namespace, which only root may make';
  const missing = ['ip', 'certutil'].filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0);
  if (missing.length > 0) return `${missing.join(' and ')} not installed (iproute2, libnss3-tools)`;
  // In a namespace that ends with the command, so that nothing of the try is left.
  const tried = spawnSync('unshare', ['--net', 'ip', 'link', 'add', 'cable', 'type', 'veth'], { encoding: 'utf8' });
  if (tried.status === 0) return undefined;
  const why = tried.error?.message ?? tried.stderr.trim().split('\n')[0];
  return `a second machine is made of a network namespace and a veth pair, which this system refuses: ${why}`;
}

/**
 * Another machine in the room: a network namespace, joined to this one by a cable (a veth pair) and to nothing else. It
 * has a home folder of its own, so that what its browser trusts is its own business.
 */
export class SecondMachine {
  /** What the server's machine is called on this cable. */
  readonly serverAddress: string;
  readonly address: string;
  readonly #name: string;
  readonly #cable: string;
  readonly #folder: string;

  private constructor(name: string, cable: string, net: string) {
    this.#name = name;
    this.#cable = cable;
    this.serverAddress = `${net}.1`;
    this.address = `${net}.2`;
    this.#folder = mkdtempSync(join(tmpdir(), 'sidetone-second-machine-'));
    mkdirSync(join(this.#folder, 'home'));
  }

  /** Makes the namespace and plugs the cable in. `remove` undoes everything; so does the end of this process. */
  static plugIn(): SecondMachine {
    sweep();
    const name = `sidetone-${process.pid}`;
    const cable = `st${process.pid}`;
    const machine = new SecondMachine(name, cable, `10.213.${1 + (process.pid % 250)}`);
    process.once('exit', machine.remove);
    try {
      ip('netns', 'add', name);
      ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
      ip('address', 'add', `${machine.serverAddress}/24`, 'dev', cable);
      ip('link', 'set', cable, 'up');
      machine.#inside('address', 'add', `${machine.address}/24`, 'dev', 'eth0');
      machine.#inside('link', 'set', 'lo', 'up');
      machine.#inside('link', 'set', 'eth0', 'up');
    } catch (error) {
      machine.remove();
      throw error;
    }
    return machine;
  }

  /** What runs a program in there: to be put before its words. */
  get prefix(): readonly string[] {
    return ['ip', 'netns', 'exec', this.#name, 'env', `HOME=${join(this.#folder, 'home')}`];
  }

  /** Path of a program that is the browser of this machine. */
  get browser(): string {
    const script = join(this.#folder, 'browser');
    const chromium = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
    writeFileSync(script, `#!/bin/sh\nexec ${this.prefix.join(' ')} ${chromium} "$@"\n`);
    chmodSync(script, 0o755);
    return script;
  }

  /** Makes everything on this machine that asks NSS, as Chromium does, trust an authority for web sites. */
  trust(certificateFile: string): void {
    const store = join(this.#folder, 'home', '.pki', 'nssdb');
    mkdirSync(store, { recursive: true });
    must('certutil', '-d', `sql:${store}`, '-N', '--empty-password');
    must('certutil', '-d', `sql:${store}`, '-A', '-t', 'C,,', '-n', 'Sidetone', '-i', certificateFile);
  }

  unplugCable(): void {
    this.#inside('link', 'set', 'eth0', 'down');
  }

  /** As from a router that has forgotten this machine: from now on it is .3 of its network. */
  takeAnotherAddress(): void {
    this.#inside('address', 'flush', 'dev', 'eth0');
    this.#inside('address', 'add', `${this.serverAddress.replace(/1$/, '3')}/24`, 'dev', 'eth0');
  }

  plugCableBack(): void {
    this.#inside('link', 'set', 'eth0', 'up');
  }

  /** Never throws and may run twice: it is the last thing that happens, also after a failure. */
  readonly remove = (): void => {
    process.off('exit', this.remove);
    spawnSync('ip', ['link', 'delete', this.#cable]);
    spawnSync('ip', ['netns', 'delete', this.#name]);
    rmSync(this.#folder, { recursive: true, force: true });
  };

  #inside(...words: string[]): void {
    ip('-n', this.#name, ...words);
  }
}

/** Removes what a run left behind that was killed before it could. */
const sweep = (): void => {
  const { stdout } = spawnSync('ip', ['netns', 'list'], { encoding: 'utf8' });
  for (const [, name = '', pid = ''] of stdout.matchAll(/^(sidetone-(\d+))\b/gm)) {
    if (existsSync(`/proc/${pid}`)) continue;
    spawnSync('ip', ['link', 'delete', `st${pid}`]);
    spawnSync('ip', ['netns', 'delete', name]);
  }
};

const ip = (...words: string[]): void => must('ip', ...words);

const must = (program: string, ...words: string[]): void => {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${stdout}${stderr}`);
};
