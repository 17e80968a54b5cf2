// AWS Signature Version 4 as a service checks it, written from its specification and not from the library that signs.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

const hex = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
const mac = (key: Uint8Array | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const written =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

/** What is wrong with a request, as the service would call it; null where nothing is. */
export function refusalOf(request: IncomingMessage, body: Buffer, keys: S3Keys): string | null {
  const found = written.exec(request.headers.authorization ?? '');
  if (!found) return 'AccessDenied';
  const [, id, day = '', region = '', names = '', given = ''] = found;
  if (id !== keys.accessKeyId) return 'InvalidAccessKeyId';
  const at = String(request.headers['x-amz-date'] ?? '');
  const moment = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!at.startsWith(day) || !(Math.abs(Date.now() - moment) < 15 * 60_000)) return 'RequestTimeTooSkewed';
  if (region !== keys.region) return 'AuthorizationHeaderMalformed';
  const sum = String(request.headers['x-amz-content-sha256'] ?? '');
  if (sum !== hex(body)) return 'XAmzContentSHA256Mismatch';
  const signed = names.split(';');
  const left = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))];
  if (!left.every((name) => signed.includes(name))) return 'AccessDenied';
  const url = new URL(request.url ?? '/', 'http://s3');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const headers = signed.map(
    (name) =>
      `${name}:${String(request.headers[name] ?? '')
        .trim()
        .replace(/ +/g, ' ')}\n`,
  );
  const canonical = [request.method, url.pathname, query, headers.join(''), names, sum].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', at, scope, hex(canonical)].join('\n');
  const key = mac(mac(mac(mac(`AWS4${keys.secretAccessKey}`, day), region), 's3'), 'aws4_request');
  return timingSafeEqual(mac(key, toSign), Buffer.from(given, 'hex')) ? null : 'SignatureDoesNotMatch';
}

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
