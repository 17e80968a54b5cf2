import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { certificateFor, hasKamailioTls } from '../../e2e/world/cell/edges.ts';

const deploy = join(import.meta.dirname, '../../deploy');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sidetone-deploy-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const path = `${process.env['PATH']}:/usr/sbin`;
const lacks = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program}`], { env: { PATH: path } }).status !== 0;

const run = (words: readonly string[], settings: Record<string, string> = {}) => {
  const [program = '', ...rest] = words;
  const { status, stdout, stderr } = spawnSync(program, rest, {
    encoding: 'utf8',
    env: { PATH: path, LC_ALL: 'C.UTF-8', ...settings },
  });
  return { status, said: `${stdout}${stderr}` };
};

test.skipIf(lacks('kamailio') || !hasKamailioTls())(
  'Kamailio takes its file with an address and nothing else set',
  () => {
    const file = join(deploy, 'kamailio/kamailio.cfg');
    expect(run(['kamailio', '-c', '-f', file], { EDGE_ADDRESS: '127.0.1.31' }).said).toContain('config file ok');
    expect(run(['kamailio', '-c', '-f', file]).said).toMatch(/not defined \[EDGE_ADDRESS\]/);
  },
);

test.skipIf(lacks('haproxy') || lacks('openssl'))('HAProxy takes its file without a warning', () => {
  const certificate = certificateFor(folder, ['127.0.1.32']).both;
  const settings = {
    DOOR_ADDRESS: '127.0.1.32',
    DOOR_CERTIFICATE: certificate,
    DOOR_CONNECTIONS: '100',
    SERVER_A: '127.0.1.1:8080',
    SERVER_B: '127.0.1.2:8080',
    SERVER_SPARE: '127.0.1.3:8080',
    DATABASE_LISTEN: '127.0.1.32:5000',
    DATABASE_A: '127.0.1.21:5432',
    DATABASE_B: '127.0.1.22:5432',
  };
  const { status, said } = run(['haproxy', '-c', '-f', join(deploy, 'haproxy/haproxy.cfg')], settings);
  expect(said).not.toContain('WARNING');
  expect(status, said).toBe(0);
});

test.skipIf(lacks('patroni') || process.platform !== 'linux')('Patroni takes its file', async () => {
  const file = join(folder, 'patroni.yml');
  const text = readFileSync(join(deploy, 'patroni/patroni.yml'), 'utf8');
  const bin = /bin_dir: (\S+)/.exec(text)?.[1] ?? '';
  // It asks whether etcd answers and its own ports are free: here at addresses of loopback, others for each run beside this one.
  const net = `127.${1 + (process.pid % 250)}.77.`;
  writeFileSync(
    file,
    text.replaceAll('10.0.0.', net).replaceAll(/\/var\/lib\/postgresql\/15\/sidetone/g, join(folder, 'pg')),
  );
  const doors: Server[] = [];
  for (const last of [21, 22, 23]) {
    const door = createServer();
    await new Promise<void>((resolve) => door.listen(2379, `${net}${last}`, resolve));
    doors.push(door);
  }
  const { said } = run(['patroni', '--validate-config', file]);
  for (const door of doors) door.close();
  // Where PostgreSQL of Debian is not installed, its programs are missed, and nothing else.
  const faults = said.split('\n').filter((line) => line !== '' && !line.includes(bin) && !/bin_dir/.test(line));
  expect(faults).toEqual([]);
});

test.skipIf(lacks('keepalived'))('keepalived takes its file', () => {
  // In a session of its own: after a look at a good file it ends itself by a signal.
  const { said } = run(['setsid', '-w', 'keepalived', '-t', '-f', join(deploy, 'keepalived/keepalived.conf')]);
  const faults = said
    .split('\n')
    .filter((line) => line !== '' && !/interface eth0|Non-existent interface|user kamailio/.test(line));
  expect(faults).toEqual([]);
});

test.skipIf(process.platform !== 'linux')('the command sidetone finds the data that the service has', () => {
  const [etc, script, shows] = ['etc', 'sidetone', 'shows.mjs'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(etc, { recursive: true });
  writeFileSync(shows, 'console.log(process.env.DATA_DIR);');
  const text = readFileSync(join(deploy, 'debian/sidetone'), 'utf8')
    .replace('/opt/sidetone/node_modules/node/bin/node', process.execPath)
    .replace('/opt/sidetone/apps/server/src/cli.ts', shows)
    .replaceAll('/etc/sidetone', etc)
    // As the user who runs this.
    .replace('$(id -u)', '1');
  writeFileSync(script, text);
  const data = (settings: Record<string, string> = {}) => run(['sh', script], settings).said.trim();
  rmSync(join(etc, 'node-2.env'), { force: true });
  writeFileSync(join(etc, 'sidetone.env'), '#DATA_DIR=/no\n');
  expect(data()).toBe('/var/lib/sidetone/data');
  expect(data({ NODE_NAME: 'node-2' })).toBe('/var/lib/sidetone/node-2');
  writeFileSync(join(etc, 'sidetone.env'), 'DATA_DIR=/disk/all\n');
  writeFileSync(join(etc, 'node-2.env'), 'DATA_DIR=/disk/node-2\n');
  expect(data()).toBe('/disk/all');
  expect(data({ NODE_NAME: 'node-2' })).toBe('/disk/node-2');
  expect(data({ DATA_DIR: '/mine' })).toBe('/mine');
});

/** What a unit does besides saying what it starts. */
const hardening = (unit: string): string => {
  const text = readFileSync(join(deploy, 'systemd', unit), 'utf8');
  return text.slice(text.indexOf('StateDirectory='));
};

test('every unit is kept from the same things', () => {
  const units = readdirSync(join(deploy, 'systemd')).filter((name) => name.endsWith('.service'));
  expect(units.length).toBeGreaterThan(1);
  for (const unit of units) expect(hardening(unit), unit).toBe(hardening('sidetone.service'));
});

test.skipIf(lacks('systemd-analyze'))('systemd takes the units', () => {
  // Where the project lies differs: the program is named that runs this.
  const own = join(folder, 'systemd');
  cpSync(join(deploy, 'systemd'), own, { recursive: true });
  for (const unit of readdirSync(own)) {
    const text = readFileSync(join(own, unit), 'utf8');
    writeFileSync(join(own, unit), text.replace('/opt/sidetone/node_modules/node/bin/node', process.execPath));
  }
  const units = ['sidetone.service', 'sidetone@node-1.service', 'sidetone@spare.service', 'sidetone-media.service'].map(
    (name) => join(own, name),
  );
  const { said } = run(['systemd-analyze', 'verify', '--man=no', ...units]);
  expect(said.split('\n').filter((line) => line.includes('sidetone'))).toEqual([]);
});
