import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { UserAsset, UserAssetKind } from '@sidetone/contract/entities/feedback.ts';
import { feedbackMaxImageBytes, feedbackMaxLogBytes, userAssetQuotaBytes } from '@sidetone/contract/rules/limits.ts';
import type { Kysely } from 'kysely';
import type { Caller } from '../../requests/callers.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import type { AssetFiles } from './asset-files.ts';
import { assetTypeOf } from './asset-type.ts';

/** Files that one person uploads at the same time: what is on its way counts for no quota yet. */
const mostAtOnce = 4;
const largest: Record<UserAssetKind, number> = { image: feedbackMaxImageBytes, log: feedbackMaxLogBytes };

interface AssetParts {
  readonly db: Database;
  readonly files: AssetFiles;
}

interface Uploaded {
  readonly kind: UserAssetKind;
  readonly fileName: string;
  readonly bytes: Readable | Buffer;
}

async function receive(
  { db, files }: AssetParts,
  caller: Caller,
  { kind, fileName, bytes }: Uploaded,
): Promise<UserAsset> {
  if ((await usedBy(db, caller.userId)) >= userAssetQuotaBytes) throw full();
  const id = randomUUID();
  const tooLarge = () => new Refusal('BODY_TOO_LARGE', `This kind of file has at most ${largest[kind]} bytes.`);
  const size = await files.receive(id, bytes, largest[kind], tooLarge);
  try {
    const contentType = size === 0 ? null : await assetTypeOf(files.receivedPath(id), kind);
    if (contentType === null) throw new Refusal('VALIDATION_FAILED', 'Only PNG, JPEG and text can be uploaded.');
    await files.keep(id, caller.accountId);
    await db.transaction().execute(async (trx) => {
      // One upload of a person after the other, so that the sum is true.
      await trx.selectFrom('users').select('id').where('id', '=', caller.userId).forUpdate().execute();
      if ((await usedBy(trx, caller.userId)) + size > userAssetQuotaBytes) throw full();
      const row = { id, account_id: caller.accountId, user_id: caller.userId, kind };
      await trx
        .insertInto('user_assets')
        .values({ ...row, file_name: fileName, content_type: contentType, bytes: size })
        .execute();
    });
    return { id, kind, fileName, contentType, bytes: size };
  } catch (error) {
    await files.remove(id);
    throw error;
  }
}

/** What people upload, within what is kept of each of them. */
export function userAssets({ db, files }: AssetParts) {
  const running = new Map<string, number>();
  return {
    /**
     * Keeps a file. Throws `Refusal` BODY_TOO_LARGE, VALIDATION_FAILED for another kind of file, STORAGE_FULL,
     * TOO_MANY_ATTEMPTS for too many at once.
     */
    async upload(caller: Caller, uploaded: Uploaded): Promise<UserAsset> {
      const count = running.get(caller.userId) ?? 0;
      if (count >= mostAtOnce) {
        throw new Refusal('TOO_MANY_ATTEMPTS', 'Upload one file at a time.', { retryAfterSeconds: 1 });
      }
      running.set(caller.userId, count + 1);
      try {
        return await receive({ db, files }, caller, uploaded);
      } finally {
        const left = (running.get(caller.userId) ?? 1) - 1;
        if (left === 0) running.delete(caller.userId);
        else running.set(caller.userId, left);
      }
    },

    /** Where a file lies and what it is, for who uploaded it and their administrators; `Refusal` NOT_FOUND for others. */
    async find(caller: Caller, assetId: string): Promise<{ path: string; contentType: string }> {
      const row = await db
        .selectFrom('user_assets')
        .select(['id', 'user_id', 'content_type'])
        .where('id', '=', assetId)
        .where('account_id', '=', caller.accountId)
        .executeTakeFirst();
      if (!row || !(caller.admin || row.user_id === caller.userId)) throw notFound('file');
      const isText = row.content_type.startsWith('text/');
      const path = await files.fileOf(row.id);
      if (path === null) throw notFound('file');
      return { path, contentType: `${row.content_type}${isText ? '; charset=utf-8' : ''}` };
    },
  };
}

const full = () => new Refusal('STORAGE_FULL', 'You have uploaded the maximum number of files.');

const usedBy = async (db: Kysely<Schema>, userId: string): Promise<number> => {
  const { bytes } = await db
    .selectFrom('user_assets')
    .select(({ fn }) => fn.sum<string | null>('bytes').as('bytes'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
};
