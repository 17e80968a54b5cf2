import { connect as connectPlain, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect, createServer } from 'node:tls';
import { afterAll, test as anywhere, beforeAll, expect, vi } from 'vitest';
import { type CellFiles, cellContext, readCellIdentity } from '../../../tls/cell.ts';
import { makeCell, makeCellCertificate } from '../../../tls/cell-authority.ts';
import { MediaClient } from '../media-client.ts';
import { type FarCell, type FarHost, openFarCell } from '../testing/far-cell.ts';
import { someOwner } from '../testing/owner.ts';

/** Media hosts are addresses of loopback, which only Linux has. */
const isLinux = process.platform === 'linux';
const test = anywhere.runIf(isLinux);
let cell: FarCell;
let host: FarHost;
const sockets: Socket[] = [];

beforeAll(async () => {
  cell = openFarCell();
  if (!isLinux) return;
  host = await cell.start('127.0.1.11');
  await vi.waitFor(() => expect(host.process.log()).toContain('listening for carriers'), { timeout: 10_000 });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await cell.stop();
});

/** What somebody is sent until the connection is over, and how long that took. */
async function outcome(socket: Socket): Promise<{ heard: string; ms: number }> {
  sockets.push(socket);
  const begun = performance.now();
  let heard = '';
  socket.on('data', (chunk) => (heard += String(chunk)));
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('close', resolve));
  return { heard, ms: performance.now() - begun };
}

/** Says hello and asks, as a carrier would, by TLS with what is given. */
async function asks(given: object): Promise<string> {
  const { host: address, port } = host;
  const socket = connect({ host: address, port, servername: '', rejectUnauthorized: false, ...given });
  socket.once('secureConnect', () => {
    socket.write(
      '{"id":1,"method":"hello","params":{"node":"node-1","epoch":99}}\n{"id":2,"method":"list","params":{}}\n',
    );
  });
  return (await outcome(socket)).heard;
}

const identityOf = (files: CellFiles, role: 'carrier' | 'media') => cellContext(readCellIdentity(files, role));

test('strangers to the cell hear nothing', async () => {
  const other = join(cell.folder, 'other');
  makeCell(other, new Date());
  const foreign = makeCellCertificate(other, { role: 'carrier', host: '127.0.1.1', now: new Date() });
  if (!foreign) throw new Error('no authority');
  const carrier = identityOf(cell.filesOf('carrier', '127.0.1.1'), 'carrier');
  const strangers = {
    'no certificate': {},
    'a certificate of another cell': identityOf(foreign, 'carrier'),
    'its own': identityOf(cell.filesOf('media', '127.0.1.11'), 'media'),
    'that of another media host': identityOf(cell.filesOf('media', '127.0.1.12'), 'media'),
    'TLS 1.2': { ...carrier, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' },
  };
  for (const [who, given] of Object.entries(strangers)) expect([who, await asks(given)]).toEqual([who, '']);
  expect(host.process.log()).not.toContain('"epoch":99');

  const plain = connectPlain(host.port, host.host);
  plain.write('{"id":1,"method":"hello","params":{"node":"node-1","epoch":99}}\n');
  expect((await outcome(plain)).heard).not.toContain('result');
  // One line in ten seconds, whatever their number is.
  const lines = host.process.log().match(/a stranger was refused/g) ?? [];
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThan(3);
});

test('a carrier says nothing to a host that is no media host of its cell', async () => {
  const heard: string[] = [];
  const pretends = async (files: CellFiles, at: string): Promise<number> => {
    const { certFile, keyFile, authorityFile } = files;
    const identity = readCellIdentity(
      { certFile, keyFile, authorityFile },
      files.certFile.includes('media') ? 'media' : 'carrier',
    );
    const server = createServer(
      { ...cellContext(identity), requestCert: true, rejectUnauthorized: false },
      (socket) => {
        socket.on('data', (chunk) => heard.push(String(chunk))).on('error', () => {});
      },
    );
    server.on('tlsClientError', () => {});
    await new Promise<void>((resolve) => server.listen(0, at, resolve));
    closing.push(() => server.close());
    return (server.address() as { port: number }).port;
  };
  const closing: (() => void)[] = [];
  const clients = [
    // A carrier, and a media host that is at another address.
    { host: '127.0.1.13', port: await pretends(cell.filesOf('carrier', '127.0.1.13'), '127.0.1.13') },
    { host: '127.0.1.13', port: await pretends(cell.filesOf('media', '127.0.1.12'), '127.0.1.13') },
  ].map((place) => new MediaClient({ way: host.way(place), owner: someOwner, timeoutMs: 1_500 }));
  await Promise.all(clients.map((each) => expect(each.list()).rejects.toMatchObject({ code: 'MEDIA_UNAVAILABLE' })));
  for (const each of clients) each.stop();
  for (const close of closing) close();
  expect(heard).toEqual([]);
});

test('a frame that is too long ends the connection, and so does a carrier that says nothing', async () => {
  const carrier = identityOf(cell.filesOf('carrier', '127.0.1.1'), 'carrier');
  const open = (): Socket => connect({ ...carrier, host: host.host, port: host.port, servername: '' });
  const talks = open();
  talks.write('{"id":1,"method":"hello","params":{"node":"node-9","epoch":1}}\n');
  talks.write(`{"id":2,"method":"list","params":{"${'x'.repeat(1_100_000)}`);
  const silent = open();
  const [long, quiet] = await Promise.all([outcome(talks), outcome(silent)]);
  expect(long.heard).not.toContain('"id":2');
  expect(long.ms).toBeLessThan(2_500);
  expect(quiet.ms).toBeLessThan(6_000);
});

test('connections that prove nothing are limited, and keep no carrier out', async () => {
  const { host: address, port } = host;
  const open = () => connectPlain({ host: address, port, localAddress: '127.0.1.99' });
  const first = Array.from({ length: 16 }, () => outcome(open()));
  await new Promise((resolve) => setTimeout(resolve, 200));
  // The seventeenth of the same address is sent away, where others have five seconds to prove who they are.
  expect((await outcome(open())).ms).toBeLessThan(1_000);
  const media = new MediaClient({ way: host.way(), owner: { node: 'node-2', epoch: 1 } });
  expect(await media.list()).toEqual([]);
  media.stop();
  for (const { ms } of await Promise.all(first)) expect(ms).toBeLessThan(8_000);
  expect((await outcome(open())).ms).toBeGreaterThan(2_000);
});
