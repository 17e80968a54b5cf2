import type { Database } from '../database.ts';

/**
 * A small company in an empty database: account `s1`; Anna (`wanna`, extension 11, +4930555011), Ben (`wben`, 12),
 * Cleo (`wcleo`, 13), each with a private channel `c` + first letter; the shared channel `cteam` (20) with all three.
 */
export async function someCompany(db: Database): Promise<void> {
  await db
    .insertInto('accounts')
    .values({ id: 's1', name: 'Some company', plan: JSON.stringify({}), country: 'DE', area_code: '30' })
    .execute();
  const people = [
    { key: 'anna', name: ['Anna', 'Ahorn'], extension: '11' },
    { key: 'ben', name: ['Ben', 'Birke'], extension: '12' },
    { key: 'cleo', name: ['Cleo', 'Cedar'], extension: '13' },
  ];
  await db
    .insertInto('users')
    .values(
      people.map(({ key, name: [first = '', last = ''] }) => ({
        id: `w${key}`,
        account_id: 's1',
        first_name: first,
        last_name: last,
        email: `${key}@example.com`,
      })),
    )
    .execute();
  await db
    .insertInto('channels')
    .values([
      ...people.map(({ key }) => ({
        id: `c${key.charAt(0)}`,
        account_id: 's1',
        type: 'private' as const,
        owner_user_id: `w${key}`,
      })),
      { id: 'cteam', account_id: 's1', type: 'acd', name: 'Team', follow_up_time: 0 },
    ])
    .execute();
  await db
    .insertInto('channel_members')
    .values(people.map(({ key }) => ({ channel_id: 'cteam', user_id: `w${key}` })))
    .execute();
  await db
    .insertInto('extensions')
    .values([
      ...people.map(({ key, extension }) => ({ account_id: 's1', extension, channel_id: `c${key.charAt(0)}` })),
      { account_id: 's1', extension: '20', channel_id: 'cteam' },
    ])
    .execute();
  await db
    .insertInto('numbers')
    .values([
      { e164: '+4930555011', account_id: 's1', channel_id: 'ca' },
      { e164: '+4930555020', account_id: 's1', channel_id: 'cteam' },
    ])
    .execute();
}
