import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import { findByNumber, phoneNumberMap } from './by-number.ts';
import { inTurn } from './in-turn.ts';
import { contactList, placeInList } from './list-contacts.ts';
import { oneContact } from './one-contact.ts';
import { searchContacts } from './search.ts';
import { createContact, deleteContact, updateContact, type WritingDesk } from './write-contacts.ts';

/** Contacts and colleagues of the caller's account: found by everyone, written by those with the grant. */
export const contactRoutes = ({ db, writer }: Omit<WritingDesk, 'turns'>): Answer[] => {
  const desk: WritingDesk = { db, writer, turns: inTurn() };
  const list = contactList(db);
  return [
    answer(routes.searchContacts, ({ caller, query }) =>
      searchContacts(db, { accountId: caller.accountId, userId: caller.userId, ...query }),
    ),
    answer(routes.listContacts, ({ caller: { accountId, userId }, query }) => list({ accountId, userId, ...query })),
    answer(routes.placeOfContact, async ({ caller: { accountId, userId }, params, query }) => ({
      place: await placeInList(db, { accountId, userId, ...query }, params.contactId),
    })),
    answer(routes.contactsByNumber, ({ caller, params }) => findByNumber(db, caller.accountId, params.number)),
    answer(routes.phoneNumberMap, ({ caller, body }) => phoneNumberMap(db, caller.accountId, body.numbers)),
    answer(routes.contact, ({ caller, params }) => oneContact(db, caller.accountId, params.contactId)),
    answer(routes.createContact, ({ caller, body }) => createContact(desk, caller, body)),
    answer(routes.updateContact, ({ caller, params, body }) => updateContact(desk, caller, params.contactId, body)),
    answer(routes.deleteContact, async ({ caller, params, address }) => {
      await deleteContact(desk, { ...caller, address }, params.contactId);
      return {};
    }),
  ];
};
