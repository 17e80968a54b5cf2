import http from 'node:http';
import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { isLoopback, sameText } from '../identity/set-up.ts';
import { isHandedOn } from './client-address.ts';
import type { OwnNames } from './own-names.ts';

/**
 * Counts requests and shows everything of `registry` at `/metrics`, to this machine only and under its own names; with a
 * token, only to those who send it.
 */
export function addMetrics(
  app: FastifyInstance,
  { registry, names, token }: { registry: Registry; names: OwnNames; token: string | undefined },
): void {
  const seconds = new Histogram({
    name: 'sidetone_http_request_seconds',
    help: 'How long HTTP requests took, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  const mayRead = tokenCheck(token);
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    // The socket's address, whatever a header says; but what a proxy of this machine hands on comes from elsewhere.
    if (isHandedOn(request) || !isLoopback(request.socket.remoteAddress ?? '')) return reply.callNotFound();
    // A page of a foreign name that points here (DNS rebinding) runs in a browser of this machine, too.
    if (!names.isOwnHost(request.hostname)) return reply.callNotFound();
    if (!mayRead(request.headers.authorization)) return reply.code(401).header('www-authenticate', 'Bearer').send('');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** A registry with the figures of the process. */
export function metricsRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

interface MetricsServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** Only a few programs read metrics. */
const mostConnections = 16;
const waitMs = 5_000;

/** Shows `/metrics`, and nothing else, at an address of its own. Rejects when the port is taken. */
export async function serveMetrics(given: {
  readonly registry: Registry;
  readonly host: string;
  readonly port: number;
  readonly token: string | undefined;
}): Promise<MetricsServer> {
  const { registry, host, token } = given;
  const mayRead = tokenCheck(token);
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const end = (status: number, headers: Record<string, string> = {}, body = '') =>
      void response.writeHead(status, headers).end(request.method === 'HEAD' ? '' : body);
    if (!['GET', 'HEAD'].includes(request.method ?? '')) return end(405, { allow: 'GET, HEAD' });
    if (!/^\/metrics(\?|$)/.test(request.url ?? '')) return end(404);
    // Without a token a page of a foreign name that points here (DNS rebinding) could read along.
    if (token === undefined && !isNoName(request.headers.host ?? '')) return end(404);
    if (!mayRead(request.headers.authorization)) return end(401, { 'www-authenticate': 'Bearer' });
    end(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }, await registry.metrics());
  };
  const server = http.createServer({ headersTimeout: waitMs, requestTimeout: waitMs }, (request, response) => {
    request.resume();
    answer(request, response).catch(() => response.writeHead(500).end());
  });
  server.maxConnections = mostConnections;
  server.keepAliveTimeout = waitMs;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(given.port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : given.port,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Whether a Host header is an address or `localhost`. */
const isNoName = (host: string): boolean => {
  const bare = host.replace(/:\d+$/, '').replace(/^\[(.+)\]$/, '$1');
  return bare === 'localhost' || isIP(bare) !== 0;
};

/** Whether a request may read the metrics, by its Authorization header. */
const tokenCheck =
  (token: string | undefined) =>
  (authorization = ''): boolean =>
    token === undefined || sameText(authorization, `Bearer ${token}`);
