import {
  type OutsideCalls,
  type OutsideRefusalCode,
  outsideCalls,
  outsideCallsOfUser,
} from '@sidetone/contract/entities/guard.ts';
import { numberPlaceOf } from '@sidetone/contract/entities/number-plan.ts';
import { destinationOf, isAllowedDestination } from '@sidetone/contract/rules/numbers/destination.ts';
import { emergencyNumberOf, type NumberPlace } from '@sidetone/contract/rules/numbers/dialable.ts';
import { isCalledAsJudged } from '@sidetone/contract/rules/numbers/trunk-numbers.ts';
import { sql } from 'kysely';
import { audit } from '../../requests/audit.ts';
import { countRefusals } from '../../requests/refusals.ts';
import type { Database } from '../../storage/database.ts';
import type { Writer } from '../../storage/writer.ts';
import { outsideUsage, reachedLimit } from './outside-usage.ts';

interface OutsideAsk {
  readonly accountId: string;
  readonly userId: string | null;
  readonly e164: string;
  readonly kind: 'call' | 'transfer' | 'forward';
  readonly sessionId: string;
  readonly at: Date;
}

type OutsideAnswer =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly status: 403 | 503; readonly code: OutsideRefusalCode };

/**
 * Guards an account's money: where may be called, how often, and for how long. Permissions of one account are given one
 * after the other and are in the database before they are given, so that neither many calls at once nor a restart get
 * round a limit. A refusal is counted, and the first of each user and hour is in the audit log.
 */
export function outboundPolicy(db: Database) {
  return {
    async mayCall(ask: OutsideAsk): Promise<OutsideAnswer> {
      return await db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`outside ${ask.accountId}`}, 0))`.execute(trx);
        const account = await accountOf(trx, ask.accountId);
        if (!account) return barred;
        const { home, rules, place } = account;
        if (emergencyNumberOf(ask.e164, place) !== null) return { allowed: true };
        if (await isPermitted(trx, ask)) return { allowed: true };

        const destination = destinationOf(ask.e164, home);
        if (!isCalledAsJudged(ask.e164, place) || !isAllowedDestination(ask.e164, destination, home, rules)) {
          const { country, class: kind } = destination;
          await refuse(trx, ask, 'DESTINATION_BARRED', { number: ask.e164, country, class: kind });
          return barred;
        }
        const reached = await reachedBy(trx, ask, rules, destination.international);
        if (reached) {
          await refuse(trx, ask, 'LIMIT_REACHED', { number: ask.e164, limit: reached.limit });
          return { allowed: false, status: 503, code: 'LIMIT_REACHED' };
        }
        const { accountId, userId, sessionId, kind, e164, at } = ask;
        await trx
          .insertInto('outside_calls')
          .values({
            account_id: accountId,
            user_id: userId,
            session_id: sessionId,
            kind,
            e164,
            at,
            international: destination.international,
          })
          .execute();
        return { allowed: true };
      });
    },
  };
}

/**
 * Whose limit leaves no room for a call at this moment: the user's who would call, or the account's; null: there is room.
 * Nothing is counted.
 */
export async function usedUpLimit(
  db: Database,
  { accountId, userId, e164, at }: Pick<OutsideAsk, 'accountId' | 'userId' | 'e164' | 'at'>,
): Promise<'userLimit' | 'accountLimit' | null> {
  const account = await accountOf(db, accountId);
  if (!account) return null;
  const { international } = destinationOf(e164, account.home);
  return (await reachedBy(db, { accountId, userId, at }, account.rules, international))?.whose ?? null;
}

/** The limit that leaves no room, the user's before the account's. */
const reachedBy = async (
  trx: Writer,
  { accountId, userId, at }: Pick<OutsideAsk, 'accountId' | 'userId' | 'at'>,
  rules: OutsideCalls,
  international: boolean,
) => {
  const usage = await outsideUsage(trx, accountId, userId, at);
  const ofUser = userId === null ? null : reachedLimit(await limitsOf(trx, userId, rules), usage.user, international);
  if (ofUser) return { whose: 'userLimit', limit: ofUser } as const;
  const ofAccount = reachedLimit(rules.limits, usage.account, international);
  return ofAccount && ({ whose: 'accountLimit', limit: ofAccount } as const);
};

const barred = { allowed: false, status: 403, code: 'DESTINATION_BARRED' } as const;

interface Asking {
  readonly home: string;
  readonly rules: OutsideCalls;
  readonly place: NumberPlace;
}

const accountOf = async (trx: Writer, accountId: string): Promise<Asking | null> => {
  const row = await trx
    .selectFrom('accounts')
    .select(['country', 'area_code', 'number_plan', 'outside_calls'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!row) return null;
  const place = numberPlaceOf(row.country, row.area_code, row.number_plan);
  return { home: row.country, rules: outsideCalls.parse(row.outside_calls), place };
};

const limitsOf = async (trx: Writer, userId: string, rules: OutsideCalls) => {
  const row = await trx.selectFrom('users').select('outside_calls').where('id', '=', userId).executeTakeFirst();
  return outsideCallsOfUser.parse(row?.outside_calls ?? {}).limits ?? rules.limitsOfEachUser;
};

/** The same session tries the same number once more, by another trunk: it was counted, and its legs came to nothing. */
const isPermitted = async (trx: Writer, { accountId, sessionId, e164, at }: OutsideAsk): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select true as found from outside_calls o
    where o.account_id = ${accountId} and o.session_id = ${sessionId} and o.e164 = ${e164}
      and o.at > ${at}::timestamptz - interval '2 minutes'
      and exists (select from legs l where l.outside_call_id = o.id)
      and not exists (
        select from legs l where l.outside_call_id = o.id and (l.ended_at is null or l.established_at is not null))
    limit 1`.execute(trx);
  return rows.length > 0;
};

const refuse = async (
  trx: Writer,
  ask: OutsideAsk,
  code: OutsideRefusalCode,
  detail: Record<string, unknown>,
): Promise<void> => {
  const [kind, action] =
    code === 'DESTINATION_BARRED'
      ? (['destinationBarred', 'refusal.barredDestination'] as const)
      : (['limitReached', 'refusal.limit'] as const);
  const { accountId, userId, at } = ask;
  const source = userId ?? accountId;
  const isFirst = await countRefusals(trx, { accountId, kind, source, at, detail: { ...detail, kind: ask.kind } });
  if (!isFirst) return;
  await audit(trx, { accountId, actorUserId: userId, action, target: ask.e164, detail: { ...detail, kind: ask.kind } });
};
