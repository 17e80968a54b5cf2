import type { CostCentreOf, CostCentreOwner } from '@sidetone/contract/entities/call-record.ts';
import { sql } from 'kysely';
import { audit } from '../../requests/audit.ts';
import { notFound } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';

/** Where cost centres are kept, and by what a row is named. */
const places = {
  user: { table: 'users', key: 'id' },
  channel: { table: 'channels', key: 'id' },
  number: { table: 'numbers', key: 'e164' },
} as const satisfies Record<CostCentreOwner, { table: string; key: string }>;

/** The things of an account that have a cost centre. */
export async function readCostCentres(db: Database, accountId: string): Promise<CostCentreOf[]> {
  const { rows } = await sql<CostCentreOf>`
    select 'user' as of, id, cost_centre as "costCentre" from users where account_id = ${accountId} and cost_centre is not null
    union all select 'channel', id, cost_centre from channels where account_id = ${accountId} and cost_centre is not null
    union all select 'number', e164, cost_centre from numbers where account_id = ${accountId} and cost_centre is not null
    order by 1, 2`.execute(db);
  return rows;
}

interface Change {
  readonly accountId: string;
  readonly actorUserId: string;
  readonly address: string;
  readonly of: CostCentreOwner;
  readonly id: string;
  readonly costCentre: string | null;
}

/** Gives a thing its cost centre. Throws `Refusal` NOT_FOUND where the account has no such thing. */
export async function setCostCentre(db: Database, change: Change): Promise<void> {
  const { accountId, actorUserId, address, of, id, costCentre } = change;
  const table = sql.table(places[of].table);
  const key = sql.ref(places[of].key);
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ before: string | null }>`
      with before as (select cost_centre from ${table} where ${key} = ${id} and account_id = ${accountId} for update)
      update ${table} set cost_centre = ${costCentre} from before
      where ${key} = ${id} and account_id = ${accountId}
      returning before.cost_centre as before`.execute(trx);
    const [row] = rows;
    if (!row) throw notFound(of);
    if (row.before === costCentre) return;
    await audit(trx, {
      accountId,
      actorUserId,
      address,
      action: 'costCentre.changed',
      target: id,
      detail: { costCentre: { from: row.before, to: costCentre } },
    });
  });
}
