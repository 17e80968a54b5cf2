import { randomBytes } from 'node:crypto';
import type { Sidetone } from '../world/sidetone.ts';
import type { SignIn } from '../world/sign-in.ts';

/** Someone of another company on the same server, with one call in their inbox and one contact. */
export interface Neighbour extends SignIn {
  readonly userId: string;
  readonly accountId: string;
  readonly channelId: string;
  readonly eventId: string;
  readonly contactId: string;
}

/** Founds another company with one person, who has the password of `like`. */
export async function neighbourOf(sidetone: Sidetone, like: SignIn): Promise<Neighbour> {
  const id = randomBytes(5).toString('hex');
  const [accountId, userId, channelId, eventId] = [`s9${Date.now()}`, `w${id}`, `c${id}`, `pbx-${id}`];
  const contactId = `neighbours-contact-${id}`;
  const email = `neighbour-${id}@elsewhere.example`;
  const extension = '77';
  await sidetone.query(
    `with account as (
       insert into accounts (id, name, plan) select $1, 'Elsewhere', plan from accounts limit 1 returning id),
     person as (
       insert into users (id, account_id, first_name, last_name, email, password_hash)
       select $2, account.id, 'Nele', 'Nachbar', $3, users.password_hash from account, users where users.email = $4
       returning id, account_id),
     channel as (
       insert into channels (id, account_id, type, owner_user_id)
       select $5, account_id, 'private', id from person returning id, account_id),
     member as (
       insert into channel_members (channel_id, user_id) select channel.id, person.id from channel, person),
     extension as (
       insert into extensions (account_id, extension, channel_id) select account_id, $6, id from channel)
     insert into inbox_events (id, account_id, channel_id, session_id, owner, unresolved, direction, state,
                               remote_phone_number, started_at, terminated_at)
     select $7, channel.account_id, channel.id, $7, person.id, true, 'INCOMING', 'MISSED', '+4930123456', now(), now()
     from channel, person`,
    [accountId, userId, email, like.email, channelId, extension, eventId],
  );
  await sidetone.query(
    `insert into contacts (id, account_id, name, first_name, e164s) values ($1, $2, $3, $3, '{+4930123456}')`,
    [contactId, accountId, `Whom only ${email} knows`],
  );
  return {
    name: 'Nele Nachbar',
    email,
    password: like.password,
    extension,
    userId,
    accountId,
    channelId,
    eventId,
    contactId,
  };
}
