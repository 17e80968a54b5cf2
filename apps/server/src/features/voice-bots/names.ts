import { createHash, createHmac } from 'node:crypto';

/** The SID of a call, by the id of the result that comes of it. */
export const callSidOf = (resultId: string): string => `CA${hexOf(resultId)}`;

/** The SID by which bots for Twilio name the account: here that of their call assistant. */
export const accountSidOf = (assistantId: string): string => `AC${hexOf(assistantId)}`;

const hexOf = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 32);

/** What Twilio signs upgrades with: HMAC-SHA1 over the whole address, in base64. */
export const signatureOf = (url: string, secret: string): string =>
  createHmac('sha1', secret).update(url).digest('base64');

/** The headers of an upgrade; none without a secret. */
export const headersOf = (url: string, secret: string | null): Record<string, string> =>
  secret === null ? {} : { 'X-Twilio-Signature': signatureOf(url, secret) };
