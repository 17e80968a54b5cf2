import { Refusal } from '../requests/refusal.ts';
import { type Entered, IntegrationError, type Offer } from './connector.ts';

interface Given {
  readonly url?: string | null | undefined;
  readonly key?: string | null | undefined;
}

/** Settings that people enter as an address; a sub-domain is asked of nobody. */
const urlSettings = ['url', 'account_url'] as const;

/**
 * What someone entered, as the integration needs it. Throws `Refusal` VALIDATION_FAILED, with the fields that are missing,
 * and an `IntegrationError` for an address that is none. Whether the address may be reached is seen when it is.
 */
export function checkEntered(
  offer: Pick<Offer, 'configurationValues'>,
  { url, key }: Given,
): Pick<Entered, 'url' | 'key'> {
  const needs = (setting: (typeof offer.configurationValues)[number]) => offer.configurationValues.includes(setting);
  const needsUrl = urlSettings.some(needs);
  const issues = [
    ...(needsUrl && !url ? [{ path: 'url', message: 'is needed' }] : []),
    ...(needs('key') && !key ? [{ path: 'key', message: 'is needed' }] : []),
    ...(needs('user_name') && key && !/^[^:]+:./.test(key)
      ? [{ path: 'key', message: 'must be a user name and a key, with a colon between' }]
      : []),
  ];
  if (issues.length > 0)
    throw new Refusal('VALIDATION_FAILED', 'A required setting of the integration is missing.', { issues });
  return { url: needsUrl && url ? addressOf(url) : null, key: needs('key') && key ? key : null };
}

/** The user name of `user:key`, where the integration has one; the only part of it that is shown. */
export const userNameOf = (offer: Pick<Offer, 'configurationValues'>, { key }: Pick<Entered, 'key'>): string | null =>
  offer.configurationValues.includes('user_name') && key !== null ? key.slice(0, key.indexOf(':')) : null;

/** Whether what was entered once may be sent there: to the same scheme, host and port. */
export const isSameOrigin = (entered: string, before: string | null): boolean =>
  before !== null && parsed(entered)?.origin === URL.parse(before)?.origin;

/** A host without a scheme is meant as https. */
const parsed = (entered: string): URL | null =>
  URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(entered) ? entered : `https://${entered}`);

function addressOf(entered: string): string {
  const url = parsed(entered);
  const isOfTheWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!url || !isOfTheWeb || url.username !== '' || url.password !== '') {
    throw new IntegrationError('invalid_url', 'This is not a web address', { translationKey: 'invalidUrl' });
  }
  url.hash = '';
  return url.href;
}
