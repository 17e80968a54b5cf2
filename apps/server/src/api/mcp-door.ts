import { mcpPath } from '@sidetone/contract/http/mcp-routes.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bearerToken } from '../requests/callers.ts';
import { Refusal } from '../requests/refusal.ts';
import { turnsOfNetwork } from './held-by-network.ts';
import type { OwnNames } from './own-names.ts';
import { networkFailureLimit, rateLimit } from './rate-limit.ts';

/** Who speaks the Model Context Protocol here, and what answers them. */
interface Door<Assistant extends { readonly tokenId: string }> {
  find(token: string): Promise<Assistant>;
  serve(request: Request, body: unknown, assistant: Assistant): Promise<Response>;
}

const windowMs = 10_000;
/** Requests with one token, and unknown tokens of one network, in ten seconds. */
const most = { token: 100, unknown: 30 };
/** A note and its frame; nothing else that is asked is long. */
const largestBody = 64 * 1024;

/**
 * Assistants of users, below the address of the server. Only by their own tokens, which are good for nothing else, and under
 * our own names: neither a page of someone else's nor a name that somebody points to this machine gets an answer.
 */
export function addMcp<A extends { readonly tokenId: string }>(
  app: FastifyInstance,
  door: Door<A>,
  names: OwnNames,
): void {
  const perToken = rateLimit({ most: most.token, windowMs });
  const unknown = networkFailureLimit({ most: most.unknown, windowMs });
  const assistants = new WeakMap<FastifyRequest, A>();

  const turn = turnsOfNetwork(most.unknown);

  const lookUp = async (token: string, address: string): Promise<A> => {
    unknown.check(address);
    const done = await turn(address);
    try {
      // Those that had their turn before may have been too many.
      unknown.check(address);
      return await door.find(token);
    } catch (error) {
      if (error instanceof Refusal) unknown.count(address);
      throw error;
    } finally {
      done();
    }
  };

  const admit = async (request: FastifyRequest): Promise<void> => {
    requireOwnPlace(request, names);
    const token = bearerToken(request.headers.authorization);
    if (token === undefined) throw new Refusal('UNAUTHENTICATED', 'A token for assistants is needed.');
    const found = await lookUp(token, request.ip);
    perToken(found.tokenId);
    assistants.set(request, found);
  };

  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: mcpPath,
    schema: { hide: true },
    bodyLimit: largestBody,
    onRequest: admit,
    async handler(request, reply) {
      const assistant = assistants.get(request);
      if (!assistant) throw new Refusal('UNAUTHENTICATED', 'A token for assistants is needed.');
      // Each is counted, so that none carries a hundred others.
      if (Array.isArray(request.body)) throw new Refusal('VALIDATION_FAILED', 'One message in a request.');
      reply.header('cache-control', 'no-store');
      return reply.send(await door.serve(webRequest(request), request.body, assistant));
    },
  });
}

function requireOwnPlace({ hostname, headers }: FastifyRequest, names: OwnNames): void {
  if (!names.isOwnHost(hostname)) throw new Refusal('FORBIDDEN', 'This server does not use that host name.');
  const { origin } = headers;
  if (origin !== undefined && !names.isOwnOrigin(origin)) throw new Refusal('FORBIDDEN', 'No page of another origin.');
}

/** The request without what it said of its sender; the body was read already. */
function webRequest({ method, headers, protocol, host }: FastifyRequest): Request {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string' && name !== 'authorization' && name !== 'cookie') kept.set(name, value);
  }
  return new Request(`${protocol}://${host}${mcpPath}`, { method, headers: kept });
}
