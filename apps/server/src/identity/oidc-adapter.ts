import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Database } from '../storage/database.ts';

/** Models whose id is the secret itself: only its digest is stored. */
const secretModels = new Set(['AccessToken', 'RefreshToken', 'AuthorizationCode']);

/** The id under which a document lies in `oidc_documents`. */
export const storedId = (model: string, id: string): string =>
  secretModels.has(model) ? createHash('sha256').update(id).digest('base64url') : id;

/** Thrown when two requests use one refresh token or code at the same moment: the first one has it. */
export class AlreadyConsumed extends Error {}

/** Keeps the documents of oidc-provider in PostgreSQL, one adapter for each model. */
export const oidcAdapter =
  (db: Database) =>
  (model: string): Adapter => {
    const where = (id: string) =>
      db.selectFrom('oidc_documents').where('model', '=', model).where('id', '=', storedId(model, id));
    const found = (row: { payload: unknown; consumed_at: Date | null } | undefined, id?: string) =>
      row &&
      ({
        ...(row.payload as AdapterPayload),
        ...(id === undefined ? {} : { jti: id }),
        ...(row.consumed_at ? { consumed: Math.floor(row.consumed_at.getTime() / 1000) } : {}),
      } as AdapterPayload);

    return {
      async upsert(id, payload, expiresIn) {
        const { jti, ...kept } = payload;
        const values = {
          payload: JSON.stringify(secretModels.has(model) ? kept : { ...kept, jti }),
          grant_id: payload.grantId ?? null,
          uid: payload.uid ?? null,
          expires_at: expiresIn ? new Date(Date.now() + expiresIn * 1000) : null,
        };
        await db
          .insertInto('oidc_documents')
          .values({ model, id: storedId(model, id), ...values })
          .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(values))
          .execute();
      },
      async find(id) {
        return found(await where(id).select(['payload', 'consumed_at']).executeTakeFirst(), id);
      },
      async findByUid(uid) {
        const rows = db.selectFrom('oidc_documents').where('model', '=', model).where('uid', '=', uid);
        return found(await rows.select(['payload', 'consumed_at']).executeTakeFirst());
      },
      async findByUserCode() {
        return undefined;
      },
      async consume(id) {
        const { numUpdatedRows } = await db
          .updateTable('oidc_documents')
          .set({ consumed_at: sql<Date>`now()` })
          .where('model', '=', model)
          .where('id', '=', storedId(model, id))
          .where('consumed_at', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new AlreadyConsumed(`This ${model} is used already.`);
      },
      async destroy(id) {
        await db
          .deleteFrom('oidc_documents')
          .where('model', '=', model)
          .where('id', '=', storedId(model, id))
          .execute();
        if (model === 'Grant') await announceEnded(db, id);
      },
      async revokeByGrantId(grantId) {
        await db.deleteFrom('oidc_documents').where('model', '=', model).where('grant_id', '=', grantId).execute();
        await announceEnded(db, grantId);
      },
    };
  };

/** Ends every token of these grants; open live connections hear of it through the change feed. */
export async function endGrants(db: Database, grantIds: readonly string[]): Promise<void> {
  if (grantIds.length === 0) return;
  await db
    .deleteFrom('oidc_documents')
    .where((where) =>
      where.or([
        where('grant_id', 'in', [...grantIds]),
        where.and([where('model', '=', 'Grant'), where('id', 'in', [...grantIds])]),
      ]),
    )
    .execute();
  for (const grantId of grantIds) await announceEnded(db, grantId);
}

const announceEnded = async (db: Database, grantId: string): Promise<void> => {
  const notice = JSON.stringify({ table: 'oidc_documents', keys: { grant_id: grantId } });
  await sql`select pg_notify('changes', ${notice})`.execute(db);
};

/** Removes what expired more than an hour ago; gives how many documents. */
export async function forgetExpiredDocuments(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('oidc_documents')
    .where('expires_at', '<', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
