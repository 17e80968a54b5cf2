import type { Reach } from '../../reach/reach.ts';
import { ProviderFailure } from './failure.ts';
import { failureOf, failureOfStatus } from './failures.ts';

export interface ServiceLimits {
  readonly withinMs: number;
  readonly mostBytes: number;
}

/**
 * A `fetch` that gives answers in JSON only, and throws `ProviderFailure` for everything else, or the reason of the signal.
 * It is sent on to no other host.
 */
export const serviceFetch = (reach: Reach, limits: ServiceLimits): typeof fetch =>
  strictFetch(reach, limits, async (response) => {
    const text = await response.text();
    return isJson(text) ? { body: text, type: 'application/json' } : null;
  });

/** The same for answers that are sound files. */
export const soundFetch = (reach: Reach, limits: ServiceLimits): typeof fetch =>
  strictFetch(reach, limits, async (response) => {
    const bytes = new Uint8Array(await response.arrayBuffer());
    return isSound(bytes) ? { body: bytes, type: 'application/octet-stream' } : null;
  });

/** `read` gives null for an answer that is of another kind. */
function strictFetch(
  reach: Reach,
  limits: ServiceLimits,
  read: (response: Response) => Promise<{ body: string | Uint8Array<ArrayBuffer>; type: string } | null>,
): typeof fetch {
  const fetchWithin = reach.within(limits);
  return async (input, init = {}) => {
    try {
      const response = await fetchWithin(input, { ...init, redirect: 'error' });
      const { status } = response;
      if (!response.ok) {
        const text = await response.text();
        throw failureOfStatus(status, text, response.headers.get('retry-after'), Date.now());
      }
      const answer = await read(response);
      if (answer === null) throw new ProviderFailure('again', 'notTheProtocol', { status });
      return new Response(answer.body, { status, headers: { 'content-type': answer.type } });
    } catch (error) {
      if (init.signal?.aborted) throw init.signal.reason;
      throw failureOf(error);
    }
  };
}

/** How sound files begin that browsers read: WAV, Ogg, FLAC, MP3 with and without a tag. */
const beginnings = ['RIFF', 'OggS', 'fLaC'];
const isSound = (bytes: Uint8Array): boolean =>
  bytes.length > 100 &&
  (beginnings.includes(Buffer.from(bytes.subarray(0, 4)).toString('latin1')) ||
    Buffer.from(bytes.subarray(0, 3)).toString('latin1') === 'ID3' ||
    (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0));

function isJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
