import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { datagrams } from '../testing/datagrams.ts';
import { serviceManager } from './service-manager.ts';

const isThere = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
const withSystemd = test.skipIf(!isThere('systemd-notify') || !isThere('python3'));
const waits = { timeout: 8_000 };

withSystemd(
  'systemd hears when the server is ready, that it lives, and that it stops',
  async () => {
    const { socket, heard, stop } = await datagrams();
    const troubles: string[] = [];
    let isWell = true;
    const env = { ...process.env, NOTIFY_SOCKET: socket, WATCHDOG_USEC: '400000', WATCHDOG_PID: String(process.pid) };
    const manager = serviceManager(env, { isWell: () => isWell, onTrouble: (why) => void troubles.push(why) });
    manager.ready();
    await vi.waitFor(() => expect(heard).toContain('READY=1\nSTATUS=Sidetone runs'), waits);
    await vi.waitFor(() => expect(heard.filter((one) => one === 'WATCHDOG=1').length).toBeGreaterThan(1), waits);
    isWell = false;
    await new Promise((resolve) => setTimeout(resolve, 500));
    const before = heard.filter((one) => one === 'WATCHDOG=1').length;
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(heard.filter((one) => one === 'WATCHDOG=1')).toHaveLength(before);
    manager.stopping();
    await vi.waitFor(() => expect(heard).toContain('STOPPING=1\nSTATUS=Stopping'), waits);
    manager.stop();
    await stop();
    expect(troubles).toEqual([]);
  },
  30_000,
);

test('without systemd nothing is started, and the watchdog of another process is left to it', () => {
  const onTrouble = (why: string) => expect.unreachable(why);
  const manager = serviceManager({ WATCHDOG_USEC: '1000' }, { isWell: () => expect.unreachable('asked'), onTrouble });
  manager.ready();
  manager.stopping();
  manager.stop();
});

withSystemd(
  'a socket that nobody listens at is reported once',
  async () => {
    const troubles: string[] = [];
    const socket = join(mkdtempSync(join(tmpdir(), 'notify-')), 'gone');
    const manager = serviceManager(
      { ...process.env, NOTIFY_SOCKET: socket },
      { isWell: () => true, onTrouble: (why) => void troubles.push(why) },
    );
    manager.ready();
    await vi.waitFor(() => expect(troubles).toHaveLength(1), waits);
    manager.stopping();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(troubles).toHaveLength(1);
    manager.stop();
  },
  20_000,
);

const unitFile = join(import.meta.dirname, '../../../../deploy/systemd/sidetone.service');

test.skipIf(!isThere('systemd-analyze'))('systemd takes the unit', () => {
  const unit = join(mkdtempSync(join(tmpdir(), 'unit-')), 'sidetone.service');
  // Where it is installed there is nothing here.
  writeFileSync(
    unit,
    readFileSync(unitFile, 'utf8').replaceAll('/opt/sidetone/node_modules/node/bin/node', process.execPath),
  );
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
  const complaints = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('sidetone.service'));
  expect([status, complaints]).toEqual([0, []]);
});

test('the unit runs as a user of its own, starts with the machine and lets nobody do more than needed', () => {
  const unit = readFileSync(unitFile, 'utf8');
  for (const line of ['Type=notify', 'User=sidetone', 'StateDirectory=sidetone', 'WantedBy=multi-user.target']) {
    expect(unit.split('\n')).toContain(line);
  }
  // V8 makes machine code while it runs.
  expect(unit).not.toMatch(/^MemoryDenyWriteExecute/m);
});
