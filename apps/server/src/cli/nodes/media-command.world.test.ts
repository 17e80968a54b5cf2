import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tlsWay } from '../../pbx/media/far/tls-way.ts';
import { MediaClient } from '../../pbx/media/media-client.ts';
import { MediaPool } from '../../pbx/media/media-pool.ts';
import { someOwner } from '../../pbx/media/testing/owner.ts';
import { RtpPhone } from '../../pbx/media/testing/rtp-phone.ts';
import { freeUdpPort } from '../../testing/free-port.ts';
import { readCellIdentity } from '../../tls/cell.ts';

const program = new URL('../../cli.ts', import.meta.url).pathname;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'media-host-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A command of an operator, who has the cell's authority here. */
function command(words: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, ...words.split(' ')], {
    env: { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'info', ...env },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return { child, ended, said: () => said };
}

async function run(words: string, env: Record<string, string> = {}): Promise<readonly [number | null, string]> {
  const { ended, said } = command(words, env);
  return [await ended, said()];
}

const fileOf = (name: string) => join(folder, 'data', 'cell', name);
const filesOf = (name: string) => ({
  CELL_CERT: fileOf(`${name}.crt`),
  CELL_KEY: fileOf(`${name}.key`),
  CELL_CA: fileOf('ca.crt'),
});

test('an operator makes a cell, and runs media processes that carriers of it use until their last call is over', {
  timeout: 90_000,
}, async () => {
  expect(await run('cell cert --role media --host 127.0.0.1')).toEqual([
    1,
    expect.stringContaining('sidetone cell init'),
  ]);
  const [code, made] = await run('cell init');
  expect([code, made]).toEqual([0, expect.stringContaining('The cell has an authority')]);
  const authority = readFileSync(fileOf('ca.crt'), 'utf8');
  // A second one would make every certificate worthless.
  expect(await run('cell init')).toEqual([1, expect.stringContaining('stays as it is')]);
  expect(readFileSync(fileOf('ca.crt'), 'utf8')).toBe(authority);
  for (const role of ['media', 'carrier']) {
    expect(await run(`cell cert --role ${role} --host 127.0.0.1`)).toEqual([
      0,
      expect.stringContaining('/etc/sidetone/cell'),
    ]);
  }
  expect(await run('cell cert --role admin --host here')).toEqual([1, expect.stringContaining('carrier or media')]);
  for (const name of ['ca.key', 'media-127.0.0.1.key', 'carrier-127.0.0.1.key']) {
    expect([name, statSync(fileOf(name)).mode & 0o777]).toEqual([name, 0o600]);
  }
  // What cannot work is said before anything runs.
  expect(await run('media')).toEqual([1, expect.stringContaining('MEDIA_LISTEN is not set')]);
  expect(await run('media', { MEDIA_LISTEN: '127.0.0.1:7443', ...filesOf('carrier-127.0.0.1') })).toEqual([
    1,
    expect.stringContaining('is not for the role media'),
  ]);

  const [port, mediaPort, rtp] = [await freeUdpPort(), await freeUdpPort(), Math.min(await freeUdpPort(), 65_000)];
  const host = command('media', {
    MEDIA_LISTEN: `127.0.0.1:${port}`,
    MEDIA_PROCESSES: '2',
    MEDIA_PORT: String(mediaPort),
    RTP_PORTS: `${rtp}-${rtp + 99}`,
    ...filesOf('media-127.0.0.1'),
  });
  const files = {
    certFile: fileOf('carrier-127.0.0.1.crt'),
    keyFile: fileOf('carrier-127.0.0.1.key'),
    authorityFile: fileOf('ca.crt'),
  };
  const identity = readCellIdentity(files, 'carrier');
  const clients = [port, port + 1].map(
    (each) => new MediaClient({ way: tlsWay({ host: '127.0.0.1', port: each }, () => identity), owner: someOwner }),
  );
  const phones = [await RtpPhone.open(), await RtpPhone.open()] as const;
  const [phone, next] = phones;
  try {
    await vi.waitFor(() => expect(clients.map((each) => each.isConnected)).toEqual([true, true]), { timeout: 15_000 });
    expect(host.said()).toContain(`2 media processes serve carriers at tls://127.0.0.1:${port}-${port + 1}`);
    const pool = new MediaPool(clients.map((client, index) => ({ name: `media-${index}`, client })));
    const request = { endpointId: 'anna', kind: 'rtp', offer: phone.sdp(), farAddress: '127.0.0.1' } as const;
    phone.say(440, (await pool.openEndpoint(request)).sdp);
    await pool.echo('anna', true);
    expect(await phone.ear.tone([440, 1000])).toBe(440);

    // As a server of the cell sees it.
    const [, findings] = await run('doctor', {
      MEDIA: `tls://127.0.0.1:${port}-${port + 2}`,
      ...filesOf('carrier-127.0.0.1'),
    });
    expect(findings).toContain('2 of 3 media processes are reached');
    expect(findings).toContain(`127.0.0.1:${port + 2} is not reached`);

    // A certificate that was made again is in use for connections from then on.
    await run('cell cert --role media --host 127.0.0.1');
    host.child.kill('SIGHUP');
    await vi.waitFor(() => expect(host.said().match(/certificate: new one in use/g)).toHaveLength(2));

    host.child.kill('SIGTERM');
    await vi.waitFor(() => expect(clients.map((each) => each.isLeaving)).toEqual([true, true]));
    expect(await phone.ear.tone([440, 1000])).toBe(440);
    expect(host.child.exitCode).toBeNull();
    // The other process has said that it is empty; a call that begins there all the same is waited for as well.
    await pause(1_200);
    next.say(1000, (await pool.openEndpoint({ ...request, endpointId: 'ben', offer: next.sdp() })).sdp);
    await pool.echo('ben', true);
    await pause(1_200);
    await pool.close('anna');
    await pause(1_200);
    expect(host.child.exitCode).toBeNull();
    expect(await next.ear.tone([440, 1000])).toBe(1000);
    await pool.close('ben');
    expect(await host.ended).toBe(0);
    expect(host.said()).toContain('Stopped.');
  } finally {
    for (const each of clients) each.stop();
    for (const each of phones) each.close();
    host.child.kill('SIGINT');
    await host.ended;
  }
});
