import { type Entered, IntegrationError, keptOrigins } from '../connector.ts';

/** Why name and password may not be sent to a place; null where they may. */
export type Border = (url: URL) => IntegrationError | null;

/**
 * While someone enters a key, it follows the place that they entered wherever that leads; a stored one (`origins`) goes
 * there and to the origins that it was entered for, and nowhere else. Where those were not kept, it follows once more, over
 * TLS. What was entered for TLS is never sent without it.
 */
export function borderOf(entered: URL, origins: Entered['origins']): Border {
  const known = [entered.origin, ...keptOrigins(origins)].map((origin) => new URL(origin));
  return (url) => {
    if (entered.protocol === 'https:' && url.protocol !== 'https:') return insecure(url);
    if (origins === null || (origins === 'notKept' && url.protocol === 'https:')) return null;
    return known.some((origin) => isThere(url, origin)) ? null : elsewhere(url);
  };
}

/** Of an error that says that the key has to be entered again, by someone who trusts that place. */
export const isElsewhere = (error: unknown): boolean =>
  error instanceof IntegrationError && error.type === 'refresh' && error.translationKey === 'elsewhere';

/** At this origin, or at the same host that has learnt to speak TLS. */
const isThere = (url: URL, origin: URL): boolean =>
  url.origin === origin.origin ||
  (url.hostname === origin.hostname && url.protocol === 'https:' && origin.protocol === 'http:');

const elsewhere = ({ host }: URL) =>
  new IntegrationError('refresh', `The key was not entered for ${host}`, { translationKey: 'elsewhere' });

const insecure = ({ host }: URL) =>
  new IntegrationError('invalid_url', `${host} would be sent the key without TLS`, { translationKey: 'insecureUrl' });

/** Of something that a source names beyond the border: the rest continues, and what is known of it stays as it is. */
export const withoutKey = ({ detail, translationKey }: IntegrationError): IntegrationError =>
  new IntegrationError('failed', detail, {
    ...(translationKey && { translationKey: translationKey === 'elsewhere' ? 'leftOut' : translationKey }),
  });
