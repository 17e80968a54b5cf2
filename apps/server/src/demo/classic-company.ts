import { randomBytes } from 'node:crypto';
import { createAccount, createUser } from '../identity/accounts.ts';
import { newId } from '../requests/ids.ts';
import type { SecretBox } from '../storage/secret-box.ts';
import type { Writer } from '../storage/writer.ts';
import { type CompanyPlace, demoPlace } from './company.ts';

/**
 * A second, small company of the classic generation. Its phones are registered at a telephone company, which is played by
 * this very server: an account with one line for each phone and nobody who signs in. So it calls the first company, and
 * is called by it, without anything else on the machine.
 */
export const classicCompany = { name: 'Lindqvist Interiors', country: 'DE', areaCode: '69' };

export const classicPeople = [
  { firstName: 'Freya', lastName: 'Lindqvist', locale: 'en', extension: '41', admin: true },
  { firstName: 'Anton', lastName: 'Reiter', locale: 'de', extension: '42', admin: false },
] as const;

const provider = { name: 'Taunus Telefon', country: 'DE', areaCode: '69' };

/** Where a phone of this server is registered until a start says how it is reached. */
const notYetKnown = '127.0.0.1';

export const classicEmailOf = ({ firstName }: (typeof classicPeople)[number], { domains }: CompanyPlace) =>
  `${firstName.toLowerCase()}@${domains.classic}`;

interface ClassicCompany {
  readonly box: SecretBox;
  /** Of the passwords of `classicPeople`, in their order. */
  readonly hashes: readonly string[];
  readonly place?: CompanyPlace | undefined;
  /** `host:port` of this server's SIP; without it the next start says how it is reached. */
  readonly registrar?: string | undefined;
}

/** Writes both companies; gives the accounts of the company and of its telephone company. */
export async function createClassicCompany(
  trx: Writer,
  { box, hashes, place = demoPlace, registrar = notYetKnown }: ClassicCompany,
): Promise<[companyId: string, providerId: string]> {
  const accountId = await createAccount(trx, classicCompany);
  await trx
    .updateTable('accounts')
    .set({ flags: JSON.stringify({ hasNeoPbx: false }) })
    .where('id', '=', accountId)
    .execute();
  const providerId = await createAccount(trx, provider);
  for (const [at, person] of classicPeople.entries()) {
    const { firstName, lastName, locale, extension, admin } = person;
    const number = place.numbers.classic + extension;
    const passwordHash = hashes[at] ?? '';
    const email = classicEmailOf(person, place);
    const { userId } = await createUser(trx, {
      accountId,
      firstName,
      lastName,
      locale,
      extension,
      admin,
      email,
      passwordHash,
      onboarded: true,
    });
    const line = await createLine(trx, {
      box,
      accountId: providerId,
      number,
      extension: `9${extension}`,
      domain: place.domains.provider,
    });
    await trx
      .insertInto('phones')
      .values({
        id: newId('f'),
        account_id: accountId,
        user_id: userId,
        name: provider.name,
        username: line.username,
        auth_username: null,
        password_sealed: box.seal(line.password),
        registrar,
        outbound_proxy: null,
        reaches: 'everywhere',
        failure: null,
        caller_id: number,
        phone_numbers: JSON.stringify([{ phoneNumber: number, label: provider.name }]),
      })
      .execute();
  }
  return [accountId, providerId];
}

/** A line of the telephone company: a number, and a SIP account whose phone rings for it. */
async function createLine(
  trx: Writer,
  line: { box: SecretBox; accountId: string; number: string; extension: string; domain: string },
): Promise<{ username: string; password: string }> {
  const { box, accountId, number, extension, domain } = line;
  const { userId, channelId } = await createUser(trx, {
    accountId,
    firstName: 'Line',
    lastName: extension,
    extension,
    email: `line-${extension}@${domain}`,
  });
  await trx.updateTable('channels').set({ direct_dial: number }).where('id', '=', channelId).execute();
  await trx
    .insertInto('numbers')
    .values({ e164: number, account_id: accountId, channel_id: channelId, label: null })
    .execute();
  const username = newId('p');
  const password = randomBytes(15).toString('base64url');
  await trx
    .insertInto('endpoints')
    .values({
      id: username,
      account_id: accountId,
      user_id: userId,
      kind: 'phone',
      alias: 'Line',
      sip_username: username,
      password_sealed: box.seal(password),
    })
    .execute();
  return { username, password };
}
