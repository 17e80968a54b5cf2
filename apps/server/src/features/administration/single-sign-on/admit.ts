import { newUser } from '@sidetone/contract/entities/admin-user.ts';
import { type SignOnProblem, singleSignOn } from '@sidetone/contract/entities/single-sign-on.ts';
import type { SignInLanguage } from '@sidetone/contract/http/sign-in/sign-in-language.ts';
import { mayAdministerSomething } from '@sidetone/contract/rules/admin/admin-roles.ts';
import { sql } from 'kysely';
import { Refusal } from '../../../requests/refusal.ts';
import type { ProviderPerson } from '../../../sign-on/claims.ts';
import type { Database } from '../../../storage/database.ts';
import { jsonText } from '../../../storage/json-text.ts';
import type { Writer } from '../../../storage/writer.ts';
import { type Administrator, administer, type Note } from '../administer.ts';
import { addPerson } from '../users/add-person.ts';
import { countingDomains, domainOfAddress } from './domains/domain-rows.ts';
import { applyGroups, givenOf, wantedOf } from './groups.ts';
import { rowInUse, type SignOnRow } from './settings.ts';

/** Someone who comes back from the provider of a company. */
export interface Arrival {
  readonly accountId: string;
  /** The provider that they come from. */
  readonly issuer: string;
  readonly person: ProviderPerson;
}

interface Around {
  readonly address: string;
  readonly language: SignInLanguage | null;
}

/** Undoes the transaction, but for the line in the audit log. */
class Refused extends Error {
  readonly problem: SignOnProblem;

  constructor(problem: SignOnProblem) {
    super(problem);
    this.problem = problem;
  }
}

/**
 * Finds or makes the user of someone who comes from the provider of their company, gives what their groups give, and does the rest
 * in the same transaction. A user is found by who they are at the provider; the first time by an email address of the company's
 * domains that the provider has verified. Never one of another company, and nobody who administers something by an address that
 * is not verified.
 */
