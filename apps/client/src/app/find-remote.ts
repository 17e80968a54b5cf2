import type { Remote } from '@sidetone/contract/entities/remote.ts';
import type { Colleague } from '@sidetone/contract/entities/webuser.ts';
import { phoneRoutes } from '@sidetone/contract/http/phone-routes.ts';
import { colleagueAsRemote } from '#contacts/colleagues.ts';
import { call } from '#live/http.ts';

/** Who has this number: a colleague by extension or number, else a contact; null where nobody is known. */
export async function findRemote(number: string, colleagues: Iterable<Colleague>): Promise<Remote | null> {
  for (const person of colleagues) {
    if (person.extension === number || person.number === number) return colleagueAsRemote(person);
  }
  if (!number.startsWith('+')) return null;
  const found = await call(phoneRoutes.searchContacts, { query: { query: number, scope: 'contacts' } });
  const contact = found
    .map((each) => each.document)
    .filter((document) => document.phoneNumbers.some((each) => each.e164 === number))
    .sort((a, b) => b.priority - a.priority)[0];
  if (!contact) return null;
  return {
    name: contact.name,
    organization: contact.organization,
    avatarType: 'contact',
    avatarUrl: contact.avatarUrl ?? null,
    isTeam: contact.isTeam,
    contactId: contact.id,
    userId: null,
  };
}
