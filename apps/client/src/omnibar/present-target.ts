import type { Remote } from '@sidetone/contract/entities/remote.ts';
import { fullName } from '#contacts/colleagues.ts';
import type { ResultRow } from './results.ts';

/** What is known of the person behind a line, so that the call shows a name from its first moment. */
export function presentTarget(row: ResultRow): Remote | null {
  switch (row.kind) {
    case 'typed':
      return null;
    case 'colleague':
      return {
        name: fullName(row.person),
        organization: null,
        avatarType: 'contact',
        avatarUrl: row.person.avatarUrl ?? null,
        isTeam: true,
        contactId: null,
        userId: row.person.id,
      };
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
