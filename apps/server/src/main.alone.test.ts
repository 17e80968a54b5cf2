import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { freePort } from './storage/postgres/cluster.ts';
import { commandLineOf, parentOf, signal } from './storage/postgres/processes.ts';
import { datagrams } from './testing/datagrams.ts';

// The whole server as an operator has it: started by npm, on a data folder and ports of its own.

const root = join(import.meta.dirname, '../../..');
const dataDir = mkdtempSync(join(tmpdir(), 'sidetone-main-'));
const ports: Record<string, string> = {};
const started: { process: ChildProcess; output: () => string }[] = [];

beforeAll(async () => {
  for (const name of ['PORT', 'HTTPS_PORT', 'SIP_PORT', 'MEDIA_PORT']) ports[name] = String(await freePort());
  const range = 20_000 + Math.floor(Math.random() * 400) * 100;
  ports['RTP_PORTS'] = `${range}-${range + 39}`;
  return async () => {
    for (const pid of ours()) signal(pid, 'SIGKILL');
    await until(() => ours().length === 0);
    rmSync(dataDir, { recursive: true, force: true });
  };
});

afterEach(({ task }) => {
  if (task.result?.state === 'fail') console.error(started.at(-1)?.output());
});

/** Runs a program of the server; `npm start` unless told otherwise. */
const run = (words = ['npm', 'start'], env: Record<string, string> = {}) => {
  const [command = '', ...rest] = words;
  const child = spawn(command, rest, {
    cwd: root,
    env: { ...process.env, ...ports, DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const one = { process: child, output: () => text };
  started.push(one);
  return one;
};

const isHealthy = (): Promise<boolean> => says200('/api/health');
const isReady = (): Promise<boolean> => says200('/api/ready');
const says200 = async (path: string): Promise<boolean> => {
  try {
    const reply = await fetch(`http://127.0.0.1:${ports['PORT']}${path}`, { signal: AbortSignal.timeout(2000) });
    return reply.status === 200;
  } catch {
    return false;
  }
};

/** Every process that works on our data folder, and the npm above it. */
const ours = (): number[] => {
  const all = execFileSync('ps', ['-e', '-o', 'pid='], { encoding: 'utf8' }).trim().split(/\s+/).map(Number);
  const mine = all.filter((pid) => {
    try {
      if (commandLineOf(pid)?.includes(`${dataDir}/`)) return true;
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`DATA_DIR=${dataDir}\0`);
    } catch {
      return false; // Ended, or someone else's.
    }
  });
  return mine.filter((pid) => commandLineOf(pid) !== undefined);
};

const until = async (condition: () => boolean | Promise<boolean>, limitMs = 15_000): Promise<number> => {
  const began = performance.now();
  while (!(await condition())) {
    if (performance.now() - began > limitMs) throw new Error(`Still not so after ${limitMs} ms`);
    await sleep(50);
  }
  return performance.now() - began;
};

const childNamed = (part: string): number => {
  const found = ours().find((pid) => commandLineOf(pid)?.includes(part));
  if (found === undefined) throw new Error(`No process ${part}`);
  return found;
};

/** The server itself, and not the shell in which npm runs it. */
const supervisor = (): number => {
  const found = ours().find((pid) => /^\S*node\S* apps\/server\/src\/main\.ts/.test(commandLineOf(pid) ?? ''));
  if (found === undefined) throw new Error('No supervisor');
  return found;
};

const onLinux = test.skipIf(process.platform !== 'linux');
const limit = { timeout: 45_000 };
// It makes a database and may build the client: how long a slow machine takes for that is not what is tested. What it starts
// stays for the tests after it, so a second try would find it there.
const firstStart = { timeout: 200_000, retry: 0 };

onLinux('npm start brings everything up and says where to go and who to be', firstStart, async () => {
  const { output } = run();
  await until(isHealthy, 180_000);
  await until(() => output().includes('Stop'));
  expect(output()).toContain(`http://localhost:${ports['PORT']}`);
  expect(output()).toMatch(/mara@tannhorst\.example +\S{14} +Mara Tannhorst, extension 11, administrator/);
  expect(output()).toContain('phone add');
});

onLinux('a second start on the same data folder is refused in words, and the first goes on', limit, async () => {
  const second = run(['node', 'apps/server/src/main.ts']);
  const [code] = await once(second.process, 'exit');
  expect(code).toBe(1);
  expect(second.output()).toContain(`already runs on the data folder ${dataDir}`);
  expect(await isHealthy()).toBe(true);
});

onLinux('a start on taken ports names each of them and what to set', limit, async () => {
  const other = mkdtempSync(join(tmpdir(), 'sidetone-main-'));
  const second = run(['node', 'apps/server/src/main.ts'], { DATA_DIR: other });
  const [code] = await once(second.process, 'exit');
  rmSync(other, { recursive: true });
  expect(code).toBe(1);
  expect(second.output()).toContain(`Port ${ports['PORT']} (TCP, for the web pages) is used by another program`);
  expect(second.output()).toContain(`PORT=${Number(ports['PORT']) + 1} npm start`);
  expect(second.output()).toContain('SIP_PORT=');
});

onLinux('the command line gives a desk phone its account', limit, async () => {
  const words = ['node', 'apps/server/src/cli.ts', 'phone', 'add', '--user', '12', '--json'];
  const { process: cli, output } = run(words, { SIP_PORT: '5060' });
  await once(cli, 'close');
  const phone = JSON.parse(output());
  expect(phone).toMatchObject({ user: 'jonas@tannhorst.example', server: `127.0.0.1:${ports['SIP_PORT']}` });
  expect(phone.username).toMatch(/^p/);
});

onLinux('SIGHUP to the server opens certificates and logs again, and ends nothing', limit, async () => {
  const programs = () => [childNamed('services.ts'), childNamed('media/process/main.ts'), supervisor()];
  const before = programs();
  process.kill(supervisor(), 'SIGHUP');
  await until(() => started[0]?.output().includes('log files are opened again') ?? false);
  await sleep(500);
  expect(programs()).toEqual(before);
  expect(await isHealthy()).toBe(true);
});

onLinux.for(['services.ts', 'media/process/main.ts', 'bin/postgres'])(
  // How soon is what `npm run crash` measures.
  'after kill -9 of %s the server is healthy again by itself',
  limit,
  async (part) => {
    const victim = childNamed(part);
    signal(victim, 'SIGKILL');
    await until(() => commandLineOf(victim) === undefined);
    await until(async () => {
      const successor = ours().some((pid) => pid !== victim && commandLineOf(pid)?.includes(part));
      return successor && (await isHealthy());
    });
  },
);

onLinux('SIGTERM to npm alone stops everything, PostgreSQL included', limit, async () => {
  const npm = started[0]?.process;
  npm?.kill('SIGTERM');
  expect(await until(() => ours().length === 0)).toBeLessThan(10_000);
});

const notifies = test.skipIf(spawnSync('systemd-notify', ['--version']).status !== 0);
notifies('a service manager hears that the server is ready, lives and stops', limit, async () => {
  const { socket, heard, stop } = await datagrams();
  const { process: server } = run(['node', 'apps/server/src/main.ts'], {
    NOTIFY_SOCKET: socket,
    WATCHDOG_USEC: '2000000',
  });
  await until(() => heard.some((one) => one.startsWith('READY=1\n')));
  // Ready means what it says.
  expect(await isReady()).toBe(true);
  await until(() => heard.includes('WATCHDOG=1'));
  server.kill('SIGTERM');
  await until(() => heard.some((one) => one.startsWith('STOPPING=1\n')));
  await until(() => ours().length === 0);
  await stop();
});

onLinux('a start after kill -9 of the whole tree takes over what is left and changes no sign-in', limit, async () => {
  const signIns = readFileSync(join(dataDir, 'demo-sign-ins.json'), 'utf8');
  run(['node', 'apps/server/src/main.ts']);
  await until(isHealthy);
  const orphans = ours().filter((pid) => /bin\/postgres -D|media\/process/.test(commandLineOf(pid) ?? ''));
  for (const pid of ours().filter((one) => !orphans.includes(one))) {
    if (parentOf(pid) !== undefined) signal(pid, 'SIGKILL');
  }
  const again = run(['node', 'apps/server/src/main.ts']);
  expect(await until(isHealthy)).toBeLessThan(10_000);
  expect(again.output()).toContain('Taking over the database');
  for (const pid of ours()) signal(pid, 'SIGKILL');
  run(['node', 'apps/server/src/main.ts']);
  expect(await until(isHealthy)).toBeLessThan(10_000);
  expect(readFileSync(join(dataDir, 'demo-sign-ins.json'), 'utf8')).toBe(signIns);
});

onLinux('Ctrl+C stops everything cleanly', limit, async () => {
  const last = started.at(-1);
  last?.process.kill('SIGINT');
  const [code] = await once(last?.process as ChildProcess, 'exit');
  expect(code).toBe(0);
  expect(ours()).toEqual([]);
  expect(last?.output()).toContain('Stopped.');
});
