import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { PhoneAccount } from './desk-phone.ts';

export interface Flood {
  readonly server: { readonly host: string; readonly port: number };
  /** They call in turn: one phone has ten calls at once. */
  readonly callers: readonly PhoneAccount[];
  readonly callee: PhoneAccount;
  /** What they dial to reach the callee. */
  readonly number: string;
  readonly calls: number;
  readonly perSecond: number;
}

export interface FloodResult {
  readonly successful: number;
  readonly failed: number;
  readonly report: string;
}

const scenario = (name: string) => fileURLToPath(new URL(`./sipp/${name}.xml`, import.meta.url));

/** Phones of sipp call another one through the server: `calls` calls at `perSecond`, two seconds of talk each. */
export async function floodWithCalls(flood: Flood, ports: { caller: number; callee: number }): Promise<FloodResult> {
  const folder = mkdtempSync(join(tmpdir(), 'sidetone-sipp-'));
  const target = `${flood.server.host}:${flood.server.port}`;
  const people = (name: string, ...lines: readonly string[]) => {
    const file = join(folder, name);
    writeFileSync(file, ['SEQUENTIAL', ...lines, ''].join('\n'));
    return file;
  };
  const proof = (who: PhoneAccount) => `[authentication username=${who.username} password=${who.password}]`;
  const common = [target, '-i', '127.0.0.1', '-t', 'u1', '-nostdin', '-trace_err'];
  let answering: ChildProcess | undefined;
  try {
    const register = people('callee.csv', `${flood.callee.username};${proof(flood.callee)};${ports.callee}`);
    const registered = await run(folder, [
      '-sf',
      scenario('register'),
      '-inf',
      register,
      '-m',
      '1',
      '-p',
      String(ports.caller),
      ...common,
    ]);
    if (registered.code !== 0) throw new Error(`sipp could not register:\n${registered.output}`);
    answering = spawn('sipp', ['-sf', scenario('answer'), '-p', String(ports.callee), '-mp', '44000', ...common], {
      cwd: folder,
      stdio: 'ignore',
    });
    await isTaken(ports.callee);
    const lines = flood.callers.map((caller) => `${caller.username};${proof(caller)};${flood.number}`);
    const calls = people('callers.csv', ...lines);
    const { output } = await run(folder, [
      '-sf',
      scenario('call'),
      '-inf',
      calls,
      '-p',
      String(ports.caller),
      '-mp',
      '42000',
      '-m',
      String(flood.calls),
      '-r',
      String(flood.perSecond),
      '-l',
      String(flood.calls),
      '-timeout',
      '120',
      ...common,
    ]);
    const count = (what: string) =>
      Number(new RegExp(`${what}\\s*\\|\\s*\\d+\\s*\\|\\s*(\\d+)`).exec(output)?.[1] ?? Number.NaN);
    return { successful: count('Successful call'), failed: count('Failed call'), report: output };
  } finally {
    answering?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One call of a sipp phone that presses `key` by SIP INFO, talks for two seconds and hangs up. Rejects when any of it is refused. */
export async function callPressingByInfo(
  call: Pick<Flood, 'server' | 'number'> & {
    readonly caller: PhoneAccount;
    readonly key: string;
    readonly port: number;
  },
): Promise<void> {
  const { server, caller, number, key, port } = call;
  const folder = mkdtempSync(join(tmpdir(), 'sidetone-sipp-'));
  try {
    const file = join(folder, 'press.xml');
    const talk = '<pause milliseconds="2000" />';
    const plain = readFileSync(scenario('call'), 'utf8').replace('CSeq: 3 BYE', 'CSeq: 4 BYE');
    writeFileSync(file, plain.replace(talk, `${infoOf(key)}\n  ${talk}`));
    const line = join(folder, 'caller.csv');
    const proof = `[authentication username=${caller.username} password=${caller.password}]`;
    writeFileSync(line, `SEQUENTIAL\n${caller.username};${proof};${number}\n`);
    const { code, output } = await run(folder, [
      '-sf',
      file,
      '-inf',
      line,
      '-m',
      '1',
      '-p',
      String(port),
      '-mp',
      '43000',
      '-timeout',
      '30',
      `${server.host}:${server.port}`,
      '-i',
      '127.0.0.1',
      '-t',
      'u1',
      '-nostdin',
    ]);
    if (code !== 0) throw new Error(`sipp failed:\n${output}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** sipp tells nobody when it listens, but Linux does. Throws after ten seconds. */
async function isTaken(udpPort: number): Promise<void> {
  const hex = udpPort.toString(16).toUpperCase().padStart(4, '0');
  for (const until = performance.now() + 10_000; performance.now() < until; ) {
    if (new RegExp(`^\\s*\\d+: [0-9A-F]{8}:${hex} `, 'm').test(readFileSync('/proc/net/udp', 'utf8'))) return;
    await pause(50);
  }
  throw new Error(`sipp never listened on ${udpPort}`);
}

const infoOf = (key: string) => `<send retrans="500"><![CDATA[
    INFO [next_url] SIP/2.0
    Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch];rport
    [routes]
    Max-Forwards: 70
    From: <sip:[field0]@[remote_ip]>;tag=[pid]c[call_number]
    [last_To:]
    Call-ID: [call_id]
    CSeq: 3 INFO
    Content-Type: application/dtmf-relay
    Content-Length: [len]

    Signal=${key}
    Duration=160
  ]]></send>
  <recv response="200" />`;

const run = (cwd: string, words: readonly string[]): Promise<{ code: number | null; output: string }> =>
  new Promise((resolve) => {
    const sipp = spawn('sipp', words, { cwd, env: { ...process.env, TERM: 'dumb' } });
    let output = '';
    sipp.stdout.on('data', (chunk) => {
      output = (output + chunk).slice(-20_000);
    });
    sipp.stderr.on('data', (chunk) => {
      output = (output + chunk).slice(-20_000);
    });
    sipp.on('close', (code) => resolve({ code, output }));
  });
