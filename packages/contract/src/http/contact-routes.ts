import { z } from 'zod';
import { contactScope, searchResult } from '../entities/contact.ts';
import { defineRoute } from './route.ts';

/** Finding whom to call. */
export const contactRoutes = {
  searchContacts: defineRoute({
    method: 'GET',
    path: '/contacts/search',
    summary: 'Contacts and colleagues by name, company, email or number; an empty query finds nobody',
    audience: 'user',
    query: z.object({ query: z.string().trim().max(200), scope: contactScope.default('all') }),
    reply: z.array(searchResult),
  }),
} as const;
