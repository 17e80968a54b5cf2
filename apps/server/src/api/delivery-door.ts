import type { DeliveredResult } from '@sidetone/contract/entities/assistant.ts';
import { deliverAssistantResult } from '@sidetone/contract/http/ai/assistant-routes.ts';
import type { FastifyInstance } from 'fastify';
import type { HandOn } from './elsewhere.ts';
import { placeOf } from './mount.ts';
import { tokenDoor } from './token-door.ts';

/** Who delivers results of call assistants here, and what keeps them. */
interface Door<Agent> {
  find(token: string): Promise<Agent>;
  deliver(
    agent: Agent,
    assistantId: string,
    given: DeliveredResult,
  ): Promise<{ readonly resultId: string; readonly created: boolean }>;
}

/** The longest transcript, each of its characters written out as JSON may, and what stands beside it. */
const largestBody = 2 * 1024 * 1024;

/**
 * The door of agents outside that take calls for a call assistant. Only by tokens of call assistants, which are good for
 * nothing else; who has none is refused before anything of the delivery is read.
 */
export function addAssistantDelivery<A extends { readonly tokenId: string; readonly accountId: string }>(
  app: FastifyInstance,
  door: Door<A>,
  handOn?: HandOn,
): void {
  const { admit, bearerOf } = tokenDoor(door.find, 'A token of a call assistant is needed.', handOn);
  app.route({
    ...placeOf(deliverAssistantResult),
    bodyLimit: largestBody,
    onRequest: admit,
    async handler(request, reply) {
      reply.header('cache-control', 'no-store');
      // Parsed by the schemas of the route.
      const { assistantId } = request.params as { assistantId: string };
      return await door.deliver(bearerOf(request), assistantId, request.body as DeliveredResult);
    },
  });
}
