import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { Contact } from '@sidetone/contract/entities/contact.ts';
import { ownContactSource } from '@sidetone/contract/rules/contact-sources.ts';
import { useCallback, useMemo } from 'react';
import { useLive } from '#live/queries/live.ts';

/**
 * The name of the address book or CRM that a contact comes from; null for colleagues and the company's own address
 * book, which need none.
 */
export function useSourceName(): (contact: Pick<Contact, 'source' | 'integrationId' | 'isTeam'>) => string | null {
  const { rows } = useLive(phoneQueries.integrations, {});
  const names = useMemo(() => new Map(rows.map(({ id, displayName }) => [id, displayName])), [rows]);
  return useCallback(
    ({ source, integrationId, isTeam }) => {
      if (isTeam || source === ownContactSource) return null;
      return (integrationId === null ? undefined : names.get(integrationId)) ?? source;
    },
    [names],
  );
}
