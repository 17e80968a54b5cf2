import type http from 'node:http';
import middie from '@fastify/middie';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Registry } from 'prom-client';
import type { Identity } from '../identity/identity.ts';
import type { Answer } from '../requests/answer.ts';
import { Refusal } from '../requests/refusal.ts';
import { httpClient } from './client-address.ts';
import { serveClient } from './client-files.ts';
import { addDocs } from './docs.ts';
import { addMetrics } from './metrics.ts';
import { mount } from './mount.ts';
import { originAt } from './origin.ts';
import type { OwnNames } from './own-names.ts';
import { secureAddress, strictTransport } from './plain-port.ts';
import { networkRateLimit } from './rate-limit.ts';
import { errorReply } from './replies.ts';
import { addSecurityHeaders, securityHeaders } from './security-headers.ts';
import { type SocketDoor, socketDoors, type UpgradeRules } from './upgrades.ts';
import { type WebLimits, webLimits } from './web-limits.ts';
import {
  endSlowBody,
  type Keys,
  type OpenConnections,
  openConnections,
  plainServer,
  secureServer,
} from './web-server.ts';

export interface ApiServerOptions {
  readonly log: FastifyBaseLogger;
  readonly version: string;
  readonly identity: Pick<Identity, 'oidcAt' | 'findCaller' | 'isSignedIn'>;
  /** What this server is called. */
  readonly names: OwnNames;
  readonly answers: readonly Answer[];
  readonly doors: readonly SocketDoor[];
  readonly registry: Registry;
  /** What readers of the metrics have to send; left out: nothing. */
  readonly metricsToken?: string | undefined;
  /** A WebSocket server besides this one that the client uses, such as `wss://host:port`. */
  readonly moreSockets?: string | undefined;
  /** Hosts whose pictures pages may show; `*` is every one. */
  readonly pictureHosts?: readonly string[];
  /** The built client. */
  readonly clientFolder: string;
  /** Adds what is not a route of the contract, such as the realtime gateway's own API. */
  readonly more?: (app: FastifyInstance) => Promise<void> | void;
  /** Whether this is a proxy of ours, whose X-Forwarded-For and X-Forwarded-Proto count; without it nobody is. */
  readonly isTrustedProxy?: (address: string) => boolean;
  readonly host: string;
  readonly port: number;
  readonly https?:
    | (Keys & {
        readonly port: number;
        /** Set where the certificate is of an own authority, which browsers do not trust by themselves. */
        readonly authority?: string | undefined;
      })
    | undefined;
  /** How long the server waits for strangers, and for how many of them at once; left out: as usual. */
  readonly limits?: WebLimits;
  /** The operator's own address for this server. */
  readonly publicUrl?: string | undefined;
}

export interface ApiServer {
  /** `http://…` with the port that was opened. */
  readonly url: string;
  readonly httpsUrl: string | undefined;
  /** Serves HTTPS with these from now on; connections that are there stay as they are. */
  useCertificate(keys: Keys): void;
  /** Stops listening, closes WebSockets with this code, lets running requests end for up to two seconds. */
  stop(code?: 1001 | 1012): Promise<void>;
}

/** Sign-ins that one address begins in ten seconds, as many as it asks of any public route. */
const mostBegun = 300;
const windowMs = 10_000;
/** Enough for the ten thousand ids that one request may reopen. */
const largestBody = 1024 * 1024;
const stopWithinMs = 2000;

