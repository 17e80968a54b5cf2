import { type EmergencyAddress, emergencyAddress, numberPlaceOf } from '@sidetone/contract/entities/number-plan.ts';
import type { NumberPlace } from '@sidetone/contract/rules/numbers/dialable.ts';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';

/** How a trunk is at this moment; undefined while nothing leads there. */
type Standing = (trunkId: string) => { readonly isUp: boolean; readonly address: string } | undefined;

/** The ways of accounts to the outside, read from the database each time: a change counts from the next call on. */
export const outsideLines = (db: Database, standing: Standing) => ({
  ...ways(db, standing),
  ...places(db),
  ...senders(db),
});

function ways(db: Database, standing: Standing) {
  const trunksOf = (accountId: string, onlyEmergency: boolean) =>
    db
      .selectFrom('trunks')
      .select(['id as trunkId', 'srtp'])
      .where('account_id', '=', accountId)
      .where('is_enabled', '=', true)
      .$if(onlyEmergency, (query) => query.where('is_emergency', '=', true))
      .orderBy('priority')
      .orderBy('created_at')
      .orderBy('id')
      .execute();

  const waysOf = async (accountId: string, onlyEmergency: boolean) => {
    const found = (await trunksOf(accountId, onlyEmergency)).flatMap(({ trunkId, srtp }) => {
      const now = standing(trunkId);
      return now ? [{ trunkId, srtp, ...now }] : [];
    });
    // One that did not answer a moment ago may take the call nevertheless, after the others.
    return [...found.filter(({ isUp }) => isUp), ...found.filter(({ isUp }) => !isUp)].map(
      ({ trunkId, srtp, address }) => ({ trunkId, srtp, address }),
    );
  };

  return {
    /** The trunks by which calls of an account leave, the one to try first first. */
    waysOut: (accountId: string) => waysOf(accountId, false),

    /** Those that are marked for emergency calls. */
    emergencyWays: (accountId: string) => waysOf(accountId, true),
  };
}

function places(db: Database) {
  return {
    /** How an account reads and writes numbers. */
    async placeOf(accountId: string): Promise<NumberPlace> {
      const row = await db
        .selectFrom('accounts')
        .select(['country', 'area_code', 'number_plan'])
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow();
      return numberPlaceOf(row.country, row.area_code, row.number_plan);
    },

    /** Where help has to go for someone: their own address, else the company's. */
    async emergencyAddress(userId: string): Promise<EmergencyAddress | null> {
      const row = await db
        .selectFrom('users')
        .innerJoin('accounts', 'accounts.id', 'users.account_id')
        .select((eb) => eb.fn.coalesce('users.emergency_address', 'accounts.emergency_address').as('address'))
        .where('users.id', '=', userId)
        .executeTakeFirst();
      return emergencyAddress.safeParse(row?.address).data ?? null;
    },
  };
}

/** What calls show. */
function senders(db: Database) {
  return {
    /** What someone chose to show on calls of a channel: a number, `anonymous`, `suppressed`, or nothing. */
    async chosenSender(channelId: string, userId: string): Promise<string | null> {
      const row = await db
        .selectFrom('channel_members')
        .select('sender')
        .where('channel_id', '=', channelId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row?.sender ?? null;
    },

    /** Whether someone may show this number: it is one of the account's, and of no colleague's own channel. */
    async mayShow(user: { readonly accountId: string; readonly userId: string }, e164: string): Promise<boolean> {
      const row = await db
        .selectFrom('numbers')
        .leftJoin('channels', 'channels.id', 'numbers.channel_id')
        .select('e164')
        .where('numbers.account_id', '=', user.accountId)
        .where('e164', '=', e164)
        .where((eb) =>
          eb.or([
            eb('numbers.channel_id', 'is', null),
            eb('channels.type', '=', 'acd'),
            eb('channels.owner_user_id', '=', user.userId),
          ]),
        )
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The number that stands for an account where nobody of it has one: its smallest. */
    async mainNumber(accountId: string): Promise<string | null> {
      const row = await db
        .selectFrom('numbers')
        .select((eb) => eb.fn.min<string | null>('e164').as('e164'))
        .where('account_id', '=', accountId)
        .where(isShared(sql.ref('numbers.channel_id')))
        .executeTakeFirst();
      return row?.e164 ?? null;
    },
  };
}

/** Of a shared channel, or of none. */
const isShared = (channelId: Expression<unknown>) =>
  sql<SqlBool>`not exists (select from channels where id = ${channelId} and type = 'private')`;
