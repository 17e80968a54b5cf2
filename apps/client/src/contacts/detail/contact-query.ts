import type { Contact } from '@sidetone/contract/entities/contact.ts';
import { contactCacheMs } from '@sidetone/contract/rules/screen-timing.ts';
import { queryOptions } from '@tanstack/react-query';
import { codeOf } from '#live/line/api-error.ts';

/** Further attempts to load a contact, and the pause before each in milliseconds (specification 7). */
const retries = 4;
const retryMs = 1000;

export const contactKey = (contactId: string) => ['contact', contactId] as const;

/**
 * Loads a contact by their id, which holds for every integration. It is kept for half an hour, and asked for five times
 * at most.
 */
export const contactQuery = (contactId: string, get: (contactId: string, signal: AbortSignal) => Promise<Contact>) =>
  queryOptions({
    queryKey: contactKey(contactId),
    queryFn: ({ signal }) => get(contactId, signal),
    staleTime: contactCacheMs,
    gcTime: contactCacheMs,
    retry: (failures, error) => failures < retries && !isMissing(error),
    retryDelay: retryMs,
  });

/**
 * Whether an error says that there is no such contact, at least for this user: an id that no database accepts belongs
 * to no contact.
 */
export const isMissing = (error: unknown): boolean => ['NOT_FOUND', 'FORBIDDEN', 'BAD_REQUEST'].includes(codeOf(error));
