import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { isLoopback } from '../identity/set-up.ts';
import { isHandedOn } from './client-address.ts';
import type { OwnNames } from './own-names.ts';

/** Counts requests and shows everything of `registry` at `/metrics`, to this machine only and under its own names. */
export function addMetrics(app: FastifyInstance, registry: Registry, names: OwnNames): void {
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
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    // The socket's address, whatever a header says; but what a proxy of this machine hands on comes from elsewhere.
    if (isHandedOn(request) || !isLoopback(request.socket.remoteAddress ?? '')) return reply.callNotFound();
    // A page of a foreign name that points here (DNS rebinding) runs in a browser of this machine, too.
    if (!names.isOwnHost(request.hostname)) return reply.callNotFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** A registry with the figures of the process. */
export function metricsRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
