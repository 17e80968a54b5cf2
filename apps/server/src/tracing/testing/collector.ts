import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** A span as a collector has it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string;
  readonly name: string;
  /** In ms since 1970. */
  readonly begin: number;
  readonly end: number;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly isFailed: boolean;
}

export interface Collector {
  readonly url: string;
  readonly spans: ReceivedSpan[];
  /** Attributes of the server, of the last request. */
  readonly resource: Record<string, string | number | boolean>;
  readonly requests: { readonly path: string; readonly headers: http.IncomingHttpHeaders; readonly body: Buffer }[];
  /** What it answers from now on. */
  status: number;
  stop(): Promise<void>;
}

/** Takes spans by OTLP over HTTP, in protobuf, on loopback. */
export async function openCollector(): Promise<Collector> {
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { headers, url = '' } = request;
      const whole = Buffer.concat(parts);
      const body = headers['content-encoding'] === 'gzip' ? gunzipSync(whole) : whole;
      collector.requests.push({ path: url, headers, body });
      if (collector.status === 200) readRequest(body, collector);
      response.writeHead(collector.status, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const collector: Collector = {
    url: `http://127.0.0.1:${port}`,
    spans: [],
    resource: {},
    requests: [],
    status: 200,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return collector;
}

type Field = { readonly number: number; readonly value: bigint | Buffer };

/** The fields of a message of protobuf. */
function* fieldsOf(message: Buffer): Generator<Field> {
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at++);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const tag = Number(varint());
    const number = tag >> 3;
    switch (tag & 7) {
      case 0:
        yield { number, value: varint() };
        break;
      case 1:
        yield { number, value: message.readBigUInt64LE(at) };
        at += 8;
        break;
      case 2: {
        const length = Number(varint());
        yield { number, value: message.subarray(at, at + length) };
        at += length;
        break;
      }
      case 5:
        yield { number, value: BigInt(message.readUInt32LE(at)) };
        at += 4;
        break;
      default:
        throw new Error(`This is no protobuf: wire type ${tag & 7}.`);
    }
  }
}

const messages = (message: Buffer, number: number): Buffer[] =>
  [...fieldsOf(message)].flatMap((field) =>
    field.number === number && Buffer.isBuffer(field.value) ? [field.value] : [],
  );
const scalar = (message: Buffer, number: number): bigint =>
  ([...fieldsOf(message)].find((field) => field.number === number)?.value as bigint | undefined) ?? 0n;
const text = (message: Buffer, number: number): string => messages(message, number)[0]?.toString('utf8') ?? '';
const hex = (message: Buffer, number: number): string => messages(message, number)[0]?.toString('hex') ?? '';

/** opentelemetry/proto/collector/trace/v1/trace_service.proto, as far as it is needed. */
function readRequest(request: Buffer, { spans, resource }: Collector): void {
  for (const resourceSpans of messages(request, 1)) {
    for (const one of messages(resourceSpans, 1)) Object.assign(resource, attributesOf(one, 1));
    for (const scope of messages(resourceSpans, 2)) spans.push(...messages(scope, 2).map(readSpan));
  }
}

const readSpan = (span: Buffer): ReceivedSpan => ({
  traceId: hex(span, 1),
  spanId: hex(span, 2),
  parentId: hex(span, 4),
  name: text(span, 5),
  begin: Number(scalar(span, 7)) / 1e6,
  end: Number(scalar(span, 8)) / 1e6,
  attributes: attributesOf(span, 9),
  isFailed: messages(span, 15).some((status) => scalar(status, 3) === 2n),
});

function attributesOf(message: Buffer, number: number): Record<string, string | number | boolean> {
  const all: Record<string, string | number | boolean> = {};
  for (const pair of messages(message, number)) {
    const [value] = [...fieldsOf(messages(pair, 2)[0] ?? Buffer.alloc(0))];
    if (!value) continue;
    const key = text(pair, 1);
    if (Buffer.isBuffer(value.value)) all[key] = value.value.toString('utf8');
    else all[key] = value.number === 2 ? value.value === 1n : Number(value.value);
  }
  return all;
}
