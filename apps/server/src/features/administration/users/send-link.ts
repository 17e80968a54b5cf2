import type { MadeLink } from '@sidetone/contract/entities/admin-user.ts';
import type { Logger } from 'pino';
import {
  type LinkKind,
  linkLifetimeMs,
  makeLink,
  noteDelivery,
  type OneTimeLink,
} from '../../../identity/one-time-links.ts';
import { notFound } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import type { Writer } from '../../../storage/writer.ts';
import { linkMail, type Mailer } from '../company/mail.ts';

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
  readonly sendsMail: boolean;
}

const paths: Record<LinkKind, string> = { invitation: '/invitation', reset: '/reset' };

/** Without a mailer every link is shown. */
export function linkPost(deps: { db: Database; mailer: Mailer | null; log: Logger }): LinkPost {
  const { db, mailer, log } = deps;
  return {
    sendsMail: mailer !== null,

    make: (trx, { isAsked = false, ...about }) =>
      makeLink(trx, {
        ...about,
        delivery: mailer ? 'pending' : 'off',
        lifetimeMs: linkLifetimeMs[isAsked ? 'asked' : about.kind],
      }),

    async send({ kind, userId, token, expiresAt }, { origin, reach }) {
      const url = `${origin}${paths[kind]}/${token}`;
      const shown = { url, reach, expiresAt: expiresAt.toISOString() };
      if (!mailer) return { ...shown, delivery: 'off' };
      const person = await db
        .selectFrom('users')
        .innerJoin('accounts', 'accounts.id', 'users.account_id')
        .select(['users.locale', 'users.first_name as firstName', 'users.email', 'accounts.name as company'])
        .select('accounts.time_zone as timeZone')
        .where('users.id', '=', userId)
        .executeTakeFirst();
      if (!person) throw notFound('user');
      try {
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
