import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { phoneClock } from './templates/phone-clock.ts';
import type { PhoneFacts } from './templates/phone-facts.ts';

interface SetUpPhone {
  readonly account_id: string;
  readonly user_id: string;
  readonly model: string;
  readonly keys: readonly string[];
  readonly sip_username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly locale: 'de' | 'en';
  readonly accountName: string;
  readonly time_zone: string;
}

/** What the settings of this phone are made of now. Keys of extensions that nobody has any longer are left out. */
export async function phoneFacts(
  db: Database,
  phone: SetUpPhone,
  given: Pick<PhoneFacts, 'server' | 'way' | 'password' | 'setupAddress' | 'authorityAddress'> & {
    readonly phoneBookAddress: string;
  },
): Promise<PhoneFacts> {
  const { phoneBookAddress, ...rest } = given;
  const { rows } = await sql<{ extension: string; label: string; isOwn: boolean }>`
    select extension, coalesce(channels.name, trim(users.first_name || ' ' || users.last_name), '') as label,
      coalesce(channels.owner_user_id = ${phone.user_id}, false) as "isOwn"
    from extensions
    join channels on channels.id = extensions.channel_id
    left join users on users.id = channels.owner_user_id
    where extensions.account_id = ${phone.account_id}
      and (extension = any(${[...phone.keys]}::text[]) or channels.owner_user_id = ${phone.user_id})
      and users.deactivated_at is null
    order by extension`.execute(db);
  const known = new Map(rows.map(({ extension, label }) => [extension, label]));
  return {
    ...rest,
    model: phone.model,
    userName: `${phone.first_name} ${phone.last_name}`.trim(),
    extension: rows.find(({ isOwn }) => isOwn)?.extension ?? null,
    username: phone.sip_username,
    language: phone.locale,
    clock: phoneClock(phone.time_zone, new Date().getUTCFullYear()),
    phoneBook: { address: phoneBookAddress, name: phone.accountName },
    keys: phone.keys.flatMap((extension) => {
      const label = known.get(extension);
      return label === undefined ? [] : [{ extension, label }];
    }),
  };
}
