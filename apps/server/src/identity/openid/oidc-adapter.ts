import { createHash } from 'node:crypto';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Database } from '../../storage/database.ts';
import { storableText } from '../../storage/json-text.ts';
import { letEndedAppsGo } from '../let-devices-go.ts';

/** Models whose id is the secret itself: only its digest is stored. */
const secretModels = new Set(['AccessToken', 'RefreshToken', 'AuthorizationCode']);

/** The id under which a document lies in `oidc_documents`. */
export const storedId = (model: string, id: string): string =>
  secretModels.has(model) ? createHash('sha256').update(id).digest('base64url') : storableText(id);

/** Thrown when two requests use one refresh token or code at the same moment: the first one has it. */
export class AlreadyConsumed extends Error {}

/** The documents of one model. */
interface OfModel {
  readonly db: Database;
  readonly model: string;
  /** Sessions that have ended stay for a while, to say so. */
  readonly isSession: boolean;
}

/** Keeps the documents of oidc-provider in PostgreSQL, one adapter for each model. */
export const oidcAdapter =
  (db: Database) =>
  (model: string): Adapter => {
    const of: OfModel = { db, model, isSession: model === 'Session' };
    return {
      upsert: (id, payload, expiresIn) => write(of, id, payload, expiresIn),
      async find(id) {
        const row = live(of).where('id', '=', storedId(model, id)).select(['payload', 'consumed_at']);
        return found(await row.executeTakeFirst(), id);
      },
      async findByUid(uid) {
        return found(await live(of).where('uid', '=', uid).select(['payload', 'consumed_at']).executeTakeFirst());
      },
      async findByUserCode() {
        return undefined;
      },
      consume: (id) => consume(of, id),
      destroy: (id) => (model === 'Grant' ? endGrants(db, [id]) : remove(of, id)),
      async revokeByGrantId(grantId) {
        await db.deleteFrom('oidc_documents').where('model', '=', model).where('grant_id', '=', grantId).execute();
        await announceEnded(db, grantId);
      },
    };
  };

function live({ db, model, isSession }: OfModel) {
  const theirs = db.selectFrom('oidc_documents').where('model', '=', model);
  return isSession ? theirs.where('consumed_at', 'is', null) : theirs;
}

const found = (row: { payload: unknown; consumed_at: Date | null } | undefined, id?: string) =>
  row &&
  ({
    ...(row.payload as AdapterPayload),
    ...(id === undefined ? {} : { jti: id }),
    ...(row.consumed_at ? { consumed: Math.floor(row.consumed_at.getTime() / 1000) } : {}),
  } as AdapterPayload);

async function write(
  { db, model, isSession }: OfModel,
  id: string,
  payload: AdapterPayload,
  expiresIn: number | undefined,
): Promise<void> {
  const { jti, ...kept } = payload;
  const values = {
    payload: JSON.stringify(secretModels.has(model) ? kept : { ...kept, jti }),
    grant_id: payload.grantId ?? null,
    uid: payload.uid ?? null,
    expires_at: expiresIn ? new Date(Date.now() + expiresIn * 1000) : null,
  };
  if (isSession && (await hasEnded(db, payload.uid))) return;
  await db
    .insertInto('oidc_documents')
    .values({ model, id: storedId(model, id), ...values })
    .onConflict((conflict) => {
      const set = conflict.columns(['model', 'id']).doUpdateSet(values);
      return isSession ? set.where('oidc_documents.consumed_at', 'is', null) : set;
    })
    .execute();
}

async function consume({ db, model }: OfModel, id: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('oidc_documents')
    .set({ consumed_at: sql<Date>`now()` })
    .where('model', '=', model)
    .where('id', '=', storedId(model, id))
    .where('consumed_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AlreadyConsumed(`This ${model} is used already.`);
}

async function remove({ db, model, isSession }: OfModel, id: string): Promise<void> {
  await db
    .deleteFrom('oidc_documents')
    .where('model', '=', model)
    .where('id', '=', storedId(model, id))
    .$if(isSession, (query) => query.where('consumed_at', 'is', null))
    .execute();
}

/**
 * Ends browsers' own sign-ins at the provider, those that `isOne` says of the documents of this user. A request that runs
 * meanwhile writes its session again as it ends, so what is left of each is that it has ended, for longer than any request runs.
 */
export async function endBrowserSessions(db: Database, userId: string, isOne: RawBuilder<SqlBool>): Promise<void> {
  const now = sql<Date>`now()`;
  await db
    .updateTable('oidc_documents')
    .set({ consumed_at: now, expires_at: now, payload: '{}' })
    .where('model', '=', 'Session')
    .where(sql<string>`payload ->> 'accountId'`, '=', userId)
    .where(isOne)
    .execute();
}

/** Whether a session of this uid, which it keeps under every other id, was ended. */
async function hasEnded(db: Database, uid = ''): Promise<boolean> {
  const ended = db.selectFrom('oidc_documents').where('model', '=', 'Session').where('uid', '=', uid);
  return (await ended.where('consumed_at', 'is not', null).select('id').executeTakeFirst()) !== undefined;
}

/**
 * Ends every token of these grants, and what their apps ring and call with. Open live connections and the phone system hear
 * of it through the change feed.
 */
export async function endGrants(db: Database, grantIds: readonly string[]): Promise<void> {
  if (grantIds.length === 0) return;
  const ended = await db
    .deleteFrom('oidc_documents')
    .where((where) =>
      where.or([
        where('grant_id', 'in', [...grantIds]),
        where.and([where('model', '=', 'Grant'), where('id', 'in', [...grantIds])]),
      ]),
    )
    .returning(sql<string | null>`payload ->> 'accountId'`.as('userId'))
    .execute();
  for (const grantId of grantIds) await announceEnded(db, grantId);
  await letEndedAppsGo(db, [...new Set(ended.flatMap(({ userId }) => userId ?? []))]);
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
