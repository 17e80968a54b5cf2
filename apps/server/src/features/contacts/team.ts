import type { Contact } from '@sidetone/contract/entities/contact.ts';
import { contactSourcePriority, teamContactSource } from '@sidetone/contract/rules/contact-sources.ts';
import { localizedNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';

/** A colleague as the database gives them. */
interface FoundColleague {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly avatar_url: string | null;
  readonly country: string;
  readonly extensions: readonly string[];
  readonly numbers: readonly string[];
  readonly rev: string;
}

export type Colleague = Contact & { readonly rev: number };

/** Colleagues of an account as contacts, in no order: those that a condition on `users` lets through. */
export async function readTeam(db: Database, accountId: string, which: RawBuilder<unknown>): Promise<Colleague[]> {
  const { rows } = await sql<FoundColleague>`
    select users.id, first_name, last_name, email, avatar_url, accounts.country, users.rev,
      array(select extension from channels join extensions on extensions.channel_id = channels.id
        where owner_user_id = users.id order by length(extension), extension) as extensions,
      array(select e164 from channels join numbers on numbers.channel_id = channels.id
        where owner_user_id = users.id order by e164) as numbers
    from users join accounts on accounts.id = users.account_id
    where users.account_id = ${accountId} and deactivated_at is null and ${which}`.execute(db);
  return rows.map(colleagueOf);
}

/** They come before contacts of any source. */
const priority = contactSourcePriority.length + 1;

const colleagueOf = (found: FoundColleague): Colleague => {
  const name = `${found.first_name} ${found.last_name}`.trim();
  const number = (type: string, at: number, localized: string, e164: string | null) => ({
    id: `${found.id}-${type}${at === 0 ? '' : `-${at + 1}`}`,
    type,
    label: type,
    localized,
    e164,
  });
  return {
    id: found.id,
    source: teamContactSource,
    integrationId: null,
    type: 'contacts',
    name,
    displayName: name,
    firstName: found.first_name,
    lastName: found.last_name,
    organization: null,
    email: found.email,
    phoneNumbers: [
      ...found.extensions.map((extension, at) => number('extension', at, extension, null)),
      ...found.numbers.map((e164, at) => number('work', at, localizedNumber(e164, found.country), e164)),
    ],
    avatarUrl: found.avatar_url,
    contactUrl: null,
    readonly: true,
    isTeam: true,
    relatesTo: [],
    priority,
    rev: Number(found.rev),
  };
};
