import http from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream/promises';
import { type Hop, type HopSigner, hopHeader } from './signed-hop.ts';

/** Bounds of requests that are handed on. */
interface HandOnLimits {
  readonly connectMs: number;
  /** How long nothing may move, in either direction. */
  readonly idleMs: number;
  /** Requests that are handed on at the same time. */
  readonly atOnce: number;
}

const handOnLimits: HandOnLimits = { connectMs: 3_000, idleMs: 120_000, atOnce: 2_000 };

/** The carrier did not take a request, and nothing of an answer was written. */
export class CarrierSilent extends Error {
  override readonly name = 'CarrierSilent';
}

interface Handed {
  readonly request: http.IncomingMessage;
  readonly response: http.ServerResponse;
  /** The carrier's origin. */
  readonly httpAddress: string;
  readonly hop: Omit<Hop, 'at'>;
  /** Called once, right before the answer is written or when the client has left without one. */
  onAnswer(): void;
}

/** Hands requests on to carriers, byte by byte in both directions. */
interface RequestPipe {
  /** Fulfils when the answer has gone out or its client has. Rejects with `CarrierSilent`. */
  hand(given: Handed): Promise<void>;
  stop(): void;
}

export function requestPipe(signer: Pick<HopSigner, 'sign'>, limits: HandOnLimits = handOnLimits): RequestPipe {
  const options = { keepAlive: true, maxSockets: 256, maxFreeSockets: 32, timeout: limits.idleMs };
  const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) };
  let running = 0;
  return {
    async hand(given) {
      if (running >= limits.atOnce) throw new CarrierSilent('Too many requests are being handed on.');
      running += 1;
      try {
        await pass(given, signer, agents, limits);
      } finally {
        running -= 1;
      }
    },
    stop() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

type Agents = Readonly<Record<'http:' | 'https:', http.Agent>>;

async function pass(given: Handed, signer: Pick<HopSigner, 'sign'>, agents: Agents, limits: HandOnLimits) {
  const { request, response, onAnswer } = given;
  const outgoing = outgoingOf(given, signer, agents, limits);
  response.once('close', () => outgoing.destroy());
  const answered = answerOf(outgoing);
  // Where it fails, so does the answer; a carrier may also answer before the body has gone through.
  pipeline(request, outgoing).catch(() => {});
  const answer = await answered.catch((error: unknown) => {
    if (response.destroyed) return undefined;
    throw new CarrierSilent('The carrier does not answer.', { cause: error });
  });
  onAnswer();
  if (!answer) return;
  response.writeHead(answer.statusCode ?? 502, lastingHeaders(answer));
  await pipeline(answer, response).catch(() => response.destroy());
}

function outgoingOf(
  { request, httpAddress, hop }: Handed,
  signer: Pick<HopSigner, 'sign'>,
  agents: Agents,
  limits: HandOnLimits,
): http.ClientRequest {
  const target = new URL(httpAddress);
  const protocol = target.protocol === 'https:' ? 'https:' : 'http:';
  const { method, url: path } = request;
  const hasBody = request.headers['content-length'] !== undefined || 'transfer-encoding' in request.headers;
  const outgoing = (protocol === 'https:' ? https : http).request({
    protocol,
    hostname: target.hostname.replace(/^\[|\]$/g, ''),
    port: target.port,
    method,
    path,
    headers: { ...passedHeaders(request), host: target.host, [hopHeader]: signer.sign({ method, url: path }, hop) },
    // A connection that waits may be closed by the other side in this very moment, and a body cannot be sent twice.
    agent: hasBody || method !== 'GET' ? false : agents[protocol],
  });
  outgoing.setTimeout(limits.idleMs, () => outgoing.destroy(new Error('nothing moved for too long')));
  const late = setTimeout(() => outgoing.destroy(new Error('no connection in time')), limits.connectMs);
  outgoing.once('close', () => clearTimeout(late));
  outgoing.once('socket', (socket) => {
    if (!socket.connecting) clearTimeout(late);
    else socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(late));
  });
  return outgoing;
}

const answerOf = (outgoing: http.ClientRequest): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    outgoing.once('response', resolve);
    outgoing.on('error', reject);
    outgoing.once('close', () => reject(new Error('the connection was closed')));
  });

/** RFC 9110 §7.6.1: they are of one connection. */
const ofConnection = new Set([
  'connection',
  'expect',
  'forwarded',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]);

const namedByConnection = ({ headers }: http.IncomingMessage): ReadonlySet<string> =>
  new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));

/** What of a request goes to the carrier. */
function passedHeaders(request: http.IncomingMessage): http.OutgoingHttpHeaders {
  const named = namedByConnection(request);
  const passed = Object.entries(request.headers).filter(([name]) => !ofConnection.has(name) && !named.has(name));
  return Object.fromEntries(passed);
}

/** What of an answer goes to the client, as it was written. */
function lastingHeaders(answer: http.IncomingMessage): string[] {
  const named = namedByConnection(answer);
  const { rawHeaders } = answer;
  return rawHeaders.filter((_, index) => {
    const name = (rawHeaders[index - (index % 2)] ?? '').toLowerCase();
    return !ofConnection.has(name) && !named.has(name);
  });
}
