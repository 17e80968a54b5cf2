import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Paths that are never a page of the client. */
const reserved = /^\/(api|oidc|live|apps?|sip|metrics|assets|p)(\/|$)/;

/** Pages whose address may end like a file's: ids of calls and contacts hold whatever their makers like. */
const pagesWithIds = /^\/main\//;
/** `/robots.txt`, `/001565aabbcc.cfg`, `/.well-known/openid-configuration`: such requests want a file, and no page. */
const namesFile = /^\/\.|\.[a-z][a-z0-9]{0,9}$/i;

/**
 * Serves the built client in `folder`: files with a digest in their name may be kept for ever, everything else is asked
 * for again. Every other address that names no file is a page of the client and gets `index.html`.
 */
export async function serveClient(app: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(join(folder, 'index.html'));
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      cacheControl: false,
      preCompressed: true, // the build lays .br and .gz beside what is worth it
      setHeaders(reply, path) {
        const forEver = path.startsWith(join(folder, 'assets'));
        reply.header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isFile = namesFile.test(path) && !pagesWithIds.test(path);
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !reserved.test(path) && !isFile;
    if (built && isPage) return reply.header('cache-control', 'no-cache').sendFile('index.html');
    return reply
      .code(404)
      .send({ code: 'NOT_FOUND', message: built ? 'Nothing is here.' : 'The client is not built.' });
  });
}
