import { signInLanguage } from '@sidetone/contract/http/sign-in/sign-in-language.ts';
import { sql } from 'kysely';
import type { Provider } from 'oidc-provider';
import { z } from 'zod';
import { audit } from '../../requests/audit.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import { jsonText } from '../../storage/json-text.ts';
import type { Writer } from '../../storage/writer.ts';
import { hasToSignOn } from '../factors.ts';
import { hasSignInProof } from './sign-in-cookie.ts';

/** In what a sign-in resulted in: the address that the password came from. */
export const signedInFrom = 'signedInFrom';

/** A sign-in that the provider sent a browser away with, and the browser that answers it. */
export interface AskedSignIn {
  readonly uid: string;
  /** Scheme, host and port that the browser used. */
  readonly origin: string;
  readonly cookies: string;
}

/** The sign-in that waits in this browser. Throws `Refusal` NOT_FOUND when it is unknown, expired or another browser's. */
export async function waiting(
  { provider, cookieKeys }: { provider: Provider; cookieKeys: readonly string[] },
  asked: AskedSignIn,
) {
  const interaction = await provider.Interaction.find(asked.uid);
  if (!interaction || !hasSignInProof(asked, cookieKeys)) throw notFound('sign-in');
  return interaction;
}

/** In what a sign-in resulted in: the session at the provider of a company that it came from. */
export const signedInBy = 'signedInBy';

/** Who somebody is at the provider of their company, and in which session there. */
export const companySession = z.object({
  accountId: z.string(),
  issuer: z.string(),
  subject: z.string(),
  /** Null: the provider named none. */
  sid: z.string().nullable(),
});
export type CompanySession = z.infer<typeof companySession>;

/** Who has proved once who they are in a waiting sign-in, and has to prove it a second way. */
const awaited = z.object({
  userId: z.string(),
  address: z.string(),
  language: signInLanguage.nullable(),
  /** They come from the provider of their company. */
  byCompany: z.boolean().default(false),
  /** Their session there; null for a sign-in that began before this was kept. */
  session: companySession.nullable().default(null),
});
export type Awaited = z.infer<typeof awaited>;
/** A sign-in that is away at the provider of a company. */
const away = z.object({
  accountId: z.string(),
  language: signInLanguage.nullable(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
});
export type Away = z.infer<typeof away>;
const kept = z.object({ awaits: awaited.nullish(), passkeyChallenge: z.string().nullish(), away: away.nullish() });
type Kept = z.infer<typeof kept>;

/** What is kept with a waiting sign-in, which is held until the transaction ends. Throws `Refusal` NOT_FOUND. */
export async function keptOf(trx: Writer, uid: string): Promise<Kept> {
  const row = await trx
    .selectFrom('oidc_documents')
    .select('payload')
    .where('model', '=', 'Interaction')
    .where('id', '=', uid)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('sign-in');
  return kept.parse(row.payload);
}

/** Keeps something with a waiting sign-in. Throws `Refusal` NOT_FOUND. */
export async function keep(trx: Writer, uid: string, what: Kept & { readonly result?: object }): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('oidc_documents')
    .set({ payload: sql<string>`payload || ${jsonText(what)}::jsonb` })
    .where('model', '=', 'Interaction')
    .where('id', '=', uid)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound('sign-in');
}

/** Takes what a passkey was asked with; it counts once. */
export async function takeChallenge(trx: Writer, uid: string): Promise<string | null> {
  const { passkeyChallenge } = await keptOf(trx, uid);
  await keep(trx, uid, { passkeyChallenge: null });
  return passkeyChallenge ?? null;
}

/** Takes what a sign-in that is away was sent with; it counts once. */
export async function takeAway(trx: Writer, uid: string): Promise<Away | null> {
  const { away: sent } = await keptOf(trx, uid);
  await keep(trx, uid, { away: null });
  return sent ?? null;
}

/**
 * Notes with the waiting sign-in who it is, with its line in the audit log. Throws `Refusal` WRONG_CREDENTIALS for a user who was
 * deactivated, COMPANY_SUSPENDED, FORBIDDEN for one who has to come from the provider of their company. Administrators may come another
 * way, since somebody has to when the provider is down; that has a line of its own.
 */
export async function letIn(
  trx: Writer,
  uid: string,
  { userId, address, language, byCompany, session }: Awaited,
): Promise<void> {
  const user = await trx
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select(['account_id', 'admin', 'suspended_at', hasToSignOn.as('elsewhere')])
    .where('users.id', '=', userId)
    .where('deactivated_at', 'is', null)
    .forNoKeyUpdate('users')
    .executeTakeFirst();
  if (!user) throw new Refusal('WRONG_CREDENTIALS', 'This user cannot sign in.');
  if (user.suspended_at) throw new Refusal('COMPANY_SUSPENDED', 'The company is suspended.');
  const isPast = user.elsewhere && !byCompany;
  if (isPast && !user.admin) throw new Refusal('FORBIDDEN', 'The company has its users sign in at its provider.');
  const login = { accountId: userId, remember: true };
  const result = { login, [signedInFrom]: address, [signedInBy]: session };
  await keep(trx, uid, { result, awaits: null, passkeyChallenge: null, away: null });
  if (language) await follow(trx, userId, language);
  const line = { accountId: user.account_id, actorUserId: userId, address };
  await audit(trx, { ...line, action: 'signIn.succeeded', detail: byCompany ? { by: 'singleSignOn' } : {} });
  if (isPast) await audit(trx, { ...line, action: 'singleSignOn.passedBy', target: userId });
}

/** A language that was chosen on the way in is the user's from now on; the browser's only while nobody has chosen one. */
const follow = async (trx: Writer, userId: string, { locale, by }: NonNullable<Awaited['language']>): Promise<void> => {
  const query = trx.updateTable('users').where('id', '=', userId);
  if (by === 'chosen') await query.set({ locale, locale_chosen_at: new Date() }).execute();
  else await query.set({ locale }).where('locale_chosen_at', 'is', null).where('locale', '!=', locale).execute();
};
