import type { CallLogText, CallLogTextChange } from '@sidetone/contract/entities/call-log.ts';
import { audit } from '../../../requests/audit.ts';
import type { Caller } from '../../../requests/callers.ts';
import type { Database } from '../../../storage/database.ts';
import type { Writer } from '../../../storage/writer.ts';

type By = Pick<Caller, 'userId' | 'accountId'> & { readonly address: string };

/**
 * What logs of an account say besides what all do. `hasAddress`: this server has an address by which others reach it, which
 * links need.
 */
export async function textOf(db: Writer, accountId: string, hasAddress: boolean): Promise<CallLogText> {
  const row = await db
    .selectFrom('call_log_texts')
    .select(['small_talk', 'link', 'rev'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return {
    id: accountId,
    rev: Number(row?.rev ?? 0),
    smallTalk: row?.small_talk ?? false,
    link: row?.link ?? false,
    hasAddress,
  };
}

/** Changes it for calls that are written from now on. What a CRM has already changes with its next edit. */
export async function changeText(db: Database, by: By, { smallTalk, link }: CallLogTextChange): Promise<void> {
  const change = {
    ...(smallTalk === undefined ? null : { small_talk: smallTalk }),
    ...(link === undefined ? null : { link }),
  };
  if (Object.keys(change).length === 0) return;
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('call_log_texts')
      .values({ account_id: by.accountId, ...change })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(change))
      .execute();
    await audit(trx, {
      accountId: by.accountId,
      actorUserId: by.userId,
      address: by.address,
      action: 'crm.textChanged',
      detail: change,
    });
  });
}
