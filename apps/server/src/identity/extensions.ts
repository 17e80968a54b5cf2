import type { ReachProblem } from '@sidetone/contract/entities/admin-user.ts';
import { numberPlanRules } from '@sidetone/contract/entities/number-plan.ts';
import { isEmergency } from '@sidetone/contract/rules/numbers/emergency-numbers.ts';
import { notFound, Refusal } from '../requests/refusal.ts';
import type { Writer } from '../storage/writer.ts';

/** The lowest extension from 20 on that nobody has and that means nothing else. */
export async function freeExtension(db: Writer, accountId: string): Promise<string> {
  const taken = await db.selectFrom('extensions').select('extension').where('account_id', '=', accountId).execute();
  const used = new Set(taken.map((row) => row.extension));
  const meaningOf = await meanings(db, accountId);
  let next = 20;
  while (used.has(String(next)) || meaningOf(String(next))) next += 1;
  return String(next);
}

/**
 * Throws `Refusal` CONFLICT for an extension that is dialled to reach help, or that is a short code of the account. `path`
 * is the field that it was asked for in.
 */
export async function refuseMeaningful(
  db: Writer,
  accountId: string,
  extension: string,
  path = 'extension',
): Promise<void> {
  const meaning = (await meanings(db, accountId))(extension);
  if (!meaning) return;
  const problem: ReachProblem = 'extensionMeaning';
  const issues = [{ path, message: problem }];
  throw new Refusal('CONFLICT', `${extension} is ${meaning} and cannot be an extension.`, { issues });
}

/** What a short number means in an account besides being an extension; undefined: nothing. Throws `Refusal` NOT_FOUND. */
export const meanings = async (db: Writer, accountId: string) => {
  const account = await db
    .selectFrom('accounts')
    .select(['country', 'number_plan'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!account) throw notFound('account');
  const { emergencyNumbers, shortCodes } = numberPlanRules.parse(account.number_plan);
  return (extension: string): string | undefined => {
    if (isEmergency(extension, account.country, emergencyNumbers)) return 'an emergency number';
    return Object.hasOwn(shortCodes, extension) ? 'a short code' : undefined;
  };
};
