import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { readLive, useLive } from './live.ts';

/**
 * The time zone of days and clock times of calls, an IANA name: the account's, since the days of its lists are in that
 * zone and colleagues talk about the same times. `undefined`, which means the browser's, until it is known.
 */
export function useCallZone(): string | undefined {
  return useLive(phoneQueries.account, {}).rows[0]?.timeZone;
}

/** The same at this moment, for code that is not a component. */
export function callZone(): string | undefined {
  return readLive(phoneQueries.account, {}).rows[0]?.timeZone;
}
