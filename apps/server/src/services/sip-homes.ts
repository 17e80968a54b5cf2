import { numberPlaceOf } from '@sidetone/contract/entities/number-plan.ts';
import { numbersFromTrunk } from '@sidetone/contract/rules/numbers/trunk-numbers.ts';
import type { Homes } from '../cell/homes.ts';
import { ownersOf } from '../features/trunks/trunk-store.ts';
import type { IsTrustedProxy } from '../network/trusted-proxies.ts';
import type { Credentials } from '../pbx/ports.ts';
import type { SipHomes } from '../pbx/sip/elsewhere.ts';
import type { Database } from '../storage/database.ts';
import { accountOfSender } from './elsewhere.ts';

/** More places than companies of one cell have trunks in. */
const mostPlaces = 200;

/** Who is at home where, for SIP. */
export function sipHomes(db: Database, homes: Homes, isEdge: IsTrustedProxy): SipHomes {
  const ofAccount = (accountId: string | null) =>
    accountId === null
      ? undefined
      : {
          isHere: !homes.isElsewhere(accountId),
          sipAddress: homes.carrierOf(accountId)?.sipAddress ?? null,
        };
  return {
    isAlone: () => homes.carriers().size <= 1,
    isEdge,
    ofNode(name) {
      const carrier = homes.carriers().get(name);
      return carrier && { isHere: name === homes.node, sipAddress: carrier.sipAddress };
    },
    ofDevice: async (username) => ofAccount(await accountOfSender(db, username)),
    ofNumber: async (number) => ofAccount(await accountOfNumber(db, number)),
  };
}

/** The account that has a number, as any trunk here may write it; the likeliest reading counts. */
async function accountOfNumber(db: Database, written: string): Promise<string | null> {
  const places = await db
    .selectFrom('accounts')
    .innerJoin('trunks', 'trunks.account_id', 'accounts.id')
    .select(['accounts.country', 'accounts.area_code', 'accounts.number_plan'])
    .distinct()
    .limit(mostPlaces)
    .execute();
  const readings = places.flatMap(({ country, area_code, number_plan }) => {
    const place = numberPlaceOf(country, area_code, number_plan);
    return [...numbersFromTrunk(written, 'e164', place), ...numbersFromTrunk(written, 'digits', place)];
  });
  const numbers = [...new Set(readings)];
  if (numbers.length === 0) return null;
  const owners = await ownersOf(db, numbers);
  return owners.get(numbers.find((number) => owners.has(number)) ?? '') ?? null;
}

/** Credentials of companies at home elsewhere are unknown here: a phone at the wrong server learns nothing of them. */
export const ofThisNode = (known: Credentials, homes: Pick<Homes, 'isElsewhere'>): Credentials => ({
  bySipUsername: async (username) =>
    (await known.bySipUsername(username)).filter(({ accountId }) => !homes.isElsewhere(accountId)),
  remembered: (username) => known.remembered(username).filter(({ accountId }) => !homes.isElsewhere(accountId)),
  ha1sOf: known.ha1sOf,
});
