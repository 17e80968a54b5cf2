import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WrongDoor } from '../cell/wrong-door.ts';

/**
 * Hands a request of this company on to the carrier of its home; fulfils with false where that is here. Rejects with `Refusal`
 * before anything was written.
 */
export type HandOn = (accountId: string, request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;

/** Without a door everything is at home here. */
export const handOnBy =
  (door: Pick<WrongDoor, 'isElsewhere' | 'passRequest'> | undefined): HandOn =>
  async (accountId, request, reply) => {
    if (!door?.isElsewhere(accountId)) return false;
    // From then on the answer is the other carrier's, with all its headers.
    const onAnswer = () => void reply.hijack();
    await door.passRequest({ request: request.raw, response: reply.raw }, accountId, onAnswer);
    return true;
  };
