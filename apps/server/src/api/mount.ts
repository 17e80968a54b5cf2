import { errorBody } from '@sidetone/contract/errors.ts';
import { apiBase, type Route } from '@sidetone/contract/http/route.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { Answer } from '../identity/answer.ts';
import { bearerToken, type Caller, type FindCaller } from '../identity/callers.ts';
import { Download, Streamed } from '../identity/download.ts';
import { Refusal } from '../identity/refusal.ts';
import { isHandedOn } from './client-address.ts';
import { mostOfSignIn } from './expensive-routes.ts';
import { rateLimit } from './rate-limit.ts';
import { sendFile } from './send-file.ts';

const windowMs = 10_000;
/**
 * Requests of one address to one public route, and of one user to the others, in ten seconds. Windows behind one address
 * that all ask whether the server lives must not keep anybody from signing in.
 */
const most = { public: 300, user: 2000 };

const wavTypes = ['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave'];
const largestWav = 10 * 1024 * 1024;
/** What browsers and programs say of files of contacts; most do not know better than bytes. */
const contactFileTypes = ['text/vcard', 'text/x-vcard', 'text/directory', 'text/csv', 'application/octet-stream'];

/**
 * Mounts routes of the contract: who may call them is checked before the body is read, the request is parsed by the
 * route's schemas, and the reply carries nothing that the route's schema does not name.
 */
export function mount(app: FastifyInstance, answers: readonly Answer[], findCaller: FindCaller): void {
  const callers = new WeakMap<FastifyRequest, Caller>();
  const perAddress = rateLimit({ most: most.public, windowMs });
  const perUser = rateLimit({ most: most.user, windowMs });
  const limited = new Map<Route, (key: string) => void>();
  for (const { route } of answers) {
    const mostOfRoute = mostOfSignIn(route);
    if (mostOfRoute !== null) limited.set(route, rateLimit({ most: mostOfRoute, windowMs }));
  }

  const admit = (route: Route) => async (request: FastifyRequest) => {
    if (route.audience === 'public') {
      perAddress(`${request.ip} ${route.path}`);
      return;
    }
    const token = bearerToken(request.headers.authorization);
    if (token === undefined) throw new Refusal('UNAUTHENTICATED', 'An access token is needed.');
    const caller = await findCaller(token);
    perUser(caller.userId);
    if (route.audience === 'admin' && !caller.admin) throw new Refusal('FORBIDDEN', 'This is for administrators.');
    limited.get(route)?.(caller.grantId);
    callers.set(request, caller);
  };

  const add = (scope: FastifyInstance, { route, handler }: Answer) => {
    scope.route({
      method: route.method,
      url: apiBase + route.path.replace(/\{(\w+)\}/g, ':$1'),
      schema: schemaOf(route),
      onRequest: admit(route),
      async handler(request: FastifyRequest, reply: FastifyReply) {
        reply.header('cache-control', 'no-store');
        const result = await handler({
          params: request.params,
          query: request.query,
          body: request.body,
          caller: callers.get(request) ?? null,
          address: request.ip,
          handedOn: isHandedOn(request),
          // Only where it is asked for: whoever looks whether the server lives may have named no host.
          get origin() {
            return originOf(request);
          },
          cookies: request.headers.cookie ?? '',
        });
        if (result instanceof Download) return await sendFile(request, reply, result);
        if (!(result instanceof Streamed)) return reply.send(result);
        reply.header('content-disposition', `attachment; filename="${result.fileName}"`).type(result.contentType);
        return reply.send(result.stream);
      },
    });
  };

  for (const one of answers.filter(({ takes }) => takes === 'json')) add(app, one);
  // Forms can be sent by foreign pages without asking first, so only routes that need them take them.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
    );
    for (const one of answers.filter(({ takes }) => takes === 'form')) add(scope, one);
  });
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(wavTypes, { parseAs: 'buffer', bodyLimit: largestWav }, (_request, body, done) =>
      done(null, body),
    );
    for (const one of answers.filter(({ takes }) => takes === 'wav')) add(scope, one);
  });
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(contactFileTypes, (_request, stream, done) => done(null, stream));
    for (const one of answers.filter(({ takes }) => takes === 'file')) add(scope, one);
  });
}

/** Scheme, host and port that the request was sent to. Throws `Refusal` BAD_REQUEST where its header names no host. */
function originOf(request: FastifyRequest): string {
  const origin = `${request.protocol}://${request.host}`;
  if (!URL.canParse(origin)) throw new Refusal('BAD_REQUEST', 'The request names no host that there can be.');
  return origin;
}

const schemaOf = (route: Route): FastifySchema => ({
  summary: route.summary,
  ...(route.params ? { params: route.params } : {}),
  ...(route.query ? { querystring: route.query } : {}),
  ...(route.body ? { body: route.body } : {}),
  ...(route.audience === 'public' ? {} : { security: [{ accessToken: [] }] }),
  response: { 200: route.reply, '4xx': errorBody, '5xx': errorBody },
});
