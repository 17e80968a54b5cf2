import type { FastifyReply, FastifyRequest } from 'fastify';
import { strictTransport } from './plain-port.ts';

/** For every reply. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'microphone=(self), speaker-selection=(self), hid=(self), camera=(), geolocation=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Sets the headers that every reply carries, and the content security policy of pages that have none of their own. */
export async function addSecurityHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  about: { moreSockets: string | undefined; pictureHosts: readonly string[]; isStrict(origin: string): boolean },
): Promise<void> {
  reply.headers(securityHeaders);
  if (about.isStrict(`${request.protocol}://${request.host}`))
    reply.header('strict-transport-security', strictTransport);
  const type = String(reply.getHeader('content-type') ?? '');
  if (type.startsWith('text/html') && !reply.hasHeader('content-security-policy')) {
    reply.header('content-security-policy', pagePolicy(request.host, about));
  }
}

/**
 * What our own client may load: itself, and sockets to this server and `moreSockets`. Pictures of contacts lie anywhere, and
 * who keeps them there would see who looks when, from where: without `pictureHosts` none of them is loaded; `*` is every host.
 */
export function pagePolicy(
  host: string,
  { moreSockets = '', pictureHosts = [] }: { moreSockets?: string | undefined; pictureHosts?: readonly string[] } = {},
): string {
  // Older Safari does not take 'self' for WebSockets, so they are named. Anything odd in the header is left out.
  const sockets = /^[\w.:[\]-]+$/.test(host) ? `ws://${host} wss://${host}` : '';
  return [
    `default-src 'self'`,
    `script-src 'self' 'wasm-unsafe-eval'`,
    `style-src 'self' 'unsafe-inline'`,
    [`img-src 'self' data: blob:`, ...pictureHosts.map((one) => (one === '*' ? 'https:' : `https://${one}`))].join(' '),
    `media-src 'self' data: blob:`,
    `font-src 'self' data:`,
    `worker-src 'self' blob:`,
    ['connect-src', "'self'", sockets, moreSockets].filter(Boolean).join(' '),
    `frame-ancestors 'none'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `object-src 'none'`,
  ].join('; ');
}
