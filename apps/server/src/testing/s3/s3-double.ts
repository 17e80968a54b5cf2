import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Config } from '../../storage/blobs/s3-config.ts';
import { refusalOf } from './signature.ts';

/** What the service does with requests: its work, 503, nothing at all, or half of what it should. */
type Mood = 'well' | 'busy' | 'stalled' | 'cut';

interface Kept {
  readonly body: Buffer;
  readonly changedAt: Date;
}

/** Answers as S3 does, to requests that are signed as it wants them, and keeps one bucket in memory. */
export interface S3Double {
  readonly config: S3Config;
  /** As environment variables of a server. */
  readonly env: Readonly<Record<string, string>>;
  readonly objects: Map<string, Kept>;
  /** Keys of uploads in parts that nobody has ended, by their ids. */
  readonly unfinished: ReadonlyMap<string, string>;
  /** Method and key of every request that was signed well, in order. */
  readonly asked: string[];
  mood: Mood;
  close(): Promise<void>;
}

interface Desk {
  readonly objects: Map<string, Kept>;
  readonly uploads: Map<string, Map<number, Buffer>>;
  readonly unfinished: Map<string, string>;
}

interface Asked {
  readonly method: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export async function s3Double(prefix = 'phones/'): Promise<S3Double> {
  const keys = {
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    region: 'eu-test-1',
  };
  const desk: Desk = { objects: new Map(), uploads: new Map(), unfinished: new Map() };
  const asked: string[] = [];
  const state: { mood: Mood } = { mood: 'well' };
  const server = createServer(async (request, response) => {
    if (state.mood === 'busy') return send(response, failure(503, 'SlowDown'));
    // Nobody answers, and nobody reads what is sent.
    if (state.mood === 'stalled') return;
    const body = await wholeOf(request);
    if (body === null) return;
    const refused = refusalOf(request, body, keys);
    if (refused !== null) return send(response, failure(403, refused));
    const url = new URL(request.url ?? '/', 'http://s3');
    const [, bucket, ...rest] = url.pathname.split('/').map(decodeURIComponent);
    const key = rest.join('/');
    const method = request.method ?? '';
    asked.push(`${method} ${key}`);
    if (bucket !== 'bucket-of-tests') return send(response, failure(404, 'NoSuchBucket'));
    const reply = answerTo(desk, { method, key, query: url.searchParams, headers: request.headers, body });
    if (state.mood === 'cut') return cut(response, reply);
    send(response, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  const double = {
    config: { ...keys, bucket: 'bucket-of-tests', prefix, endpoint, isPathStyle: true },
    env: {
      FILES: `s3://bucket-of-tests/${prefix}`,
      S3_ENDPOINT: endpoint,
      S3_REGION: keys.region,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
    objects: desk.objects,
    unfinished: desk.unfinished,
    asked,
    get mood() {
      return state.mood;
    },
    set mood(mood: Mood) {
      state.mood = mood;
      // Who waits for an answer that never comes hears that nobody is there.
      if (mood === 'well') server.closeAllConnections();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return double;
}

/** The body of a request; null where its sender left in the middle of it. */
async function wholeOf(request: IncomingMessage): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  try {
    for await (const piece of request) pieces.push(piece as Buffer);
  } catch {
    return null;
  }
  return Buffer.concat(pieces);
}

function answerTo(desk: Desk, asked: Asked): Reply {
  const { method, key, query } = asked;
  if (key === '' && query.has('uploads')) return unfinishedListing(desk, query);
  if (key === '') return method === 'GET' ? listing(desk, query) : failure(405, 'MethodNotAllowed');
  if (query.has('uploads') || query.has('uploadId')) return inParts(desk, asked);
  if (method === 'PUT') {
    desk.objects.set(key, { body: asked.body, changedAt: new Date() });
    return { status: 200, headers: { etag: etagOf(asked.body) } };
  }
  if (method === 'DELETE') {
    desk.objects.delete(key);
    return { status: 204 };
  }
  const found = desk.objects.get(key);
  if (!found) return failure(404, 'NoSuchKey');
  return method === 'GET' || method === 'HEAD' ? reading(found, asked) : failure(405, 'MethodNotAllowed');
}

function reading({ body, changedAt }: Kept, { method, headers }: Asked): Reply {
  const about = { etag: etagOf(body), 'last-modified': changedAt.toUTCString(), 'accept-ranges': 'bytes' };
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  if (from === undefined) {
    const whole = { ...about, 'content-length': String(body.length) };
    return { status: 200, headers: whole, ...(method === 'GET' && { body }) };
  }
  if (Number(from) >= body.length) return failure(416, 'InvalidRange');
  const last = Math.min(to === '' || to === undefined ? body.length - 1 : Number(to), body.length - 1);
  const part = body.subarray(Number(from), last + 1);
  const range = {
    ...about,
    'content-length': String(part.length),
    'content-range': `bytes ${from}-${last}/${body.length}`,
  };
  return { status: 206, headers: range, ...(method === 'GET' && { body: part }) };
}

function inParts({ objects, uploads, unfinished }: Desk, { method, key, query, body }: Asked): Reply {
  const id = query.get('uploadId');
  if (method === 'POST' && id === null) {
    const made = randomUUID();
    uploads.set(made, new Map());
    unfinished.set(made, key);
    const about = `<Bucket>bucket-of-tests</Bucket><Key>${key}</Key><UploadId>${made}</UploadId>`;
    return xml(`<InitiateMultipartUploadResult>${about}</InitiateMultipartUploadResult>`);
  }
  const parts = uploads.get(id ?? '');
  if (!parts) return failure(404, 'NoSuchUpload');
  if (method === 'PUT') {
    parts.set(Number(query.get('partNumber')), body);
    return { status: 200, headers: { etag: etagOf(body) } };
  }
  uploads.delete(id ?? '');
  unfinished.delete(id ?? '');
  if (method === 'DELETE') return { status: 204 };
  const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) => Number(number));
  const pieces = numbers.map((number) => parts.get(number));
  if (pieces.some((piece) => piece === undefined)) return failure(400, 'InvalidPart');
  const whole = Buffer.concat(pieces as Buffer[]);
  objects.set(key, { body: whole, changedAt: new Date() });
  return xml(
    `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>${etagOf(whole)}</ETag></CompleteMultipartUploadResult>`,
  );
}

function unfinishedListing({ unfinished }: Desk, query: URLSearchParams): Reply {
  const some = [...unfinished]
    .filter(([, key]) => key.startsWith(query.get('prefix') ?? ''))
    .map(([id, key]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`);
  return xml(
    `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${some.join('')}</ListMultipartUploadsResult>`,
  );
}

function listing({ objects }: Desk, query: URLSearchParams): Reply {
  const most = Math.min(Number(query.get('max-keys') ?? 1000), 1000);
  const [prefix, after] = [query.get('prefix') ?? '', query.get('start-after') ?? ''];
  const all = [...objects]
    .filter(([key]) => key.startsWith(prefix) && key > after)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const some = all
    .slice(0, most)
    .map(
      ([key, { body, changedAt }]) =>
        `<Contents><Key>${key}</Key><LastModified>${changedAt.toISOString()}</LastModified><Size>${body.length}</Size></Contents>`,
    );
  const about = `<IsTruncated>${all.length > most}</IsTruncated><KeyCount>${some.length}</KeyCount>`;
  return xml(`<ListBucketResult><Name>bucket-of-tests</Name>${about}${some.join('')}</ListBucketResult>`);
}

const etagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;
const xml = (text: string, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${text}`,
});
const failure = (status: number, code: string): Reply =>
  xml(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`, status);

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headers).end(body);
}

/** Says how much comes, sends half of it, and is gone. */
function cut(response: ServerResponse, { status, headers, body = '' }: Reply): void {
  response.writeHead(status, headers);
  response.write(body.slice(0, Math.floor(body.length / 2)), () => response.destroy());
}
