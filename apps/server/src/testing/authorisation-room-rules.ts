import type { RouteName } from '@sidetone/contract/http/routes.ts';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { RuleOfRoute } from './authorisation-rule.ts';
import type { Things } from './authorisation-world.ts';

const account = { rule: 'account' } as const;
const ofRoom = ({ roomId }: Things) => ({ roomId });
const settings = { name: 'Board', ownerUserId: null };

/** Rules of conference rooms. */
export const roomRules = {
  createConferenceRoom: { rule: 'everybody', body: () => ({ ...settings, pin: '4711' }) },
  changeConferenceRoom: { ...account, params: ofRoom, body: () => ({ ...settings, number: null, pin: '4711' }) },
  deleteConferenceRoom: { ...account, params: ofRoom },
  // Nobody is in it, which its owner and administrators are told as if there were none.
  steerConferenceRoom: { rule: 'liveCall', params: ofRoom, body: () => ({ do: 'end' }) },
} satisfies Partial<Record<RouteName, RuleOfRoute>>;

/** A room of the account. */
export async function plantRoom(db: Database, { accountId, roomId }: Things): Promise<void> {
  await db.deleteFrom('channels').where('account_id', '=', accountId).where('type', '=', 'room').execute();
  await sql`insert into channels (id, account_id, type, name, follow_up_time)
    values (${roomId}, ${accountId}, 'room', 'Board', 0)`.execute(db);
  await sql`insert into conference_rooms
    (channel_id, account_id, pin_sealed, most_people, announces, waits_for_moderator)
    values (${roomId}, ${accountId}, '', 20, true, false)`.execute(db);
}
