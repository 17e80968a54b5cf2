import { withheldSenders } from '@sidetone/contract/entities/sender.ts';
import { isValidNumber, type NumberPlace, normalizeNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { type SqlBool, sql } from 'kysely';
import type { Caller } from '../../requests/callers.ts';
import { Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';

/** What a phone knows of numbers. */
interface PhonePlace extends NumberPlace {
  /** The numbers that its registrar gave it. */
  readonly own: readonly { readonly phoneNumber: string }[];
}

/**
 * The caller id as it is kept: a number in E.164, `anonymous`, `suppressed`, or null. Throws `Refusal` INVALID_NUMBER for
 * what is no number, DIRECT_DIAL for one that leads to someone else alone.
 */
export async function checkedCallerId(
  db: Database,
  caller: Caller,
  wanted: string | null,
  place: PhonePlace,
): Promise<string | null> {
  if (wanted === null || withheldSenders.some((one) => one === wanted)) return wanted;
  if (place.own.some(({ phoneNumber }) => phoneNumber === wanted)) return wanted;
  const number = normalizeNumber(wanted, place);
  if (number === null || !isValidNumber(number))
    throw new Refusal('INVALID_NUMBER', 'This is not a valid phone number.');
  if (place.own.some(({ phoneNumber }) => phoneNumber === number)) return number;
  const direct = await db
    .selectFrom('channels')
    .leftJoin('numbers', 'numbers.channel_id', 'channels.id')
    .select('channels.id')
    .where('channels.account_id', '=', caller.accountId)
    .where('channels.type', '=', 'private')
    .where('channels.owner_user_id', '<>', caller.userId)
    .where((eb) => eb.or([eb('numbers.e164', '=', number), eb('channels.direct_dial', '=', number)]))
    .executeTakeFirst();
  if (direct || (await isLineOfSomebodyElse(db, caller, number))) {
    throw new Refusal('DIRECT_DIAL', 'This is a colleague’s direct number.');
  }
  return number;
}

/**
 * In the classic generation direct lines belong to phones. A number that several people's phones have is one of the
 * company.
 */
async function isLineOfSomebodyElse(db: Database, caller: Caller, number: string): Promise<boolean> {
  const owners = await db
    .selectFrom('phones')
    .select('user_id')
    .distinct()
    .where('account_id', '=', caller.accountId)
    .where(sql<SqlBool>`phone_numbers @> ${JSON.stringify([{ phoneNumber: number }])}::jsonb`)
    .limit(2)
    .execute();
  const [only, another] = owners;
  return only !== undefined && another === undefined && only.user_id !== caller.userId;
}
