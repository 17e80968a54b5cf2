import { mcpPath } from '@sidetone/contract/http/ai/mcp-routes.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../requests/refusal.ts';
import type { HandOn } from './elsewhere.ts';
import type { OwnNames } from './own-names.ts';
import { tokenDoor } from './token-door.ts';

/** Who speaks the Model Context Protocol here, and what answers them. */
interface Door<Assistant> {
  find(token: string): Promise<Assistant>;
  serve(request: Request, body: unknown, assistant: Assistant): Promise<Response>;
}

/** A note and its frame; nothing else that is asked is long. */
const largestBody = 64 * 1024;

/**
 * Assistants of users, below the address of the server. Only by their own tokens, which are good for nothing else, and under
 * our own names: neither a page of someone else's nor a name that somebody points to this machine gets an answer.
 */
export function addMcp<A extends { readonly tokenId: string; readonly accountId: string }>(
  app: FastifyInstance,
  door: Door<A>,
  names: OwnNames,
  handOn?: HandOn,
): void {
  const { admit, bearerOf } = tokenDoor(door.find, 'A token for assistants is needed.', handOn);

  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: mcpPath,
    schema: { hide: true },
    bodyLimit: largestBody,
    async onRequest(request, reply) {
      requireOwnPlace(request, names);
      await admit(request, reply);
    },
    async handler(request, reply) {
      const assistant = bearerOf(request);
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
