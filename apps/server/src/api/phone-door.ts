import { setupPath } from '@sidetone/contract/rules/phones/phone-setup-address.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Refusal } from '../requests/refusal.ts';
import { originAt } from './origin.ts';
import { networkFailureLimit } from './rate-limit.ts';

/** What hands files to desk phones. */
interface Door {
  fetch(asked: {
    readonly secret: string;
    readonly file: string;
    readonly address: string;
    readonly userAgent: string | null;
    readonly origin: string;
  }): Promise<{ readonly contentType: string; readonly text: string }>;
}

const windowMs = 10_000;
/** Requests of one network that fail in ten seconds: an office of phones asks for files that there are not. */
const mostFailed = 300;
const params = z.object({ secret: z.string().max(64), file: z.string().max(100) });

/**
 * Where desk phones fetch their settings: `GET /p/{secret}/{file}`, over HTTPS alone. Everything that is not to be had looks
 * the same. `isOwnOrigin` says which hosts are ours; settings name no other.
 */
export function addPhoneDoor(app: FastifyInstance, door: Door, isOwnOrigin: (origin: string) => boolean): void {
  const failures = networkFailureLimit({ most: mostFailed, windowMs });
  app.get(`${setupPath}/:secret/:file`, { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (request.protocol !== 'https') throw new Refusal('HTTPS_ONLY', 'Phones fetch their settings over HTTPS.');
    const origin = originAt(request.protocol, request.host);
    const asked = params.safeParse(request.params);
    if (!asked.success || !isOwnOrigin(origin)) throw new Refusal('NOT_FOUND', 'No such file.');
    failures.check(request.ip);
    const userAgent = request.headers['user-agent'] ?? null;
    try {
      const { contentType, text } = await door.fetch({ ...asked.data, address: request.ip, userAgent, origin });
      return await reply.type(contentType).send(text);
    } catch (error) {
      if (error instanceof Refusal) failures.count(request.ip);
      throw error;
    }
  });
}
