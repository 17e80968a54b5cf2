import { IntegrationError } from '../connector.ts';

/** Why name and password may not be sent to a place; null where they may. */
export type Border = (url: URL) => IntegrationError | null;

/**
 * While somebody enters a key, it follows the place that they entered wherever that leads; a stored one (`origins`) goes
 * there and to the origins that it was entered for, and nowhere else. What was entered for TLS is never sent without it.
 */
export function borderOf(entered: URL, origins: readonly string[] | null): Border {
  const known = [entered.origin, ...(origins ?? [])].map((origin) => new URL(origin));
  return (url) => {
    if (entered.protocol === 'https:' && url.protocol !== 'https:') return insecure(url);
    return origins === null || known.some((origin) => isThere(url, origin)) ? null : elsewhere(url);
  };
}

/** Of an error that says that the key has to be entered anew, by somebody who trusts that place. */
export const isElsewhere = (error: unknown): boolean =>
  error instanceof IntegrationError && error.translationKey === 'elsewhere';

/** At this origin, or at the same host that has learnt to speak TLS. */
const isThere = (url: URL, origin: URL): boolean =>
  url.origin === origin.origin ||
  (url.hostname === origin.hostname && url.protocol === 'https:' && origin.protocol === 'http:');

const elsewhere = ({ host }: URL) =>
  new IntegrationError('refresh', `The key was not entered for ${host}`, { translationKey: 'elsewhere' });

const insecure = ({ host }: URL) =>
  new IntegrationError('invalid_url', `${host} would be sent the key without TLS`, { translationKey: 'insecureUrl' });
