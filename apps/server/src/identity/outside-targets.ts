import { outsideCalls } from '@sidetone/contract/entities/guard.ts';
import { numberPlaceOf } from '@sidetone/contract/entities/number-plan.ts';
import { destinationOf, isAllowedDestination } from '@sidetone/contract/rules/numbers/destination.ts';
import { isCalledAsJudged } from '@sidetone/contract/rules/numbers/trunk-numbers.ts';
import type { Writer } from '../storage/writer.ts';

/** Why no call of an account could be sent on to a number outside; null: they can, as far as settings tell. */
export async function whyNotSentTo(
  trx: Writer,
  accountId: string,
  e164: string,
): Promise<'ownNumber' | 'noTrunk' | 'barred' | null> {
  const own = await trx.selectFrom('numbers').select('e164').where('e164', '=', e164).executeTakeFirst();
  if (own) return 'ownNumber';
  const account = await trx
    .selectFrom('accounts')
    .select(['country', 'area_code', 'number_plan', 'outside_calls'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const { country: home, outside_calls } = account;
  const place = numberPlaceOf(home, account.area_code, account.number_plan);
  if (!isCalledAsJudged(e164, place)) return 'barred';
  if (!isAllowedDestination(e164, destinationOf(e164, home), home, outsideCalls.parse(outside_calls))) return 'barred';
  const trunk = await trx
    .selectFrom('trunks')
    .select('id')
    .where('account_id', '=', accountId)
    .where('is_enabled', '=', true)
    .limit(1)
    .executeTakeFirst();
  return trunk ? null : 'noTrunk';
}
