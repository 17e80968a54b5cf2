import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { apiBase } from '@sidetone/contract/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** OpenAPI of all routes that are mounted after this, with pages to read it at `/api/docs`. */
export async function addDocs(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: { title: 'Sidetone', version },
      components: { securitySchemes: { accessToken: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, { routePrefix: `${apiBase}/docs`, staticCSP: true });
}
