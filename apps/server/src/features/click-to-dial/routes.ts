import { randomUUID } from 'node:crypto';
import { numberPlaceOf } from '@sidetone/contract/entities/number-plan.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import type { RealtimePayload } from '@sidetone/contract/realtime/events.ts';
import { isDialable, withoutPunctuation } from '@sidetone/contract/rules/numbers/dialable.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import type { Caller } from '../../requests/callers.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';

interface ClickToDial {
  readonly db: Database;
  /** Tells every open app of a user. */
  tellUser(userId: string, name: 'click-to-dial', payload: RealtimePayload<'click-to-dial'>): Promise<void>;
  /** The sign-ins of a user whose apps hear events now; null where only another gateway knows. */
  signInsOf(userId: string): ReadonlySet<string> | null;
}

/**
 * Has the apps of the user ask whether to call a number. Nothing is called by it: who has a token of someone cannot make
 * their phone call, and a page that a link leads to cannot either.
 */
export const clickToDialRoutes = ({ db, tellUser, signInsOf }: ClickToDial): Answer[] => [
  answer(routes.clickToDial, async ({ caller, body }) => {
    const channelId = body.channelId ?? null;
    if (channelId !== null && !(await isMember(db, caller, channelId))) throw notFound('channel');
    if (!(await canBeDialled(db, caller.accountId, body.number))) {
      throw new Refusal('INVALID_NUMBER', 'This number cannot be dialled.');
    }
    const apps = signInsOf(caller.userId)?.size ?? null;
    if (apps === 0) throw new Refusal('NO_APP_OPEN', 'The user has no app open.');
    const event = { requestId: randomUUID(), number: withoutPunctuation(body.number), channelId };
    await tellUser(caller.userId, 'click-to-dial', event);
    return { apps };
  }),
];

const isMember = async (db: Database, { userId, accountId }: Caller, channelId: string): Promise<boolean> =>
  (await db
    .selectFrom('channel_members')
    .innerJoin('channels', 'channels.id', 'channel_members.channel_id')
    .select('channels.id')
    .where('channels.id', '=', channelId)
    .where('channels.account_id', '=', accountId)
    .where('channel_members.user_id', '=', userId)
    .executeTakeFirst()) !== undefined;

const canBeDialled = async (db: Database, accountId: string, number: string): Promise<boolean> => {
  const account = await db
    .selectFrom('accounts')
    .select(['country', 'area_code', 'number_plan'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return isDialable(number, numberPlaceOf(account.country, account.area_code, account.number_plan));
};
