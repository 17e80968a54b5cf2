import { createHmac, randomBytes } from 'node:crypto';
import { numberPlaceOf } from '@sidetone/contract/entities/number-plan.ts';
import type { TrunkState } from '@sidetone/contract/entities/trunk.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { PrivateHosts } from '../../network/private-hosts.ts';
import type { Database } from '../../storage/database.ts';
import { accountsAt } from '../../storage/node-lease.ts';
import { sealedSetting } from '../../storage/sealed-setting.ts';
import type { SecretBox } from '../../storage/secret-box.ts';
import { trunkFieldsOf } from '../../storage/trunk-columns.ts';

const tokenKeyShape = z.object({ key: z.string().min(32) });

/**
 * The trunks as SIP connects them: with their passwords, and the contact that only their registrar learns. With a node those of
 * companies that are at home there, so that two carriers never register the same one.
 */
export async function trunkStore(db: Database, box: SecretBox, hosts: Pick<PrivateHosts, 'mayReach'>, node?: string) {
  const newKey = () => ({ key: randomBytes(32).toString('base64url') });
  const { key } = await sealedSetting({ db, box }, 'trunks.contacts', tokenKeyShape, newKey);
  const switchedOn = db
    .selectFrom('trunks')
    .innerJoin('accounts', 'accounts.id', 'trunks.account_id')
    .selectAll('trunks')
    .select(['accounts.country', 'accounts.area_code', 'accounts.number_plan', 'accounts.runs_server'])
    .where('is_enabled', '=', true)
    .$if(node !== undefined, (query) => query.where('accounts.node', '=', node ?? ''));
  type Row = Awaited<ReturnType<typeof switchedOn.execute>>[number];
  const asAccount = (row: Row) => ({
    trunkId: row.id,
    accountId: row.account_id,
    ...trunkFieldsOf(row),
    password: row.password_sealed === null ? null : box.unseal(row.password_sealed),
    reaches: row.runs_server ? ('everywhere' as const) : ('public' as const),
    place: numberPlaceOf(row.country, row.area_code, row.number_plan),
    contactToken: createHmac('sha256', key).update(row.id).digest('hex').slice(0, 32),
  });
  return {
    all: async () => (await switchedOn.orderBy('trunks.id').execute()).map(asAccount),
    async byId(trunkId: string) {
      const row = await switchedOn.where('trunks.id', '=', trunkId).executeTakeFirst();
      return row ? asAccount(row) : null;
    },
    async idsOf(accountId: string): Promise<readonly string[]> {
      const rows = await db.selectFrom('trunks').select('id').where('account_id', '=', accountId).execute();
      return rows.map(({ id }) => id);
    },
    mayReach: ({ reaches }: { readonly reaches: 'everywhere' | 'public' }, host: string, address: string): boolean =>
      reaches === 'everywhere' || hosts.mayReach(host, address),
    ownersOf: (numbers: readonly string[]) => ownersOf(db, numbers),
    stateChanged: (trunkId: string, state: TrunkState, failure: string | null) =>
      writeState(db, { trunkId, node }, state, failure),
  };
}

/** Writes nothing where nothing changed: each write is sent to all who watch. */
async function writeState(
  db: Database,
  { trunkId, node }: { readonly trunkId: string; readonly node: string | undefined },
  state: TrunkState,
  failure: string | null,
): Promise<void> {
  await db
    .updateTable('trunks')
    .set((eb) => ({
      state,
      failure,
      state_since: eb.case().when('state', '=', state).then(eb.ref('state_since')).else(eb.fn<Date>('now', [])).end(),
    }))
    .where('id', '=', trunkId)
    .where((eb) => eb.or([eb('state', '!=', state), eb('failure', 'is distinct from', failure)]))
    // Another carrier may have it by now.
    .$if(node !== undefined, (query) => query.where('account_id', 'in', accountsAt(db, node ?? '')))
    .execute();
}

/** The accounts that have these numbers, by number. */
export async function ownersOf(db: Database, numbers: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('numbers')
    .select(['e164', 'account_id'])
    .where(sql<boolean>`e164 = any(${[...numbers]}::text[])`)
    .execute();
  return new Map(rows.map(({ e164, account_id }) => [e164, account_id]));
}
