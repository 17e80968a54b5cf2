import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { numberPlaceOf } from '@sidetone/contract/entities/number-plan.ts';
import type { NumberPlace } from '@sidetone/contract/rules/dialable.ts';
import { useMemo } from 'react';
import { useLive } from '#live/queries/live.ts';

const somewhere: NumberPlace = { country: 'DE', areaCode: '' };

/** The place that this account dials from, so that local numbers can be read. */
export function useNumberPlace(): NumberPlace {
  const account = useLive(phoneQueries.account, {}).rows[0];
  return useMemo(
    () => (account ? numberPlaceOf(account.country, account.areaCode, account.numberPlan) : somewhere),
    [account],
  );
}
