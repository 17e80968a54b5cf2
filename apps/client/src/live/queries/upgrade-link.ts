import type { User } from '@sidetone/contract/entities/user.ts';
import { useExternalLink } from './external-links.ts';

/** The page where more can be booked: that of the plan, else the operator's; null where there is none. */
export function useUpgradeLink(me: Pick<User, 'webUserId' | 'masterSipId' | 'plan'> | null): string | null {
  const offered = useExternalLink('upgrade', { webUserId: me?.webUserId ?? '', accountId: me?.masterSipId ?? '' });
  return webPage(me?.plan.link ?? null) ?? offered;
}

/** A plan may name any link; only a page can be opened. */
function webPage(link: string | null): string | null {
  return link !== null && /^https?:\/\//.test(link) ? link : null;
}
