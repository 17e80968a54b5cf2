import { storedRouting } from '@sidetone/contract/entities/channel-routing.ts';
import { routingOfNewLine } from '@sidetone/contract/entities/line-voicemail.ts';
import { sql } from 'kysely';
import { newAccountId, newId } from '../requests/ids.ts';
import type { Writer } from '../storage/writer.ts';
import { freeExtension, refuseMeaningful } from './extensions.ts';

/** What every account gets until plans can be chosen. */
const everything = {
  id: 'PREMIUM_TIER_B',
  displayName: 'Sidetone',
  allowedIntegrations: [],
  grants: [],
  integrationGrants: ['CALL_EVENT'],
  link: null,
  quotas: [],
};

/**
 * A new account of the newer phone system generation; gives its id. Left out, nobody has answered what its area code is.
 * At most one account runs the server. Its home is the node of the process that makes it; others, such as the command line, leave it out.
 */
export async function createAccount(
  db: Writer,
  account: { name: string; country?: string; areaCode?: string; id?: string; runsServer?: boolean; node?: string },
): Promise<string> {
  const id = account.id ?? newAccountId();
  await db
    .insertInto('accounts')
    .values({
      id,
      node: account.node ?? homeForNew,
      name: account.name,
      plan: JSON.stringify(everything),
      runs_server: account.runsServer ?? false,
      ...(account.country === undefined ? {} : { country: account.country }),
      ...(account.areaCode === undefined ? {} : { area_code: account.areaCode, area_code_set_at: new Date() }),
    })
    .execute();
  return id;
}

/** Of the nodes that are carried the one with the fewest companies; where none is, the one that was carried last. */
const homeForNew = sql<string>`coalesce(
  (select node from nodes where lease_until > now()
    order by (select count(*) from accounts where accounts.node = nodes.node), node limit 1),
  (select node from nodes order by lease_until desc limit 1),
  'node-1')`;

export interface NewUser {
  readonly accountId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** From `hashPassword`; without one the user cannot sign in yet. */
  readonly passwordHash?: string;
  readonly locale?: 'de' | 'en';
  readonly admin?: boolean;
  readonly avatarUrl?: string;
  /** 1 to 5 digits; without one the lowest free one from 20 on is taken. */
  readonly extension?: string;
  /** Their line has a voicemail; left out: it has none. */
  readonly voicemail?: boolean;
  /** Does not begin with the setup of the app. */
  readonly onboarded?: boolean;
}

/**
 * A new user with a private channel of their own and an extension. Run it in a transaction. Throws `Refusal` CONFLICT for
 * an extension that means something else.
 */
export async function createUser(
  db: Writer,
  user: NewUser,
): Promise<{ userId: string; channelId: string; extension: string }> {
  const userId = newId('w');
  const channelId = newId('c');
  const { stored, ringSeconds } = storedRouting(routingOfNewLine(user.voicemail ?? false));
  await db
    .insertInto('users')
    .values({
      id: userId,
      account_id: user.accountId,
      first_name: user.firstName,
      last_name: user.lastName,
      email: user.email,
      password_hash: user.passwordHash ?? null,
      avatar_url: user.avatarUrl ?? null,
      deactivated_at: null,
      admin: user.admin ?? false,
      settings: JSON.stringify(user.onboarded ? { onboarding: { completed: true, path: null } } : {}),
      ...(user.locale === undefined ? {} : { locale: user.locale }),
    })
    .execute();
  await db
    .insertInto('channels')
    .values({
      id: channelId,
      account_id: user.accountId,
      type: 'private',
      owner_user_id: userId,
      name: null,
      icon: 'inbox',
      direct_dial: null,
      follow_up_time: null,
      ...(user.voicemail ? { routing: JSON.stringify(stored), ring_seconds: ringSeconds } : {}),
    })
    .execute();
  await db.insertInto('channel_members').values({ channel_id: channelId, user_id: userId }).execute();
  if (user.extension !== undefined) await refuseMeaningful(db, user.accountId, user.extension);
  const extension = user.extension ?? (await freeExtension(db, user.accountId));
  await db.insertInto('extensions').values({ account_id: user.accountId, extension, channel_id: channelId }).execute();
  return { userId, channelId, extension };
}
