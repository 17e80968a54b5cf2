import type { ChannelRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { Remote } from '@sidetone/contract/entities/remote.ts';
import type { Colleague } from '@sidetone/contract/entities/webuser.ts';
import { contactRoutes } from '@sidetone/contract/http/contact-routes.ts';
import { colleagueAsRemote } from '#contacts/colleagues.ts';
import { callsChannel, channelAsRemote, contactAsRemote } from '#contacts/contact-as-remote.ts';
import { call } from '#live/line/http.ts';

/**
 * The owner of a number: a colleague by extension or number, a channel that the user shares, else the contact to show;
 * null where it is not known.
 */
export async function findRemote(
  number: string,
  colleagues: Iterable<Colleague>,
  shared: readonly ChannelRow[],
): Promise<Remote | null> {
  for (const person of colleagues) {
    if (person.extension === number || person.number === number) return colleagueAsRemote(person);
  }
  const channel = shared.find((each) => callsChannel(number, each));
  if (channel !== undefined) return channelAsRemote(channel);
  if (!/^\+[1-9][0-9]{1,14}$/.test(number)) return null;
  const [contact] = await call(contactRoutes.contactsByNumber, { params: { number } });
  return contact ? contactAsRemote(contact) : null;
}
