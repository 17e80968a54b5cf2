import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { Contact } from '@sidetone/contract/entities/contact.ts';
import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import { contactRoutes } from '@sidetone/contract/http/contact-routes.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#live/line/http.ts';
import { retryLive, useLive } from '#live/queries/live.ts';
import { contactKey, contactQuery, isMissing } from './contact-query.ts';

/** Keeps a contact for half an hour, so that its page has something to show immediately. */
export function keepContact(queries: QueryClient, contact: Contact): void {
  queries.setQueryData(contactKey(contact.id), contact);
}

/** The contact as it was kept; null where none was. */
export function keptContact(queries: QueryClient, contactId: string): Contact | null {
  return queries.getQueryData<Contact>(contactKey(contactId)) ?? null;
}

export type FoundContact =
  | { readonly status: 'loading' | 'failed' | 'gone'; readonly retry: () => void }
  /** `integration` is null for colleagues, and while the connections are not known. */
  | { readonly status: 'ready'; readonly contact: Contact; readonly integration: ConnectedIntegration | null };

/**
 * A contact as it is now. Until live changes arrive it is the kept or fetched one. `gone` where there is no such
 * contact, or the integration that it came from is no longer connected.
 */
export function useContact(contactId: string): FoundContact {
  const queries = useQueryClient();
  const live = useLive(phoneQueries.contact, { contactId });
  const integrations = useLive(phoneQueries.integrations, {});
  const row = live.rows[0];
  const fetched = useQuery({ ...contactQuery(contactId, getContact), enabled: live.status !== 'ready' });
  useEffect(() => {
    if (row) keepContact(queries, row);
  }, [queries, row]);

  const contact = row ?? (live.status === 'ready' ? undefined : fetched.data);
  const retry = () => {
    retryLive(phoneQueries.contact, { contactId });
    void fetched.refetch();
  };
  if (contact === undefined) {
    const missing = live.status === 'ready' || (fetched.error !== null && isMissing(fetched.error));
    if (missing) return { status: 'gone', retry };
    return { status: fetched.isError ? 'failed' : 'loading', retry };
  }
  const integration = integrations.rows.find(({ id }) => id === contact.integrationId) ?? null;
  const isConnected = contact.integrationId === null || integration !== null || integrations.status !== 'ready';
  return isConnected ? { status: 'ready', contact, integration } : { status: 'gone', retry };
}

/** The contact, asked for at most once in half an hour and not followed; undefined until it is there. */
export const useContactOnce = (contactId: string): Contact | undefined =>
  useQuery(contactQuery(contactId, getContact)).data;

const getContact = (contactId: string, signal: AbortSignal) =>
  call(contactRoutes.contact, { params: { contactId } }, { signal });
