import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { privateHosts } from '../../network/private-hosts.ts';
import { openReach } from '../../reach/reach.ts';
import { modelFetcher } from './fetch-model.ts';
import { isOffered, knownModels, type RecognizerModel } from './models.ts';

const content = randomBytes(3 * 1024 * 1024 + 17);
const part = 1024 * 1024;
/** A small disk of its own takes a right that few have. */
const mayMount = process.platform === 'linux' && canMount();
let url = '';
let folder = '';
let ranges: string[] = [];
type Answer = (request: IncomingMessage, response: ServerResponse) => void;
let answer: Answer;

const inParts: Answer = (request, response) => {
  const [, from = '0', to = '0'] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const bytes = content.subarray(Number(from), Number(to) + 1);
  response.writeHead(206, { 'content-range': `bytes ${from}-${to}/${content.length}` }).end(bytes);
};
const server = createServer((request, response) => {
  ranges.push(`${request.url} ${request.headers.range}`);
  answer(request, response);
});
const reach = openReach(privateHosts(['127.0.0.1']));

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'models-'));
  ranges = [];
  answer = inParts;
});
afterEach(() => rmSync(folder, { recursive: true }));
afterAll(() => {
  reach.close();
  server.close();
});

const modelOf = (more: { bytes?: number | null; sha256?: string } = {}): RecognizerModel => ({
  id: 'small',
  name: 'Small',
  kind: 'transducer',
  languages: ['de'],
  licence: { name: 'MIT', url: 'https://example.org' },
  megabytes: 100,
  files: [
    {
      name: 'tokens.txt',
      role: 'tokens',
      url: `${url}/tokens.txt`,
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      ...more,
    },
  ],
});
const fetcherOf = (more = {}) => modelFetcher({ folder, reach, partBytes: part, ...more });
const signal = () => AbortSignal.timeout(30_000);
const path = (name: string) => join(folder, 'small', name);
const nobody = () => undefined;

test('a model comes part by part, and its progress is told', async () => {
  const told: number[] = [];
  const fetcher = fetcherOf();
  expect(await fetcher.isHere(modelOf())).toBe(false);
  await fetcher.fetch(modelOf(), ({ bytes }) => told.push(bytes), signal());
  expect(readFileSync(path('tokens.txt')).equals(content)).toBe(true);
  expect(readdirSync(join(folder, 'small'))).toEqual(['tokens.txt']);
  expect(told).toEqual([part, 2 * part, 3 * part, content.length, content.length]);
  expect(await fetcher.isHere(modelOf())).toBe(true);
  await fetcher.remove(modelOf());
  expect(existsSync(join(folder, 'small'))).toBe(false);
});

test('what was cut off goes on where it was, also in another process', async () => {
  const controller = new AbortController();
  answer = (request, response) =>
    ranges.length < 3 ? inParts(request, response) : controller.abort(new Error('stop'));
  await expect(fetcherOf().fetch(modelOf(), nobody, controller.signal)).rejects.toThrow('stop');
  expect(statSync(path('tokens.txt.part')).size).toBe(2 * part);
  answer = inParts;
  ranges = [];
  await fetcherOf().fetch(modelOf(), nobody, signal());
  expect(ranges).toEqual([
    `/tokens.txt bytes=${2 * part}-${3 * part - 1}`,
    `/tokens.txt bytes=${3 * part}-${content.length - 1}`,
  ]);
  expect(readFileSync(path('tokens.txt')).equals(content)).toBe(true);
});

test('a cut socket leaves what is there', async () => {
  answer = (request, response) => (ranges.length === 1 ? inParts(request, response) : response.destroy());
  await expect(fetcherOf().fetch(modelOf(), nobody, signal())).rejects.toMatchObject({ code: 'unreachable' });
  expect(statSync(path('tokens.txt.part')).size).toBe(part);
});

test('bytes with another sum are thrown away, those of an earlier try too', async () => {
  mkdirSync(join(folder, 'small'));
  writeFileSync(path('tokens.txt.part'), Buffer.alloc(part));
  await expect(fetcherOf().fetch(modelOf(), nobody, signal())).rejects.toMatchObject({ code: 'wrongSum' });
  expect(readdirSync(join(folder, 'small'))).toEqual([]);
  await fetcherOf().fetch(modelOf(), nobody, signal());
  expect(readdirSync(join(folder, 'small'))).toEqual(['tokens.txt']);
});

