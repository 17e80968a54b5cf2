import { z } from 'zod';
import { contact, contactListScope, contactScope, searchResult } from '../entities/contact.ts';
import { contactCreate, contactEdit } from '../entities/contact-change.ts';
import { contactFileFormat, contactImport } from '../entities/contact-import.ts';
import { contactPageSize, mostSearchResults } from '../rules/limits.ts';
import { defineRoute, type Intake } from './route.ts';

const id = z.string().min(1).max(200);
const one = z.object({ contactId: id });
const oneImport = z.object({ importId: id });
const e164 = z.string().regex(/^\+[1-9][0-9]{1,14}$/, 'an E.164 number such as +493012345');

/** A file of contacts, as it is. Browsers and programs often know no better than that it is bytes. */
const contactFile: Intake = {
  as: 'stream',
  types: ['text/vcard', 'text/x-vcard', 'text/directory', 'text/csv', 'application/octet-stream'],
};

/** Finding whom to call, and keeping who they are. Writing needs the grant CONTACT_WRITE. */
export const contactRoutes = {
  searchContacts: defineRoute({
    method: 'GET',
    path: '/contacts/search',
    summary: 'Search contacts and colleagues by name, company, email or number; an empty query finds nobody',
    audience: 'user',
    query: z.object({ query: z.string().trim().max(200), scope: contactScope.default('all') }),
    /** Best first; `mostSearchResults` of them mean that there are more than `shownSearchResults`. */
    reply: z.array(searchResult).max(mostSearchResults),
  }),

  listContacts: defineRoute({
    method: 'GET',
    path: '/contacts',
    summary: 'List contacts and colleagues by name, in pages; `filter` keeps only matches',
    audience: 'user',
    query: z.object({
      scope: contactListScope.default('all'),
      filter: z.string().trim().max(200).default(''),
      limit: z.coerce.number().int().min(1).max(contactPageSize).default(contactPageSize),
      pageToken: z.string().max(2000).optional(),
      /** In place of a token: how many contacts stand above the page, so that a list can be looked at anywhere. */
      offset: z.coerce.number().int().min(0).optional(),
    }),
    reply: z.object({
      contacts: z.array(contact),
      nextPageToken: z.string().nullable(),
      /** How many there are in all pages. */
      total: z.number().int(),
      /**
       * What the names begin with, in the order of the list, and how many contacts stand under each; the counts add up to
       * `total`. A capital letter without accents, or `#` for everything that begins with none.
       */
      letters: z.array(z.object({ letter: z.string(), count: z.number().int().positive() })),
    }),
  }),

  placeOfContact: defineRoute({
    method: 'GET',
    path: '/contacts/one/{contactId}/place',
    summary:
      'Count how many contacts come before one in the list of this scope and filter; null if it is not in the list',
    audience: 'user',
    params: one,
    query: z.object({
      scope: contactListScope.default('all'),
      filter: z.string().trim().max(200).default(''),
    }),
    reply: z.object({ place: z.number().int().nonnegative().nullable() }),
  }),

  contactsByNumber: defineRoute({
    method: 'GET',
    path: '/contacts/by-number/{number}',
    summary: 'Find everyone with this number, starting with the preferred source',
    audience: 'user',
    params: z.object({ number: e164 }),
    reply: z.array(contact),
  }),

  phoneNumberMap: defineRoute({
    method: 'POST',
    path: '/contacts/phone-number-map',
    summary: 'Of the given numbers, return those that belong to a contact, with that contact',
    audience: 'user',
    body: z.object({ numbers: z.array(e164).max(500) }),
    reply: z.record(z.string(), contact),
  }),

  contact: defineRoute({
    method: 'GET',
    path: '/contacts/one/{contactId}',
    summary: 'Get a contact or colleague',
    audience: 'user',
    params: one,
    reply: contact,
  }),

  createContact: defineRoute({
    method: 'POST',
    path: '/contacts',
    summary: "Add a contact to an address book; without `integrationId`, to the company's own",
    audience: 'user',
    body: contactCreate.extend({
      integrationId: id.nullish(),
      /** Of one's own making. The same draft sent again to the same address book gives the contact of the first time. */
      draftId: z.string().min(8).max(100).nullish(),
    }),
    reply: contact,
    errors: [
      'EMAIL_CONFLICT',
      'CONFLICT',
      'TOO_MANY_NUMBERS',
      'INVALID_PHONE_TYPE',
      'INVALID_NUMBER',
      'INTEGRATION_FAILED',
      'INTEGRATION_REFRESH',
    ],
  }),

  updateContact: defineRoute({
    method: 'PUT',
    path: '/contacts/one/{contactId}',
    summary: 'Change a contact at its source; CONFLICT if someone else changed it since `rev`',
    audience: 'user',
    params: one,
    body: contactEdit.omit({ id: true }).extend({ rev: z.number().optional() }),
    reply: contact,
    errors: [
      'EMAIL_CONFLICT',
      'CONFLICT',
      'TOO_MANY_NUMBERS',
      'INVALID_PHONE_TYPE',
      'INVALID_NUMBER',
      'INTEGRATION_FAILED',
      'INTEGRATION_REFRESH',
    ],
  }),

  deleteContact: defineRoute({
    method: 'DELETE',
    path: '/contacts/one/{contactId}',
    summary: 'Delete a contact at its source',
    audience: 'user',
    params: one,
    reply: z.object({}),
    errors: ['INTEGRATION_FAILED', 'INTEGRATION_REFRESH'],
  }),

  exportContacts: defineRoute({
    method: 'GET',
    path: '/contacts/export',
    summary: "Export the company's own address book as one file",
    audience: 'user',
    query: z.object({ format: contactFileFormat.default('vcard') }),
    /** `text/vcard` or `text/csv`, UTF-8. */
    reply: z.unknown(),
  }),

  importContacts: defineRoute({
    method: 'POST',
    path: '/contacts/imports',
    summary:
      "Import a file of contacts (vCard 2.1 to 4.0, or CSV) into the company's own address book, up to 50 MB; the import continues after the reply",
    audience: 'user',
    query: z.object({ fileName: z.string().trim().min(1).max(200) }),
    body: z.unknown(),
    takes: contactFile,
    reply: contactImport,
    errors: ['CONFLICT', 'BODY_TOO_LARGE'],
  }),

  undoContactImport: defineRoute({
    method: 'DELETE',
    path: '/contacts/imports/{importId}',
    summary: 'Undo an import: contacts it created are removed, changes to existing contacts stay',
    audience: 'user',
    params: oneImport,
    reply: contactImport,
    errors: ['CONFLICT'],
  }),
} as const;
