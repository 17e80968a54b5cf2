import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { apiBase } from '@sidetone/contract/http/route.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { Refusal } from '../requests/refusal.ts';

/** OpenAPI of all routes that are mounted after this, with pages to read it at `/api/docs` for who is signed in. */
export async function addDocs(
  app: FastifyInstance,
  version: string,
  isSignedIn: (request: FastifyRequest) => Promise<boolean>,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: { title: 'Sidetone', version },
      components: { securitySchemes: { accessToken: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (await isSignedIn(request)) return;
      if (!/\btext\/html\b/.test(request.headers.accept ?? '')) throw new Refusal('UNAUTHENTICATED', 'Sign in first.');
      return reply.redirect('/login');
    });
    await scope.register(swaggerUi, { routePrefix: `${apiBase}/docs`, staticCSP: true });
  });
}
