import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Throttle } from '../../../identity/throttle.ts';
import { audit } from '../../../requests/audit.ts';
import type { Database } from '../../../storage/database.ts';
import type { LinkPost } from './send-link.ts';

/** Someone gets at most one link that they asked for within this time, from however many addresses it was asked for. */
const restMs = 2 * 60 * 1000;

/**
 * Mails a link to the user with this address, if there is one. What comes back and how long it takes is the same either way,
 * so that nobody finds out who has a phone here. Anyone may ask, and writes where they ask into the request themselves: the
 * link leads to `publicUrl` and nowhere else, and without it none goes out. Throws `Refusal` TOO_MANY_ATTEMPTS.
 */
export async function forgotPassword(
  deps: { db: Database; post: LinkPost; throttle: Throttle; log: Logger; publicUrl: string | undefined },
  email: string,
  address: string,
): Promise<{ mail: 'on' | 'off' }> {
  const { post, throttle, log, publicUrl } = deps;
  await throttle.attempt(`forgotten ${email}`, address);
  if (publicUrl === undefined || !(await post.sendsMail())) return { mail: 'off' };
  // Not waited for: whether there is anyone to mail would show in how long it takes.
  mailLink({ ...deps, publicUrl }, email, address).catch((error) =>
    log.warn({ err: error }, 'one-time links: creating a requested link failed'),
  );
  return { mail: 'on' };
}

const mailLink = async (
  { db, post, publicUrl }: { db: Database; post: LinkPost; publicUrl: string },
  email: string,
  address: string,
): Promise<void> => {
  const link = await db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select(['id', 'account_id', 'email'])
      .where(sql`lower(email)`, '=', email.trim().toLowerCase())
      .where('deactivated_at', 'is', null)
      .where('password_hash', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    if (!user || !(await post.sendsMail(user.account_id))) return null;
    const last = await trx
      .selectFrom('one_time_links')
      .select('created_at')
      .where('user_id', '=', user.id)
      .where('kind', '=', 'reset')
      .executeTakeFirst();
    if (last && last.created_at.getTime() > Date.now() - restMs) return null;
    const { id: userId, account_id: accountId } = user;
    await audit(trx, { accountId, actorUserId: null, action: 'passwordReset.created', target: userId, address });
    return await post.make(trx, { kind: 'reset', accountId, userId, madeBy: null, isAsked: true });
  });
  if (link) await post.send(link, { origin: publicUrl, reach: 'others' });
};
