import { type NewTrunk, type Trunk, type TrunkChange, trunk, trunkState } from '@sidetone/contract/entities/trunk.ts';
import type { Selectable } from 'kysely';
import { newId } from '../../../requests/ids.ts';
import { notFound, Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import type { Schema } from '../../../storage/schema.ts';
import type { SecretBox } from '../../../storage/secret-box.ts';
import { trunkColumnsOf, trunkFieldsOf } from '../../../storage/trunk-columns.ts';
import type { Writer } from '../../../storage/writer.ts';
import { type Administrator, administer, differences } from '../administer.ts';
import { type FindInnerHost, refuseInnerHost, type TrunkPlace } from './trunk-host.ts';
import { refuseSources } from './trunk-sources.ts';

interface TrunkDesk {
  readonly db: Database;
  readonly box: SecretBox;
  readonly findInnerHost: FindInnerHost;
}

/**
 * Adds a trunk; the exchange hears of it and connects. Throws `Refusal` CONFLICT for a name that is taken, VALIDATION_FAILED
 * for sources and hosts that are not the account's to name.
 */
export async function addTrunk(desk: TrunkDesk, by: Administrator, about: NewTrunk): Promise<Trunk> {
  const { db, box, findInnerHost } = desk;
  await refuseInnerHost(db, findInnerHost, by.accountId, about);
  return await administer(db, by, async (trx, note) => {
    await refuseTakenName(trx, by.accountId, about.name);
    await refuseSources(trx, by, about.sourceAddresses);
    const { password, ...fields } = about;
    const row = await trx
      .insertInto('trunks')
      .values({
        id: newId('t'),
        account_id: by.accountId,
        password_sealed: password === null ? null : box.seal(password),
        ...trunkColumnsOf(fields),
        state: about.isEnabled ? 'trying' : 'off',
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await note('trunk.added', row.id, { ...fields, hasPassword: password !== null });
    return trunkOf(row);
  });
}

/**
 * Changes a trunk; what is missing stays, the password too. Calls that run go on. Throws `Refusal` NOT_FOUND, CONFLICT for
 * a name that is taken, VALIDATION_FAILED for what does not fit what stays, and for sources and hosts that are not the
 * account's to name; those that it has stay.
 */
export async function changeTrunk(
  desk: TrunkDesk,
  by: Administrator,
  trunkId: string,
  change: TrunkChange,
): Promise<Trunk> {
  const { db, box } = desk;
  const { password, ...fields } = change;
  await refuseNewPlace(desk, by, trunkId, fields);
  return await administer(db, by, async (trx, note) => {
    const before = await trunkRow(trx, by.accountId, trunkId);
    const changed = differences(trunkOf(before), fields);
    if (Object.keys(changed).length === 0 && password === undefined) return trunkOf(before);
    if (changed['name']) await refuseTakenName(trx, by.accountId, change.name ?? '');
    const known = new Set(before.source_addresses);
    await refuseSources(trx, by, fields.sourceAddresses?.filter((source) => !known.has(source)) ?? []);
    refuseMisfit({ ...trunkOf(before), ...fields });
    const row = await trx
      .updateTable('trunks')
      .set({
        ...trunkColumnsOf(fields),
        ...(password === undefined ? {} : { password_sealed: password === null ? null : box.seal(password) }),
        ...(fields.isEnabled === undefined || fields.isEnabled === before.is_enabled
          ? {}
          : { state: fields.isEnabled ? 'trying' : 'off', failure: null, state_since: new Date() }),
      })
      .where('id', '=', trunkId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await note('trunk.changed', trunkId, { ...changed, ...(password === undefined ? {} : { password: 'changed' }) });
    return trunkOf(row);
  });
}

/** Looked up before the change is made: a name service may take its time. */
async function refuseNewPlace(
  { db, findInnerHost }: TrunkDesk,
  by: Administrator,
  trunkId: string,
  fields: Pick<TrunkChange, keyof TrunkPlace>,
): Promise<void> {
  const before = trunkOf(await trunkRow(db, by.accountId, trunkId));
  const { host = before.host, transport = before.transport, ...given } = fields;
  const { port = before.port, outboundProxy = before.outboundProxy } = given;
  const after = { host, port, transport, outboundProxy };
  if (Object.keys(differences({ ...before }, after)).length === 0) return;
  await refuseInnerHost(db, findInnerHost, by.accountId, after);
}

function refuseMisfit({ kind, username, srtp, transport }: Omit<TrunkChange, 'password'>): void {
  if (kind === 'registration' && username === null) {
    throw new Refusal('VALIDATION_FAILED', 'A registration needs a username.');
  }
  if (srtp !== 'off' && transport !== 'tls') {
    throw new Refusal('VALIDATION_FAILED', 'Encrypted audio needs TLS, because its keys are sent in the signalling.');
  }
}

/** Removes a trunk. Throws `Refusal` NOT_FOUND. */
export const removeTrunk = (db: Database, by: Administrator, trunkId: string): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const { name, host } = await trunkRow(trx, by.accountId, trunkId);
    await trx.deleteFrom('trunks').where('id', '=', trunkId).execute();
    await note('trunk.removed', trunkId, { name, host });
  });

export interface TrunkTest {
  readonly isReachable: boolean;
  readonly answer: string;
  readonly status: number | null;
  readonly milliseconds: number | null;
}

/** Asks the other side of a trunk now. */
export type AskTrunk = (trunkId: string) => Promise<TrunkTest>;

/** Asks the other side of a trunk whether it is there. Throws `Refusal` NOT_FOUND, CONFLICT for one that is switched off. */
export async function testTrunk(
  { db, askTrunk }: { db: Database; askTrunk: AskTrunk },
  by: Administrator,
  trunkId: string,
): Promise<TrunkTest> {
  const { is_enabled: isEnabled } = await trunkRow(db, by.accountId, trunkId);
  if (!isEnabled) throw new Refusal('CONFLICT', 'The trunk is switched off. Switch it on first.');
  const answer = await askTrunk(trunkId);
  await administer(db, by, (_trx, note) =>
    note('trunk.tested', trunkId, { isReachable: answer.isReachable, answer: answer.answer }),
  );
  return answer;
}

/** A trunk as its row says; a state of a later version reads `trying`. */
export function trunkOf(row: Selectable<Schema['trunks']>): Trunk {
  return trunk.parse({
    id: row.id,
    ...trunkFieldsOf(row),
    hasPassword: row.password_sealed !== null,
    failure: row.failure,
    state: row.is_enabled ? trunkState.parse(row.state) : 'off',
    stateSince: row.state_since.toISOString(),
  });
}

/** The row of a trunk. Throws `Refusal` NOT_FOUND for one of nobody here. */
export const trunkRow = async (trx: Writer, accountId: string, trunkId: string) => {
  const row = await trx
    .selectFrom('trunks')
    .selectAll()
    .where('id', '=', trunkId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw notFound('trunk');
  return row;
};

const refuseTakenName = async (trx: Writer, accountId: string, name: string): Promise<void> => {
  const other = await trx
    .selectFrom('trunks')
    .select('id')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirst();
  if (other) {
    const issues = [{ path: 'name', message: 'taken' }];
    throw new Refusal('CONFLICT', `A trunk named ${name} already exists.`, { issues });
  }
};
