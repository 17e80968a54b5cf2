import type { DeliveredResult } from '@sidetone/contract/entities/assistant.ts';
import { errorBody } from '@sidetone/contract/errors.ts';
import { deliverAssistantResult } from '@sidetone/contract/http/assistant-routes.ts';
import { apiBase } from '@sidetone/contract/http/route.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bearerToken } from '../requests/callers.ts';
import { Refusal } from '../requests/refusal.ts';
import { turnsOfNetwork } from './held-by-network.ts';
import { networkFailureLimit, rateLimit } from './rate-limit.ts';

/** Who delivers results of call assistants here, and what keeps them. */
interface Door<Agent extends { readonly tokenId: string }> {
  find(token: string): Promise<Agent>;
  deliver(
    agent: Agent,
    assistantId: string,
    given: DeliveredResult,
  ): Promise<{ readonly resultId: string; readonly created: boolean }>;
}

const windowMs = 10_000;
/** Deliveries with one token, and unknown tokens of one network, in ten seconds. */
const most = { token: 100, unknown: 30 };
/** The longest transcript, each of its characters written out as JSON may, and what stands beside it. */
const largestBody = 2 * 1024 * 1024;

/**
 * The door of agents outside that take calls for a call assistant. Only by tokens of call assistants, which are good for
 * nothing else; who has none is refused before anything of the delivery is read.
 */
export function addAssistantDelivery<A extends { readonly tokenId: string }>(
  app: FastifyInstance,
  door: Door<A>,
): void {
  const perToken = rateLimit({ most: most.token, windowMs });
  const unknown = networkFailureLimit({ most: most.unknown, windowMs });
  const agents = new WeakMap<FastifyRequest, A>();
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

  const { method, path, summary, params, body, reply: shape } = deliverAssistantResult;
  app.route({
    method,
    url: apiBase + path.replace(/\{(\w+)\}/g, ':$1'),
    schema: {
      summary,
      params,
      body,
      security: [{ accessToken: [] }],
      response: { 200: shape, '4xx': errorBody, '5xx': errorBody },
    },
    bodyLimit: largestBody,
    async onRequest(request) {
      const token = bearerToken(request.headers.authorization);
      if (token === undefined) throw new Refusal('UNAUTHENTICATED', 'A token of a call assistant is needed.');
      const agent = await lookUp(token, request.ip);
      perToken(agent.tokenId);
      agents.set(request, agent);
    },
    async handler(request, reply) {
      const agent = agents.get(request);
      if (!agent) throw new Refusal('UNAUTHENTICATED', 'A token of a call assistant is needed.');
      reply.header('cache-control', 'no-store');
      // Parsed by the schemas above.
      const { assistantId } = request.params as { assistantId: string };
      return await door.deliver(agent, assistantId, request.body as DeliveredResult);
    },
  });
}
