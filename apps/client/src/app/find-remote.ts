import type { Remote } from '@sidetone/contract/entities/remote.ts';
import type { Colleague } from '@sidetone/contract/entities/webuser.ts';
import { phoneRoutes } from '@sidetone/contract/http/phone-routes.ts';
import { colleagueAsRemote } from '#contacts/colleagues.ts';
import { contactAsRemote } from '#contacts/contact-as-remote.ts';
import { call } from '#live/http.ts';

/** Who has this number: a colleague by extension or number, else the contact that shows; null where nobody is known. */
export async function findRemote(number: string, colleagues: Iterable<Colleague>): Promise<Remote | null> {
  for (const person of colleagues) {
    if (person.extension === number || person.number === number) return colleagueAsRemote(person);
  }
  if (!/^\+[1-9][0-9]{1,14}$/.test(number)) return null;
  const [contact] = await call(phoneRoutes.contactsByNumber, { params: { number } });
  return contact ? contactAsRemote(contact) : null;
}
