import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerToken } from '../requests/callers.ts';
import { Refusal } from '../requests/refusal.ts';
import { type HandOn, handOnBy } from './elsewhere.ts';
import { turnsOfNetwork } from './held-by-network.ts';
import { networkFailureLimit, rateLimit } from './rate-limit.ts';

const windowMs = 10_000;
/** Requests with one token, and unknown tokens of one network, in ten seconds. */
const most = { token: 100, unknown: 30 };

/** A door for programs with a token of their own kind, which is good for nothing else. */
export interface TokenDoor<Bearer> {
  /**
   * Looks up whose token a request has, before anything of its body is read. Throws `Refusal` UNAUTHENTICATED without a token,
   * TOO_MANY_ATTEMPTS, and what `find` throws. One of a company that is at home elsewhere has been answered there.
   */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Who was admitted with this request. */
  bearerOf(request: FastifyRequest): Bearer;
}

/** Everybody who comes by a token belongs to a company. */
interface OfCompany {
  readonly tokenId: string;
  readonly accountId: string;
}

/**
 * `find` throws `Refusal` for tokens that nobody has; `needed` says which token a request without one lacks; `tokenOf` reads
 * it from the header `Authorization`, as a bearer token if left out; `mostOfToken` how many requests with one are taken.
 */
export function tokenDoor<Bearer extends OfCompany>(
  find: (token: string) => Promise<Bearer>,
  needed: string,
  handOn: HandOn = handOnBy(undefined),
  tokenOf: (authorization: string | undefined) => string | undefined = bearerToken,
  mostOfToken = most.token,
): TokenDoor<Bearer> {
  const perToken = rateLimit({ most: mostOfToken, windowMs });
  const unknown = networkFailureLimit({ most: most.unknown, windowMs });
  const turn = turnsOfNetwork(most.unknown);
  const admitted = new WeakMap<FastifyRequest, Bearer>();

  const lookUp = async (token: string, address: string): Promise<Bearer> => {
    unknown.check(address);
    const done = await turn(address);
    try {
      // Those that had their turn before may have been too many.
      unknown.check(address);
      return await find(token);
    } catch (error) {
      if (error instanceof Refusal) unknown.count(address);
      throw error;
    } finally {
      done();
    }
  };

  return {
    async admit(request, reply) {
      const token = tokenOf(request.headers.authorization);
      if (token === undefined) throw new Refusal('UNAUTHENTICATED', needed);
      const found = await lookUp(token, request.ip);
      perToken(found.tokenId);
      if (await handOn(found.accountId, request, reply)) return;
      admitted.set(request, found);
    },
    bearerOf(request) {
      const found = admitted.get(request);
      if (!found) throw new Refusal('UNAUTHENTICATED', needed);
      return found;
    },
  };
}
