import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { type Flags, flags } from '@sidetone/contract/entities/flags.ts';
import { useLive } from './live.ts';

const allOff = flags.parse({});

/** What is switched on for the signed-in person, by the account and by themselves; all off until it is known. */
export function useFlags(): Flags {
  return useLive(phoneQueries.flags, {}).rows[0]?.flags ?? allOff;
}

/** Whether this account tries what is not for everyone yet. */
export function useIsTestAccount(): boolean {
  return useFlags().isTestAccount;
}
