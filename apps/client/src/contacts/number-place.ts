import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { numberPlaceOf } from '@sidetone/contract/entities/number-plan.ts';
import { formatNumber, isExtension, type NumberPlace } from '@sidetone/contract/rules/numbers/dialable.ts';
import { useCallback, useMemo } from 'react';
import { useWords } from '#i18n/use-words.ts';
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

/** How a number of a call reads in the language shown now. An extension says that it is one; 112 is none. */
export function useReadNumber(): (number: string) => string {
  const { t } = useWords();
  const place = useNumberPlace();
  return useCallback(
    (number) => (isExtension(number, place) ? t(($) => $.people.extensionShort, { number }) : formatNumber(number)),
    [t, place],
  );
}