export async function admit<T>(
  db: Database,
  arrival: Arrival,
  around: Around,
  goOn: (trx: Writer, userId: string) => Promise<T>,
): Promise<{ done: T; userId: string } | SignOnProblem> {
  const by: Administrator = { accountId: arrival.accountId, userId: null, address: around.address };
  try {
    return await administer(db, by, async (trx, note) => {
      const settings = await rowInUse(trx, arrival.accountId);
      if (typeof settings === 'string') throw new Refused(settings);
      if (settings.issuer !== arrival.issuer) throw new Refused('notSetUp');
      const userId = await userBehind(trx, note, { arrival, settings, around });
      await giveByGroups(trx, note, by, { arrival, settings, userId });
      return { done: await goOn(trx, userId), userId };
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { problem } = error;
    await administer(db, by, (_trx, note) =>
      note('singleSignOn.refused', null, { problem, email: arrival.person.email, subject: arrival.person.subject }),
    );
    return problem;
  }
}

interface Asked {
  readonly arrival: Arrival;
  readonly settings: SignOnRow;
  readonly around: Around;
}

/** Throws `Refused`. */
async function userBehind(trx: Writer, note: Note, asked: Asked): Promise<string> {
  const { accountId, issuer, person } = asked.arrival;
  const { client_id } = asked.settings;
  const known = await trx
    .selectFrom('single_sign_on_links')
    .innerJoin('users', 'users.id', 'single_sign_on_links.user_id')
    .select(['users.id', 'users.deactivated_at', 'client_id'])
    .where('single_sign_on_links.account_id', '=', accountId)
    .where('users.account_id', '=', accountId)
    .where('issuer', '=', issuer)
    .where('subject', '=', person.subject)
    .executeTakeFirst();
  if (known?.deactivated_at) throw new Refused('deactivated');
  if (known) {
    const links = trx.updateTable('single_sign_on_links').set({ client_id }).where('user_id', '=', known.id);
    if (known.client_id !== client_id) await links.execute();
    return known.id;
  }
  const email = await addressOf(trx, asked);
  const user = await trx
    .selectFrom('users')
    .leftJoin('single_sign_on_links as link', 'link.user_id', 'users.id')
    .select(['users.id', 'users.account_id', 'users.admin', 'users.roles', 'users.deactivated_at'])
    .select(['link.issuer', 'link.client_id', 'link.subject'])
    .where(sql`lower(users.email)`, '=', email)
    .executeTakeFirst();
  if (user && user.account_id !== accountId) throw new Refused('otherUser');
  if (user?.deactivated_at) throw new Refused('deactivated');
  // An address that the provider gave to somebody else by now. To another client it may call the same person otherwise.
  if (user?.subject && user.issuer === issuer && user.client_id === client_id) throw new Refused('otherUser');
  if (user && mayAdministerSomething(user) && !person.isVerified) throw new Refused('administrator');
  const userId = user ? user.id : await made(trx, note, asked, email);
  await link(trx, note, asked, { userId, email });
  return userId;
}

/** The address by which someone is found the first time. Throws `Refused`. */
async function addressOf(trx: Writer, { arrival: { accountId, person, issuer }, settings }: Asked): Promise<string> {
  const { email, isVerified, hostedDomain } = person;
  if (email === null) throw new Refused('noAddress');
  const domain = domainOfAddress(email);
  if (!(await countingDomains(trx, accountId)).includes(domain)) throw new Refused('wrongDomain');
  // Google has accounts of persons with addresses of other domains; it answers for those of its organizations alone.
  if (new URL(issuer).hostname === 'accounts.google.com' && hostedDomain !== domain) throw new Refused('wrongDomain');
  if (!isVerified && !settings.trusts_addresses) throw new Refused('notVerified');
  return email;
}

/** A user for someone who has none. Throws `Refused`. */
async function made(trx: Writer, note: Note, { arrival, settings, around }: Asked, email: string): Promise<string> {
  const by: Administrator = { accountId: arrival.accountId, userId: null, address: around.address };
  if (!settings.creates_users) throw new Refused('noUser');
  const { firstName, lastName } = arrival.person;
  const about = newUser.safeParse({
    firstName: firstName ?? email.slice(0, email.indexOf('@')).slice(0, 100),
    lastName: lastName ?? firstName ?? email.slice(0, email.indexOf('@')).slice(0, 100),
    email,
    ...(around.language === null ? {} : { locale: around.language.locale }),
  });
  if (!about.success) throw new Refused('noAddress');
  try {
    const { userId } = await addPerson(trx, note, by, about.data);
    return userId;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'USERS_FULL') throw new Refused('usersFull');
    throw error;
  }
}

async function link(
  trx: Writer,
  note: Note,
  { arrival, settings: { client_id } }: Asked,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const { subject } = arrival.person;
  // What groups gave before stays known, so that they can take it away.
  const values = { account_id: arrival.accountId, issuer: arrival.issuer, client_id, subject };
  await trx
    .insertInto('single_sign_on_links')
    .values({ user_id: userId, given: '{}', ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
  // A user who came by the provider needs no invitation, and nobody else may use it.
  await trx.deleteFrom('one_time_links').where('user_id', '=', userId).where('kind', '=', 'invitation').execute();
  await note('singleSignOn.linked', userId, { subject, email });
}

/** What a provider does not say of groups changes nothing. */
async function giveByGroups(
  trx: Writer,
  note: Note,
  by: Administrator,
  { arrival: { person }, settings, userId }: Omit<Asked, 'around'> & { userId: string },
): Promise<void> {
  if (person.groups === null) return;
  const row = await trx
    .selectFrom('single_sign_on_links')
    .select('given')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const before = givenOf(row.given);
  const wanted = wantedOf(singleSignOn.shape.groups.catch([]).parse(settings.groups), person.groups);
  const after = await applyGroups(trx, note, by, { userId, before, wanted });
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  await trx
    .updateTable('single_sign_on_links')
    .set({ given: jsonText(after) })
    .where('user_id', '=', userId)
    .execute();
}
