import { createHash, randomBytes } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import { audit } from '../requests/audit.ts';
import { notFound } from '../requests/refusal.ts';
import type { Database } from '../storage/database.ts';
import type { Writer } from '../storage/writer.ts';
import { endSessions } from './end-sessions.ts';
import { hasComeIn } from './has-come-in.ts';
import { hashChosenPassword } from './known-passwords.ts';

/** An invitation lets someone in for the first time; a reset lets someone choose another password. */
export type LinkKind = 'invitation' | 'reset';

const hour = 60 * 60 * 1000;

/** How long a link works: an invitation, a reset that an administrator made, and one that someone asked for themselves. */
export const linkLifetimeMs = { invitation: 7 * 24 * hour, reset: 24 * hour, asked: hour } as const;

/** A link that was just made. The token stands nowhere else: the database has its digest. */
export interface OneTimeLink {
  readonly kind: LinkKind;
  readonly userId: string;
  /** 256 random bits, base64url. */
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * A new link for a user, in place of an open one of the same kind. `delivery` is `pending` where it is going to be mailed.
 * Run it in a transaction.
 */
export async function makeLink(
  trx: Writer,
  about: {
    kind: LinkKind;
    accountId: string;
    userId: string;
    madeBy: string | null;
    delivery: 'off' | 'pending';
    lifetimeMs: number;
  },
  now = new Date(),
): Promise<OneTimeLink> {
  const { kind, userId, accountId, madeBy, delivery, lifetimeMs } = about;
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  const values = {
    token_hash: digestOf(token),
    made_by: madeBy,
    delivery,
    created_at: now,
    expires_at: expiresAt,
  };
  await trx
    .insertInto('one_time_links')
    .values({ user_id: userId, kind, account_id: accountId, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(values))
    .execute();
  return { kind, userId, token, expiresAt };
}

/** Notes whether the mail with a link was taken; nothing happens when a newer link has its place. */
export async function noteDelivery(db: Database, token: string, delivery: 'sent' | 'failed'): Promise<void> {
  await db.updateTable('one_time_links').set({ delivery }).where('token_hash', '=', digestOf(token)).execute();
}

/** Whom a link is for. Throws `Refusal` NOT_FOUND for one that is unknown, used, withdrawn or too old. */
export async function lookUpLink(db: Database, token: string, now = new Date()) {
  const row = await openLinks(db, token, now)
    .select(['one_time_links.kind', 'accounts.name as company', 'users.email', 'users.locale'])
    .select(['users.first_name as firstName', 'users.last_name as lastName'])
    .executeTakeFirst();
  if (!row) throw notFound('link');
  return row;
}

/**
 * Gives the user of a link a password, once: of two at the same moment one finds it gone. Every session and every other
 * link of theirs ends. Throws `Refusal` NOT_FOUND like `lookUpLink`.
 */
export async function acceptLink(
  db: Database,
  token: string,
  password: string,
  address: string,
  now = new Date(),
): Promise<{ userId: string; email: string }> {
  // Before the work of hashing: guesses do not cost the server much.
  await lookUpLink(db, token, now);
  const passwordHash = await hashChosenPassword(password);
  return await db.transaction().execute(async (trx) => {
    const link = await openLinks(trx, token, now)
      .select(['one_time_links.kind', 'users.id', 'users.account_id', 'users.email'])
      .forUpdate('one_time_links')
      .executeTakeFirst();
    if (!link) throw notFound('link');
    await trx.deleteFrom('one_time_links').where('user_id', '=', link.id).execute();
    await trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', link.id).execute();
    await endSessions(trx, link.id);
    await audit(trx, {
      accountId: link.account_id,
      actorUserId: link.id,
      action: link.kind === 'invitation' ? 'invitation.accepted' : 'passwordReset.completed',
      target: link.id,
      address,
    });
    return { userId: link.id, email: link.email };
  });
}

/** Removes links that are too old to work; gives how many. */
export async function forgetOldLinks(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('one_time_links')
    // Invitations stay listed, so that someone can send them again.
    .where('kind', '=', 'reset')
    .where('expires_at', '<', sql<Date>`now()`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The open link of this token, with its user and account. */
const openLinks = (db: Writer, token: string, now: Date) =>
  db
    .selectFrom('one_time_links')
    .innerJoin('users', 'users.id', 'one_time_links.user_id')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .where('one_time_links.token_hash', '=', digestOf(token))
    .where('one_time_links.expires_at', '>', now)
    .where('users.deactivated_at', 'is', null)
    .where(sql<SqlBool>`(one_time_links.kind = 'reset') = ${hasComeIn}`);

const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
