import { sql } from 'kysely';
import { audit } from '../../../requests/audit.ts';
import { Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import type { Operator } from './companies.ts';

/** Who carried a node when it was asked for. */
interface AskedNode {
  readonly epoch: number;
  readonly carrier: string | null;
}

/**
 * Has the carrier of a node hand it over to a spare, or with `isBack` keep it after all. It hears of that by the row. Throws `Refusal`
 * NOT_FOUND, CONFLICT where nobody carries it.
 */
export const askForHandOver = (
  db: Database,
  { userId, address }: Operator,
  { node, isBack }: { readonly node: string; readonly isBack: boolean },
): Promise<AskedNode> =>
  db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('nodes')
      .select(['epoch', 'carrier', 'state', sql<boolean>`lease_until > now()`.as('isCarried')])
      .where('node', '=', node)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new Refusal('NOT_FOUND', 'There is no node of this name. "node list" lists them.');
    if (!row.isCarried) throw new Refusal('CONFLICT', `Nobody carries ${node}.`);
    const asked = { epoch: Number(row.epoch), carrier: row.carrier };
    const state = isBack ? 'up' : 'draining';
    if (row.state === state) return asked;
    await trx.updateTable('nodes').set({ state }).where('node', '=', node).execute();
    const action = isBack ? 'node.kept' : 'node.handedOver';
    await audit(trx, { accountId: null, actorUserId: userId, address, action, target: node, detail: { ...asked } });
    return asked;
  });
