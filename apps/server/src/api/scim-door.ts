import { scimPath } from '@sidetone/contract/entities/directory.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bearerToken } from '../requests/callers.ts';
import { Refusal } from '../requests/refusal.ts';
import { scimErrorBody } from '../requests/scim-error.ts';
import type { HandOn } from './elsewhere.ts';
import { originAt } from './origin.ts';
import type { OwnNames } from './own-names.ts';
import { errorReply } from './replies.ts';
import { tokenDoor } from './token-door.ts';

/** Which directory comes with a token, and what answers it. */
interface Door {
  find(token: string): Promise<Directory>;
  answer(request: {
    readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    readonly path: string;
    readonly query: unknown;
    readonly body: string;
    readonly origin: string;
    readonly accountId: string;
    readonly tokenId: string;
    readonly address: string;
  }): Promise<{ readonly status: number; readonly body: object | null; readonly location?: string }>;
}

interface Directory {
  readonly tokenId: string;
  readonly accountId: string;
  readonly scopes?: readonly string[];
}

/** A thousand members of a group, each with what stands beside it. */
const largestBody = 256 * 1024;
/** Twice what the largest directory asks for at most. */
const mostInTenSeconds = 500;
const scimType = 'application/scim+json; charset=utf-8';

/**
 * Directories that create and change users by SCIM, below the address of the server. Only by API tokens of a company with
 * the scope `directory`; a request without one is refused before anything of the request is read. Every answer is one of SCIM.
 */
export function addScim(app: FastifyInstance, door: Door, names: OwnNames, handOn?: HandOn): void {
  const find = async (token: string): Promise<Directory> => {
    const directory = await door.find(token);
    if (!directory.scopes?.includes('directory')) {
      throw new Refusal('SCOPE_MISSING', 'This needs a token of the company with the scope directory.');
    }
    return directory;
  };
  const { admit, bearerOf } = tokenDoor(
    find,
    'An API token of the company is needed.',
    handOn,
    bearerToken,
    mostInTenSeconds,
  );

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/json', 'application/scim+json'],
      { parseAs: 'string', bodyLimit: largestBody },
      (_request, body, done) => done(null, body.toString()),
    );
    scope.setErrorHandler((error, request, reply) => answerError(error, request, reply));
    for (const url of [scimPath, `${scimPath}/*`]) {
      scope.route({
        method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
        url,
        schema: { hide: true },
        async onRequest(request, reply) {
          if (!names.isOwnHost(request.hostname))
            throw new Refusal('FORBIDDEN', 'This server does not use that host name.');
          await admit(request, reply);
        },
        async handler(request, reply) {
          const { tokenId, accountId } = bearerOf(request);
          const { status, body, location } = await door.answer({
            method: request.method as 'GET',
            path: (request.params as { '*'?: string })['*'] ?? '',
            query: request.query,
            body: typeof request.body === 'string' ? request.body : '',
            origin: originAt(request.protocol, request.host),
            accountId,
            tokenId,
            address: request.ip,
          });
          if (location !== undefined) reply.header('location', location);
          return await send(reply, status, body);
        },
      });
    }
  });
}

async function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { status, body, bug } = errorReply(error);
  if (bug) request.log.error({ method: request.method, err: error }, 'directories: request failed');
  if (body.retryAfterSeconds !== undefined) reply.header('retry-after', body.retryAfterSeconds);
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  return await send(reply, status, scimErrorBody(status, body.message, status === 400 ? 'invalidSyntax' : undefined));
}

/** As text: what is sent has no schema here that would take anything out of it. */
const send = (reply: FastifyReply, status: number, body: object | null): FastifyReply => {
  reply.code(status).header('cache-control', 'no-store');
  return body === null ? reply.send() : reply.type(scimType).send(JSON.stringify(body));
};
