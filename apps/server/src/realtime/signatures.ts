import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { RealtimeKeys } from './keys.ts';

/** How far the clock of a publisher may be off. */
const clockToleranceSeconds = 600;

/** Whether `auth` allows this socket to subscribe to this private channel. */
export function mayJoin(keys: RealtimeKeys, socketId: string, channel: string, auth: string, data?: string): boolean {
  const signed = [socketId, channel, ...(data === undefined ? [] : [data])].join(':');
  return same(auth, `${keys.key}:${hmac(keys.secret, signed)}`);
}

/** Whether a request to the HTTP API was signed with our secret, lately, and for this very body. */
export function isSigned(
  keys: RealtimeKeys,
  request: { method: string; path: string; query: Readonly<Record<string, string>>; body: Buffer },
  nowSeconds = Date.now() / 1000,
): boolean {
  const { auth_signature: signature = '', ...signed } = request.query;
  const { auth_key: key, auth_timestamp: at, body_md5: digest } = signed;
  if (key !== keys.key || Math.abs(nowSeconds - Number(at)) > clockToleranceSeconds) return false;
  if (request.body.length > 0 && digest !== createHash('md5').update(request.body).digest('hex')) return false;
  const query = Object.keys(signed)
    .sort()
    .map((name) => `${name.toLowerCase()}=${signed[name]}`)
    .join('&');
  return same(signature, hmac(keys.secret, [request.method, request.path, query].join('\n')));
}

const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

const same = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};
