import type { User } from '@sidetone/contract/entities/user.ts';

/** How much of what the plan allows is used; `resetsOn` is the first day of the next month, `yyyy-MM-dd`. */
export interface UsedQuota {
  readonly used: number;
  readonly limit: number;
  readonly resetsOn: string;
}

/** Documented calls of this month; null where the plan sets no limit. `today` is a day, `yyyy-MM-dd`. SPERM-027 */
export function usedQuota(me: Pick<User, 'plan' | 'usedQuotas'>, today: string): UsedQuota | null {
  const quota = me.plan.quotas.find(({ grant }) => grant === 'CALL_BOOSTS');
  if (!quota) return null;
  const [year = 0, month = 0] = today.split('-').map(Number);
  const next = month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 };
  return {
    used: me.usedQuotas['CALL_BOOSTS'] ?? 0,
    limit: quota.limit,
    resetsOn: `${next.year}-${String(next.month).padStart(2, '0')}-01`,
  };
}
