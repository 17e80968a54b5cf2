import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { readLive, useLive } from './live.ts';

/**
 * The zone in which days and clock times of calls are told, an IANA name: the account's, since the days of its lists are
 * and colleagues talk about the same times. `undefined`, which stands for the browser's, until it is known.
 */
export function useCallZone(): string | undefined {
  return useLive(phoneQueries.account, {}).rows[0]?.timeZone;
}

/** The same at this moment, for what is no component. */
export function callZone(): string | undefined {
  return readLive(phoneQueries.account, {}).rows[0]?.timeZone;
}
