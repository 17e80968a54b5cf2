import { randomUUID } from 'node:crypto';
import {
  type InfoBannerDraft,
  infoBannerDraft,
  infoBannersPerAccount,
} from '@sidetone/contract/entities/admin-banner.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { sql } from 'kysely';
import { type Answer, answer } from '../../requests/answer.ts';
import { audit } from '../../requests/audit.ts';
import type { Caller } from '../../requests/callers.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { Writer } from '../../storage/writer.ts';
import { bannerOf, columnsOf } from './banner-row.ts';

/** A banner of the caller's account, locked. Throws `Refusal` NOT_FOUND. */
const own = async (trx: Writer, { accountId }: Caller, id: string) => {
  const row = await trx
    .selectFrom('info_banners')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('banner');
  return row;
};

/** News that administrators write, change and take away; each account has its own. */
export function adminInfoBannerRoutes(db: Database): Answer[] {
  return [
    answer(routes.addInfoBanner, async ({ caller, body, address }) => {
      const { accountId, userId: actorUserId } = caller;
      const id = randomUUID();
      await db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtext('sidetone info banners'), hashtext(${accountId}))`.execute(trx);
        await needMayReach(trx, accountId, body);
        const { count } = await trx
          .selectFrom('info_banners')
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .where('account_id', '=', accountId)
          .executeTakeFirstOrThrow();
        if (Number(count) >= infoBannersPerAccount)
          throw new Refusal('CONFLICT', 'There are too many banners. Delete one first.');
        await trx
          .insertInto('info_banners')
          .values({ id, account_id: accountId, ...columnsOf(accountId, body) })
          .execute();
        const detail = { message: body.message };
        await audit(trx, { accountId, actorUserId, action: 'infoBanner.added', target: id, detail, address });
      });
      return { id };
    }),

    answer(routes.changeInfoBanner, async ({ caller, params, body, address }) => {
      const { accountId, userId: actorUserId } = caller;
      await db.transaction().execute(async (trx) => {
        const row = await own(trx, caller, params.bannerId);
        const { id: _id, rev: _rev, ...before } = bannerOf(row) ?? { id: null, rev: 0 };
        const draft = infoBannerDraft.safeParse({ ...before, ...body });
        if (!draft.success) {
          const issues = draft.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
          throw new Refusal('VALIDATION_FAILED', 'The banner would be incomplete.', { issues });
        }
        await needMayReach(trx, accountId, draft.data);
        await trx
          .updateTable('info_banners')
          .set(columnsOf(accountId, draft.data))
          .where('id', '=', params.bannerId)
          .execute();
        const target = params.bannerId;
        await audit(trx, { accountId, actorUserId, action: 'infoBanner.changed', target, detail: body, address });
      });
      return {};
    }),

    answer(routes.removeInfoBanner, async ({ caller, params, address }) => {
      const { accountId, userId: actorUserId } = caller;
      await db.transaction().execute(async (trx) => {
        const row = await own(trx, caller, params.bannerId);
        await trx.deleteFrom('info_banners').where('id', '=', row.id).execute();
        const detail = { message: row.content['message'] };
        await audit(trx, { accountId, actorUserId, action: 'infoBanner.removed', target: row.id, detail, address });
      });
      return {};
    }),
  ];
}

/** Throws `Refusal` FORBIDDEN where a banner is for more people than its writers may speak to. */
async function needMayReach(trx: Writer, accountId: string, { isForAllAccounts }: InfoBannerDraft): Promise<void> {
  if (!isForAllAccounts) return;
  const { runs_server: runsServer } = await trx
    .selectFrom('accounts')
    .select('runs_server')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (!runsServer) throw new Refusal('FORBIDDEN', 'Only the account that runs the server speaks to all accounts.');
}
