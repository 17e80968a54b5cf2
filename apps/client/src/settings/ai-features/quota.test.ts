import { plan } from '@sidetone/contract/entities/plan.ts';
import { expect, test } from 'vitest';
import { usedQuota } from './quota.ts';

const booked = (quotas: { grant: string; limit: number }[]) => plan.parse({ id: 'P', displayName: 'P', quotas });

test('SPERM-027, SCONST-057: the banner tells the limit and how much is used', () => {
  const me = { plan: booked([{ grant: 'CALL_BOOSTS', limit: 2000 }]), usedQuotas: { CALL_BOOSTS: 1640 } };
  expect(usedQuota(me, '2026-11-27')).toEqual({ used: 1640, limit: 2000, resetsOn: '2026-12-01' });
  expect(usedQuota({ ...me, usedQuotas: {} }, '2026-12-31')).toEqual({ used: 0, limit: 2000, resetsOn: '2027-01-01' });
});

test('without a limit there is no banner', () => {
  expect(usedQuota({ plan: booked([{ grant: 'OTHER', limit: 1 }]), usedQuotas: {} }, '2026-11-27')).toBeNull();
});