test.each<[string, Answer]>([
  ['noParts', (_, response) => response.end(content)],
  ['refused', (_, response) => response.writeHead(404).end()],
  ['unreachable', (_, response) => response.writeHead(503).end()],
  ['changed', (_, response) => response.writeHead(206, { 'content-range': 'bytes 0-4/5' }).end('other')],
  ['changed', (_, response) => response.end('short')],
])('%s', async (code, odd) => {
  answer = odd;
  await expect(fetcherOf().fetch(modelOf(), nobody, signal())).rejects.toMatchObject({
    code,
    message: `model: ${code}`,
  });
});

test('a small file is taken whole from a server that gives no parts', async () => {
  answer = (_, response) => response.end(content);
  await fetcherOf({ partBytes: content.length }).fetch(modelOf(), nobody, signal());
  expect(readFileSync(path('tokens.txt')).equals(content)).toBe(true);
});

test('another host may have the bytes, and a mirror of the house comes first', async () => {
  answer = (request, response) =>
    request.url?.startsWith('/tokens')
      ? response.writeHead(302, { location: `${url}/elsewhere` }).end()
      : inParts(request, response);
  await fetcherOf().fetch(modelOf(), nobody, signal());
  expect(await fetcherOf().isHere(modelOf())).toBe(true);
  await fetcherOf().remove(modelOf());
  ranges = [];
  await fetcherOf({ mirror: `${url}/house/` }).fetch(modelOf(), nobody, signal());
  expect(new Set(ranges.map((each) => each.split(' ')[0]))).toEqual(new Set(['/house/small/tokens.txt']));
});

test('two who ask for the same get one, and another model has to wait', async () => {
  const fetcher = fetcherOf();
  const [one, two] = [fetcher.fetch(modelOf(), nobody, signal()), fetcher.fetch(modelOf(), nobody, signal())];
  const other = fetcher.fetch({ ...modelOf(), id: 'other' }, nobody, signal());
  await expect(other).rejects.toMatchObject({ code: 'busy' });
  await Promise.all([one, two]);
  expect(ranges).toHaveLength(4);
});

test.runIf(mayMount)('a disk that is full in the middle is told, and what has come is kept', async () => {
  const disk = mkdtempSync(join(tmpdir(), 'disk-'));
  mount(disk, '5m');
  try {
    answer = (request, response) => {
      // Something else takes the room meanwhile.
      if (ranges.length === 2) writeFileSync(join(disk, 'log'), Buffer.alloc(3 * 1024 * 1024 + 512 * 1024));
      inParts(request, response);
    };
    const fetcher = fetcherOf({ folder: disk });
    await expect(fetcher.fetch(modelOf(), nobody, signal())).rejects.toMatchObject({ code: 'noSpace' });
    await expect(fetcher.fetch(modelOf(), nobody, signal())).rejects.toMatchObject({ code: 'noSpace' });
    expect(await fetcher.isHere(modelOf())).toBe(false);
    rmSync(join(disk, 'log'));
    await fetcher.fetch(modelOf(), nobody, signal());
    expect(readFileSync(join(disk, 'small', 'tokens.txt')).equals(content)).toBe(true);
  } finally {
    unmount(disk);
    rmSync(disk, { recursive: true });
  }
});

test('no byte is asked for where the disk has no room, or nobody knows the sums', async () => {
  const huge = modelOf({ bytes: 1e15 });
  await expect(fetcherOf().fetch(huge, nobody, signal())).rejects.toMatchObject({ code: 'noSpace' });
  await expect(fetcherOf().fetch(modelOf({ bytes: null }), nobody, signal())).rejects.toMatchObject({ code: 'noSums' });
  expect(ranges).toEqual([]);
});

test('a model is offered only with the length and the sum of each file; today that is none', () => {
  expect(isOffered(modelOf())).toBe(true);
  expect(isOffered(modelOf({ bytes: null }))).toBe(false);
  expect(knownModels.filter(isOffered).map(({ id }) => id)).toEqual([]);
  for (const { files } of knownModels) {
    for (const { sha256 } of files) expect(sha256 ?? '0'.repeat(64)).toMatch(/^[0-9a-f]{64}$/);
  }
});

function canMount(): boolean {
  const disk = mkdtempSync(join(tmpdir(), 'disk-'));
  try {
    mount(disk, '1m');
    unmount(disk);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(disk, { recursive: true });
  }
}

function mount(disk: string, size: string): void {
  execFileSync('/usr/bin/mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'none', disk], { stdio: 'ignore' });
}

function unmount(disk: string): void {
  execFileSync('/usr/bin/umount', [disk], { stdio: 'ignore' });
}
