import type { Remote } from '@sidetone/contract/entities/remote.ts';
import { colleagueAsRemote } from '#contacts/colleagues.ts';
import type { ResultRow } from './results.ts';

/** What is known of the person behind a line, so that the call shows a name from its first moment. */
export function presentTarget(row: ResultRow): Remote | null {
  switch (row.kind) {
    case 'typed':
      return row.person ? colleagueAsRemote(row.person) : null;
    case 'colleague':
      return colleagueAsRemote(row.person);
    case 'contact':
    case 'number':
      return {
        name: row.contact.name,
        organization: row.contact.organization,
        avatarType: 'contact',
        avatarUrl: row.contact.avatarUrl ?? null,
        isTeam: row.contact.isTeam,
        contactId: row.contact.id,
        userId: null,
      };
  }
}
