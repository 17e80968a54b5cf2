import type { Device, DeviceRegistration } from '@sidetone/contract/entities/device.ts';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { storableText } from '../../storage/json-text.ts';

/** Of one person; beyond it the device that was not used for longest is forgotten. */
export const maxDevices = 30;
/** So long after its last start a device is forgotten: a browser whose data was deleted comes back under another id. */
const forgottenAfter = sql`interval '90 days'`;

interface RegisteredBy {
  readonly accountId: string;
  readonly userId: string;
}

/** Notes on which device someone uses the app, again at each start; forgets those that are no longer used. */
export async function registerDevice(
  db: Database,
  { accountId, userId }: RegisteredBy,
  id: string,
  about: DeviceRegistration,
): Promise<Device> {
  const { platform } = about;
  const [name, os, version] = [storableText(about.name), storableText(about.os), storableText(about.version)];
  const said = { name, os, version, platform, updated_at: sql<Date>`clock_timestamp()` };
  return await db.transaction().execute(async (trx) => {
    // One device of a person after the other: what one of them was just noted on, the other does not forget.
    await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    const row = await trx
      .insertInto('devices')
      .values({ id, account_id: accountId, user_id: userId, ...said })
      .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(said))
      .returningAll()
      .executeTakeFirstOrThrow();
    const kept = trx
      .selectFrom('devices')
      .select('id')
      .where('user_id', '=', userId)
      .where('updated_at', '>', sql<Date>`now() - ${forgottenAfter}`)
      .orderBy('updated_at', 'desc')
      .limit(maxDevices);
    await trx.deleteFrom('devices').where('user_id', '=', userId).where('id', 'not in', kept).execute();
    return deviceOf(row);
  });
}

/** Forgets a device; one that nobody knows is forgotten already. */
export async function forgetDevice(db: Database, userId: string, id: string): Promise<void> {
  await db.deleteFrom('devices').where('user_id', '=', userId).where('id', '=', id).execute();
}

/** The devices of a user, the one that was used last first. */
export async function devicesOf(db: Database, userId: string): Promise<(Device & { rev: number })[]> {
  const rows = await db
    .selectFrom('devices')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...deviceOf(row), rev: Number(row.rev) }));
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly os: string;
  readonly version: string;
  readonly platform: string;
  readonly updated_at: Date;
}

const deviceOf = ({ id, name, os, version, platform, updated_at }: Row): Device => ({
  id,
  name,
  os,
  version,
  platform,
  pushToken: null,
  state: 'ACTIVE',
  updatedAt: updated_at.toISOString(),
});
