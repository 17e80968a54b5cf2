import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { endCompanySessions } from '../../../identity/end-sessions.ts';
import { Refusal } from '../../../requests/refusal.ts';
import { isFor } from '../../../sign-on/logout-token.ts';
import type { SignOnProvider } from '../../../sign-on/provider.ts';
import { asProviderError } from '../../../sign-on/provider-error.ts';
import type { Database } from '../../../storage/database.ts';
import type { Writer } from '../../../storage/writer.ts';
import { administer } from '../administer.ts';
import { rowOf, type SignOnRow } from './settings.ts';

export interface EndByProviderDeps {
  readonly db: Database;
  readonly log: Logger;
  /** Null where the secret of the client is lost. Rejects with a `ProviderError`. */
  providerOf(row: SignOnRow): Promise<SignOnProvider | null>;
}

/**
 * Ends the sign-ins that came from a session that has ended at the provider of a company (OpenID Connect Back-Channel Logout 1.0). No
 * such sign-in is no failure: the user is signed out already. Throws `Refusal` BAD_REQUEST, the same for everything that is wrong.
 */
export async function endByProvider(
  { db, log, providerOf }: EndByProviderDeps,
  { company: accountId, token, address }: { company: string; token: string; address: string },
): Promise<void> {
  const row = await rowOf(db, accountId);
  // The provider is asked for nothing by tokens that are not even meant for it.
  if (!row || !isFor(token, { issuer: row.issuer, clientId: row.client_id })) throw invalid();
  const { subject, sid, tokenId } = await readBy(providerOf, row, token).catch((error: unknown) => {
    const { message, code } = asProviderError(error);
    log.warn({ accountId, why: message, code }, 'single sign-on: a logout token was refused');
    throw invalid(error);
  });
  await administer(db, { accountId, userId: null, address }, async (trx, note) => {
    if (!(await isFirst(trx, `${accountId} ${row.issuer} ${tokenId}`))) throw invalid();
    const ended = await endCompanySessions(trx, { accountId, issuer: row.issuer, subject, sid });
    for (const [userId, signIns] of ended) await note('singleSignOn.signedOut', userId, { signIns });
    log.info({ accountId, users: ended.size }, 'single sign-on: a session ended at the provider');
  });
}

async function readBy(providerOf: EndByProviderDeps['providerOf'], row: SignOnRow, token: string) {
  const provider = await providerOf(row);
  if (!provider) throw new Error('the secret of the client is lost');
  return await provider.endedBy(token);
}

/** Whether a token comes for the first time. */
async function isFirst(trx: Writer, token: string): Promise<boolean> {
  const digest = createHash('sha256').update(token).digest('base64url');
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('logout_tokens')
    .values({ digest })
    .onConflict((same) => same.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Those that are too old to be taken again need not be known. */
export const forgetLogoutTokens = (db: Database) =>
  db.deleteFrom('logout_tokens').where('seen_at', '<', sql<Date>`now() - interval '1 hour'`).execute();

const invalid = (cause?: unknown) => new Refusal('BAD_REQUEST', 'This is no valid logout token.', { cause });
