import { numberPlaceOf } from '@sidetone/contract/entities/number-plan.ts';
import { numbersFromTrunk } from '@sidetone/contract/rules/numbers/trunk-numbers.ts';
import { sql } from 'kysely';
import type { Homes } from '../cell/homes.ts';
import type { IsTrustedProxy } from '../network/trusted-proxies.ts';
import type { Credentials } from '../pbx/ports.ts';
import type { SipHomes } from '../pbx/sip/elsewhere.ts';
import type { Database } from '../storage/database.ts';
import { accountOfSender } from './elsewhere.ts';

/** As the index `numbers_by_tail` has them; no trunk writes less of a number. */
const tailLength = 4;
/** Numbers of one cell that end in the same six digits; those of a block differ in them. */
const mostAlike = 1_000;

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

/**
 * The account that has a number, as a trunk of it may write it: with its own place, as no trunk reaches a number of another account.
 * One statement finds those that end alike; of several companies the one counts for which it is the likeliest reading.
 */
async function accountOfNumber(db: Database, written: string): Promise<string | null> {
  const digits = written.replace(/;.*$/, '').replace(/[^0-9]/g, '');
  if (digits.length < tailLength || digits.length > 20) return null;
  const tail = sql.lit(tailLength);
  const longer = digits.replace(/^0+/, '').slice(-6);
  const { rows } = await sql<Alike>`
    select e164, account_id, country, area_code, number_plan
    from numbers join accounts on accounts.id = numbers.account_id
    where right(e164, ${tail}) = ${digits.slice(-tailLength)} and right(e164, ${longer.length}::int) = ${longer}
    order by e164 limit ${mostAlike}`.execute(db);
  const ranked = rows.flatMap((row) => {
    const place = numberPlaceOf(row.country, row.area_code, row.number_plan);
    const rank = (form: 'e164' | 'digits') => numbersFromTrunk(written, form, place).indexOf(row.e164);
    const ranks = [rank('e164'), rank('digits')].filter((each) => each >= 0);
    return ranks.length > 0 ? [{ accountId: row.account_id, rank: Math.min(...ranks) }] : [];
  });
  return ranked.toSorted((one, two) => one.rank - two.rank)[0]?.accountId ?? null;
}

interface Alike {
  readonly e164: string;
  readonly account_id: string;
  readonly country: string;
  readonly area_code: string;
  readonly number_plan: unknown;
}

/** Credentials of companies at home elsewhere are unknown here: a phone at the wrong server learns nothing of them. */
export const ofThisNode = (known: Credentials, homes: Pick<Homes, 'isElsewhere'>): Credentials => ({
  bySipUsername: async (username) =>
    (await known.bySipUsername(username)).filter(({ accountId }) => !homes.isElsewhere(accountId)),
  remembered: (username) => known.remembered(username).filter(({ accountId }) => !homes.isElsewhere(accountId)),
  ha1sOf: known.ha1sOf,
});
