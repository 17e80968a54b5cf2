import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { type Flags, flags } from '@sidetone/contract/entities/flags.ts';
import { useLive } from './live.ts';

const allOff = flags.parse({});

/**
 * The features that are on for the signed-in user, switched on by the account and by themselves; all off until it is
 * known.
 */
export function useFlags(): Flags {
  return useLive(phoneQueries.flags, {}).rows[0]?.flags ?? allOff;
}

/** Whether the user may ask the AI chat about their calls. SSHELL-004, SPERM-031 */
export function useHasChat(): boolean {
  const { hasAiInsightsChat, hasAiDisabled } = useFlags();
  return hasAiInsightsChat && !hasAiDisabled;
}

/** Whether this account tries features that are not for everyone yet. */
export function useIsTestAccount(): boolean {
  return useFlags().isTestAccount;
}
