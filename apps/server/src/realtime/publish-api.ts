import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Gateway } from './gateway.ts';
import type { RealtimeKeys } from './keys.ts';
import { isSigned } from './signatures.ts';

const name = z.string().min(1).max(200);
const many = z.object({
  name,
  channels: z.array(name).min(1).max(100),
  data: z.string(),
  socket_id: z.string().optional(),
});
const single = z.object({ name, channel: name, data: z.string(), socket_id: z.string().optional() });
/** Older server libraries name a single channel. */
const one = z.union([many, single]);
const batch = z.object({ batch: z.array(single).min(1).max(10) });

/** Largest `data` of an event. */
const largestData = 10 * 1024;

/**
 * The HTTP API of Pusher Channels as far as publishing goes, for its official server libraries: `POST
 * /apps/{id}/events` and `/batch_events`. 401 without our signature, 400 for what cannot be read, 413 for too much data.
 */
export async function addPublishApi(app: FastifyInstance, keys: RealtimeKeys, gateway: Gateway): Promise<void> {
  await app.register(async (scope) => {
    // The signature is over the bytes as they came.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.addHook('preHandler', async (request, reply) => {
      const [path = ''] = request.url.split('?');
      const body = bytesOf(request);
      const query = request.query as Record<string, string>;
      const { appId } = request.params as { appId: string };
      if (appId !== keys.appId || !isSigned(keys, { method: request.method, path, query, body })) {
        return reply.code(401).send({ error: 'The signature is not right.' });
      }
    });

    const take =
      <T>(shape: z.ZodType<T>, publish: (events: T) => readonly z.output<typeof single>[]) =>
      async (request: FastifyRequest, reply: FastifyReply) => {
        const read = shape.safeParse(jsonOf(bytesOf(request)));
        if (!read.success) return reply.code(400).send({ error: 'This event cannot be read.' });
        const events = publish(read.data);
        if (events.some(({ data }) => Buffer.byteLength(data) > largestData)) {
          return reply.code(413).send({ error: 'The data of an event is too large.' });
        }
        for (const { channel, name, data, socket_id } of events) {
          gateway.publish({ channel, name, data, exceptSocketId: socket_id });
        }
        return reply.send({});
      };

    const options = { schema: { hide: true } };
    scope.post(
      '/apps/:appId/events',
      options,
      take(one, (sent) => {
        if ('channel' in sent) return [sent];
        const { channels, ...event } = sent;
        return channels.map((channel) => ({ ...event, channel }));
      }),
    );
    scope.post(
      '/apps/:appId/batch_events',
      options,
      take(batch, (sent) => sent.batch),
    );
  });
}

const bytesOf = (request: FastifyRequest): Buffer => (Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));

const jsonOf = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
};
