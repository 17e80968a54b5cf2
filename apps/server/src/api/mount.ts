import { errorBody } from '@sidetone/contract/errors.ts';
import { apiBase, type Intake, type Route } from '@sidetone/contract/http/route.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { Answer } from '../requests/answer.ts';
import type { FindCaller } from '../requests/callers.ts';
import { Download, Fleeting, Lasting, Redirected, Streamed, WithCookies } from '../requests/download.ts';
import { admission } from './admission.ts';
import { isHandedOn } from './client-address.ts';
import type { HandOn } from './elsewhere.ts';
import { originAt } from './origin.ts';
import type { OwnNames } from './own-names.ts';
import { sendFile } from './send-file.ts';

/**
 * Mounts routes of the contract: who may call them is checked before the body is read, the request is parsed by the
 * route's schemas, and the reply carries nothing that the route's schema does not name.
 */
export function mount(
  app: FastifyInstance,
  answers: readonly Answer[],
  findCaller: FindCaller,
  names: Pick<OwnNames, 'companyOf'>,
  handOn?: HandOn,
): void {
  const { admit, callerOf } = admission(
    answers.map(({ route }) => route),
    findCaller,
    names,
    handOn,
  );

  const add = (scope: FastifyInstance, { route, handler }: Answer) => {
    scope.route({
      ...placeOf(route),
      config: { takes: route.takes },
      onRequest: admit(route),
      async handler(request: FastifyRequest, reply: FastifyReply) {
        reply.header('cache-control', 'no-store');
        const result = await handler({
          params: request.params,
          query: request.query,
          body: request.body,
          caller: callerOf(request),
          address: request.ip,
          handedOn: isHandedOn(request),
          // Only where it is asked for: a health check may have named no host.
          get origin() {
            return originAt(request.protocol, request.host);
          },
          cookies: request.headers.cookie ?? '',
          authorization: request.headers.authorization ?? '',
        });
        if (result instanceof Download) return await sendFile(request, reply, result);
        if (result instanceof Lasting) return sendLasting(reply, result);
        if (result instanceof Fleeting) return sendFleeting(reply, result);
        if (result instanceof Redirected) return withCookies(reply, result).redirect(result.location, 303);
        if (result instanceof WithCookies) return withCookies(reply, result).send(result.body);
        if (!(result instanceof Streamed)) return reply.send(result);
        reply.header('content-disposition', `attachment; filename="${result.fileName}"`).type(result.contentType);
        return reply.send(result.stream);
      },
    });
  };

  for (const one of answers) {
    const { takes } = one.route;
    if (takes === undefined) add(app, one);
    else {
      app.register(async (scope) => {
        scope.removeAllContentTypeParsers();
        takeIn(scope, takes);
        add(scope, one);
      });
    }
  }
}

const withCookies = (reply: FastifyReply, { cookies }: { readonly cookies: readonly string[] }): FastifyReply =>
  cookies.length === 0 ? reply : reply.header('set-cookie', [...cookies]);

/** Only the browser of who asked may keep it, no proxy for others. */
const sendLasting = (reply: FastifyReply, { bytes, contentType }: Lasting): FastifyReply =>
  reply.header('cache-control', 'private, max-age=31536000, immutable').type(contentType).send(bytes);

const sendFleeting = (reply: FastifyReply, { bytes, contentType }: Fleeting): FastifyReply =>
  reply.header('cache-control', 'no-store').type(contentType).send(bytes);

/**
 * Has all routes of a scope take their bodies in this one way. Foreign pages can send forms without asking first, so only
 * routes that need them take them.
 */
export function takeIn(scope: FastifyInstance, takes: Intake): void {
  if (takes.as === 'form') {
    const limit = takes.largest === undefined ? {} : { bodyLimit: takes.largest };
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', ...limit },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
    );
  } else if (takes.as === 'bytes') {
    const { largest: bodyLimit } = takes;
    scope.addContentTypeParser([...takes.types], { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    );
  } else {
    scope.addContentTypeParser([...takes.types], (_request, stream, done) => done(null, stream));
  }
}

/** Where a route is, and what it takes. */
export const placeOf = (route: Route) => ({
  method: route.method,
  url: apiBase + route.path.replace(/\{(\w+)\}/g, ':$1'),
  schema: schemaOf(route),
});

/** What a route takes and gives, as fastify has it. */
const schemaOf = (route: Route): FastifySchema => ({
  summary: route.summary,
  ...(route.params ? { params: route.params } : {}),
  ...(route.query ? { querystring: route.query } : {}),
  ...(route.body ? { body: route.body } : {}),
  ...(route.audience === 'public' ? {} : { security: [{ accessToken: [] }] }),
  response: { 200: route.reply, '4xx': errorBody, '5xx': errorBody },
});
