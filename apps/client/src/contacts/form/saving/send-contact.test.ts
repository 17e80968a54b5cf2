import type { Contact } from '@sidetone/contract/entities/contact.ts';
import { contactRoutes } from '@sidetone/contract/http/contact-routes.ts';
import { contactWriteMs } from '@sidetone/contract/rules/screen-timing.ts';
import { expect, test } from 'vitest';
import type { Call } from '#live/line/call.ts';
import { isWhatWasSent, sendContact } from './send-contact.ts';

const contact: Contact = {
  id: 'k1',
  source: 'SIDETONE',
  integrationId: 'i1',
  type: 'contacts',
  name: 'Ronja Brodersen',
  firstName: 'Ronja',
  lastName: 'Brodersen',
  organization: null,
  email: null,
  phoneNumbers: [{ id: 'n', type: 'WORK', label: 'WORK', localized: '069 90009214', e164: '+496990009214' }],
  readonly: false,
  isTeam: false,
  relatesTo: [],
  priority: 0,
};
const body = {
  numbersAsTheyAre: [],
  firstName: 'Ronja',
  lastName: 'Brodersen',
  organization: null,
  email: null,
  phoneNumbers: [{ label: 'WORK', phoneNumber: '+496990009214' }],
};

test('a contact with everything that was sent is the result of the lost answer', () => {
  expect(isWhatWasSent(contact, body)).toBe(true);
});

test.each([
  ['another name', { lastName: 'Kolbe' }],
  ['an address more', { email: 'r@b.example' }],
  ['a number more', { phoneNumbers: [...body.phoneNumbers, { label: 'WORK', phoneNumber: '+49301' }] }],
  ['no number', { phoneNumbers: [] }],
  ['the number under another label', { phoneNumbers: [{ label: 'MOBILE', phoneNumber: '+496990009214' }] }],
])('%s is another contact', (_, more) => {
  expect(isWhatWasSent(contact, { ...body, ...more })).toBe(false);
});

test('a number that was removed, and is still there, was not sent', () => {
  const extension = { id: 'x', type: 'WORK', label: 'WORK', localized: '4711', e164: null };
  const both = { ...contact, phoneNumbers: [...contact.phoneNumbers, extension] };
  expect([isWhatWasSent(both, body), isWhatWasSent(both, { ...body, numbersAsTheyAre: ['4711'] })]).toEqual([
    false,
    true,
  ]);
});

test('numbers count as often as they were sent', () => {
  const [number] = contact.phoneNumbers;
  if (number === undefined) throw new Error('She has one.');
  const other = { ...number, id: 'm', localized: '030 1', e164: '+49301' };
  const both = { ...contact, phoneNumbers: [number, other] };
  const [first, second] = [number, other].map(({ e164 }) => ({ label: 'work', phoneNumber: e164 ?? '' }));
  if (first === undefined || second === undefined) throw new Error('There are two.');
  expect(isWhatWasSent(both, { ...body, phoneNumbers: [second, first] })).toBe(true);
  expect(isWhatWasSent(both, { ...body, phoneNumbers: [first, first] })).toBe(false);
  expect(
    isWhatWasSent({ ...contact, phoneNumbers: [number, number] }, { ...body, phoneNumbers: [first, second] }),
  ).toBe(false);
});

/** A server that answers each route with a contact, and the requests to it. */
function server(there: Contact = contact) {
  const asked: { route: unknown; body: unknown; timeoutMs: number | undefined }[] = [];
  const ask = (async (route: unknown, request: { body?: unknown }, options?: { timeoutMs?: number }) => {
    asked.push({ route, body: request.body, timeoutMs: options?.timeoutMs });
    return there;
  }) as unknown as Call;
  return { ask, asked, routes: () => asked.map(({ route }) => route) };
}
const before = { ...contact, rev: 7 };
const sent = { body, integrationId: 'i1', before: null, draftId: 'draft-of-ronja', unsure: false };

test('a new contact is sent with the name of its draft, with a timeout longer than the server takes', async () => {
  const { ask, asked } = server();
  expect(await sendContact(sent, ask)).toBe(contact);
  expect(asked).toMatchObject([
    { route: contactRoutes.createContact, body: { integrationId: 'i1', draftId: 'draft-of-ronja' } },
  ]);
  expect(asked[0]?.timeoutMs).toBeGreaterThan(contactWriteMs);
});

test('changes since the lost answer are written to the contact that was created', async () => {
  const { ask, asked, routes } = server();
  await sendContact({ ...sent, unsure: true }, ask);
  expect(routes()).toEqual([contactRoutes.createContact]);
  await sendContact({ ...sent, unsure: true, body: { ...body, lastName: 'Kolbe' } }, ask);
  expect(routes().slice(1)).toEqual([contactRoutes.createContact, contactRoutes.updateContact]);
  expect(asked.at(-1)?.body).toMatchObject({ lastName: 'Kolbe', type: 'contacts' });
});

test('a change whose answer was lost is compared before it is sent again', async () => {
  const { ask, asked, routes } = server();
  await sendContact({ ...sent, before, unsure: true }, ask);
  expect(routes()).toEqual([contactRoutes.contact]);
  await sendContact({ ...sent, before, unsure: true, body: { ...body, lastName: 'Kolbe' } }, ask);
  expect(routes().slice(1)).toEqual([contactRoutes.contact, contactRoutes.updateContact]);
  // The first attempt changed nothing: another user's change is not overwritten.
  expect(asked.at(-1)?.body).toMatchObject({ lastName: 'Kolbe', rev: 7 });
  const faster = server({ ...contact, lastName: 'Kol' });
  await sendContact({ ...sent, before, unsure: true, body: { ...body, lastName: 'Kolbe' } }, faster.ask);
  expect(faster.asked.at(-1)?.body).not.toHaveProperty('rev');
  await sendContact({ ...sent, before }, ask);
  expect(asked.at(-1)).toMatchObject({ route: contactRoutes.updateContact, body: { rev: 7 } });
  expect(asked.at(-1)?.timeoutMs).toBeGreaterThan(contactWriteMs);
});
