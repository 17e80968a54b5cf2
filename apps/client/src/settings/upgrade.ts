import type { User } from '@sidetone/contract/entities/user.ts';
import { useExternalLink } from '#live/queries/external-links.ts';

/** Whatever the account has booked, this plan has it all. */
const largestPlan = 'PREMIUM_TIER_B';

/** Where more can be booked: the page of the plan, else the operator's; null where there is none. */
export function useUpgradeLink(me: Pick<User, 'webUserId' | 'masterSipId' | 'plan'>): string | null {
  const offered = useExternalLink('upgrade', { webUserId: me.webUserId, accountId: me.masterSipId });
  return webPage(me.plan.link) ?? offered;
}

/** The same for who has not booked everything yet. */
export function useLargerPlanLink(me: Parameters<typeof useUpgradeLink>[0]): string | null {
  const link = useUpgradeLink(me);
  return me.plan.id === largestPlan ? null : link;
}

/** A plan may say anything; only a page can be opened. */
function webPage(link: string | null): string | null {
  return link !== null && /^https?:\/\//.test(link) ? link : null;
}
