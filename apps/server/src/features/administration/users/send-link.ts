import type { MadeLink } from '@sidetone/contract/entities/admin-user.ts';
import type { Logger } from 'pino';
import {
  type LinkKind,
  linkLifetimeMs,
  makeLink,
  noteDelivery,
  type OneTimeLink,
} from '../../../identity/one-time-links.ts';
import type { MailServers } from '../../../mail/mail-servers.ts';
import { notFound } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import type { Writer } from '../../../storage/writer.ts';
import { linkMail } from '../company/mail.ts';

/** Scheme, host and port that links lead to, and who gets there. */
export interface LinkPlace extends Pick<MadeLink, 'reach'> {
  readonly origin: string;
}

/** How links come to people. */
export interface LinkPost {
  /** Makes a link within the caller's transaction; `send` it once that has committed. */
  make(
    trx: Writer,
    about: { kind: LinkKind; accountId: string; userId: string; madeBy: string | null; isAsked?: boolean },
  ): Promise<OneTimeLink>;
  /** Mails a link to its user, or gives its address to its creator where no mail took it. */
  send(link: OneTimeLink, place: LinkPlace): Promise<MadeLink>;
  /** Whether links of an account are mailed; without one, of any. */
  sendsMail(accountId?: string): Promise<boolean>;
}

const paths: Record<LinkKind, string> = { invitation: '/invitation', reset: '/reset' };

/** Without a mail server every link is shown. */
export function linkPost(deps: { db: Database; servers: MailServers; log: Logger }): LinkPost {
  const { db, servers, log } = deps;
  return {
    sendsMail: (accountId) => (accountId === undefined ? servers.isAnySet() : servers.isSet(accountId)),

    make: async (trx, { isAsked = false, ...about }) =>
      await makeLink(trx, {
        ...about,
        delivery: (await servers.isSet(about.accountId, trx)) ? 'pending' : 'off',
        lifetimeMs: linkLifetimeMs[isAsked ? 'asked' : about.kind],
      }),

    async send({ kind, userId, token, expiresAt }, place) {
      const person = await db
        .selectFrom('users')
        .innerJoin('accounts', 'accounts.id', 'users.account_id')
        .select(['users.locale', 'users.first_name as firstName', 'users.email', 'accounts.name as company'])
        .select(['accounts.time_zone as timeZone', 'users.account_id as accountId', 'accounts.public_url as ownUrl'])
        .where('users.id', '=', userId)
        .executeTakeFirst();
      if (!person) throw notFound('user');
      const { origin, reach } = person.ownUrl === null ? place : { origin: person.ownUrl, reach: 'others' as const };
      const url = `${origin}${paths[kind]}/${token}`;
      const shown = { url, reach, expiresAt: expiresAt.toISOString() };
      try {
        const mailer = await servers.of(person.accountId);
        if (mailer === null) return { ...shown, delivery: 'off' };
        await mailer.send(linkMail(kind, { ...person, url, expiresAt }));
      } catch (error) {
        log.warn({ err: error, userId, kind }, 'one-time links: sending the email failed');
        await noteDelivery(db, token, 'failed');
        return { ...shown, delivery: 'failed' };
      }
      await noteDelivery(db, token, 'sent');
      return { ...shown, url: null, delivery: 'sent' };
    },
  };
}