/** The HTTP server with everything on it. Rejects when a port is taken. */
export async function startApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const app = await buildApp(options);
  const { isTrustedProxy = () => false, limits = webLimits } = options;
  const connections = openConnections(limits, isTrustedProxy);
  const doors = socketDoors(options.doors, doorRules(options, connections));
  const listening: http.Server[] = [];
  const listen = async (server: http.Server, port: number): Promise<number> => {
    connections.watch(server);
    server.on('upgrade', doors.listener);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, options.host, () => {
        server.off('error', reject);
        resolve();
      });
    });
    listening.push(server);
    const address = server.address();
    return typeof address === 'object' && address ? address.port : port;
  };

  const stop: ApiServer['stop'] = async (code) => {
    doors.close(code);
    const closed = listening.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
    // Browsers keep connections open after the answer, and a server that is closing waits for them.
    const idle = setInterval(() => {
      for (const server of listening) server.closeIdleConnections();
    }, 20);
    const late = setTimeout(() => {
      doors.terminate();
      for (const server of listening) server.closeAllConnections();
    }, stopWithinMs);
    await Promise.all(closed);
    clearInterval(idle);
    clearTimeout(late);
    await app.close();
  };

  try {
    const answerRequest: http.RequestListener = (request, response) => app.routing(request, response);
    const port = await listen(plainServer(answerRequest, limits), options.port);
    const { https } = options;
    const secure = https && secureServer(answerRequest, https, limits);
    const securePort = secure && (await listen(secure, https?.port ?? 0));
    const host = options.host.includes(':') ? `[${options.host}]` : options.host;
    return {
      url: `http://${host}:${port}`,
      httpsUrl: securePort === undefined ? undefined : `https://${host}:${securePort}`,
      useCertificate: ({ key, cert }) => secure?.setSecureContext({ key, cert }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const doorRules = (options: ApiServerOptions, connections: OpenConnections): UpgradeRules => {
  const { isTrustedProxy = () => false, limits = webLimits, names } = options;
  const { secureAt } = secureSide(options);
  return {
    limits,
    isOwnOrigin: names.isOwnOrigin,
    isTooPlain: (request) => secureAt(request) !== null,
    addressOf: (request) => httpClient(request, isTrustedProxy).address,
    onKnown: (request) => connections.known(request.socket),
  };
};

/**
 * Where plain HTTP ends: which requests have to be made again on the secure side, and where browsers are told to come by
 * HTTPS alone. Both only with a certificate that they trust by themselves: what they remember of another shuts them out.
 */
const secureSide = ({ https: secure, names, publicUrl, isTrustedProxy = () => false }: ApiServerOptions) => {
  const isTrusted = secure !== undefined && secure.authority === undefined;
  return {
    /** Where a request belongs; null where it is. */
    secureAt: (request: http.IncomingMessage): string | null =>
      isTrusted
        ? secureAddress(request, httpClient(request, isTrustedProxy), { names, port: secure.port, publicUrl })
        : null,
    isStrict: (origin: string): boolean =>
      origin.startsWith('https:') &&
      (isTrusted || origin === publicUrl || names.companyOf(new URL(origin).hostname)?.origin === origin),
  };
};

const buildApp = async (options: ApiServerOptions): Promise<FastifyInstance> => {
  const { log, identity, moreSockets, pictureHosts = [], isTrustedProxy = () => false, limits = webLimits } = options;
  const { secureAt, isStrict } = secureSide(options);
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: largestBody,
    trustProxy: isTrustedProxy,
    routerOptions: { maxParamLength: 500 },
    // Errors before there is a route, such as an address that cannot be decoded.
    frameworkErrors: answerError,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  readBodiesAsJsonOnly(app);
  // Before the provider of sign-ins, which answers past what is mounted here.
  app.addHook('onRequest', async ({ raw }) => refuseUnstorableAddress(raw.url ?? ''));
  app.addHook(
    'onSend',
    async (request, reply) => await addSecurityHeaders(request, reply, { moreSockets, pictureHosts, isStrict }),
  );
  app.addHook('onRequest', async (request) => endSlowBody(request, limits));
  app.addHook('onRequest', async (request, reply) => {
    const elsewhere = secureAt(request.raw);
    // Not for good: the operator may take the certificate away again.
    if (elsewhere !== null) return reply.header('cache-control', 'no-store').redirect(elsewhere, 307);
  });
  app.setErrorHandler(answerError);

  await app.register(middie);
  const begins = networkRateLimit({ most: mostBegun, windowMs });
  app.use('/oidc', (request, response, next) => {
    const { secure, host, address } = httpClient(request, isTrustedProxy);
    try {
      // Anyone may begin a sign-in, which waits in the database for an hour; and a look at the keys may have them made.
      const [, what] = /^\/(auth|jwks|\.well-known)(?:[?/]|$)/.exec(request.url ?? '') ?? [];
      if (what !== undefined) begins(address, what);
      const origin = originAt(secure ? 'https' : 'http', host);
      // The provider answers by itself, past the hooks that set them for everything else.
      response.setHeaders(new Map(Object.entries(securityHeaders)));
      if (isStrict(origin)) response.setHeader('strict-transport-security', strictTransport);
      identity.oidcAt(origin, request.url ?? '/')(request, response);
    } catch (error) {
      next(error);
    }
  });
  await addDocs(app, options.version, ({ headers, protocol, host }) =>
    identity.isSignedIn(
      { authorization: headers.authorization, cookies: headers.cookie ?? '' },
      `${protocol}://${host}`,
    ),
  );
  addMetrics(app, { registry: options.registry, names: options.names, token: options.metricsToken });
  mount(app, options.answers, identity.findCaller, options.names);
  await options.more?.(app);
  await serveClient(app, options.clientFolder);
  await app.ready();
  return app;
};

const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
  const { status, body, bug } = errorReply(error);
  const what = { method: request.method, route: request.routeOptions.url, code: body.code };
  if (bug) request.log.error({ ...what, err: error }, 'requests: request failed');
  else request.log.debug(what, 'requests: request refused');
  reply.header('cache-control', 'no-store');
  if (body.retryAfterSeconds !== undefined) reply.header('retry-after', body.retryAfterSeconds);
  if (body.code === 'UNAUTHENTICATED' || body.code === 'TOKEN_EXPIRED') reply.header('www-authenticate', 'Bearer');
  void reply.code(status).send(body);
};

/** U+0000 names nothing: no database takes it, and neither does a file system. */
const refuseUnstorableAddress = (address: string): void => {
  if (address.includes('%00')) throw new Refusal('BAD_REQUEST', 'The address is not readable.');
};

/** No plain text, which foreign pages may send without asking first; an empty body is no body. */
const readBodiesAsJsonOnly = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body.toString(), done);
  });
};
