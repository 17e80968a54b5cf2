import { useExternalLink } from '#live/queries/external-links.ts';
import { useMe } from '#live/queries/me.ts';

/** Where more can be booked: the page of the plan, else the one that the operator named; null where there is none. */
export function useUpgradePage(): string | null {
  const me = useMe();
  const offered = useExternalLink('upgrade', { webUserId: me?.webUserId ?? '', accountId: me?.masterSipId ?? '' });
  const ofPlan = me?.plan.link ?? null;
  return ofPlan !== null && /^https?:/.test(ofPlan) ? ofPlan : offered;
}
