import type { Remote } from '@sidetone/contract/entities/remote.ts';
import { colleagueAsRemote } from '#contacts/colleagues.ts';
import { contactAsRemote } from '#contacts/contact-as-remote.ts';
import type { ResultRow } from './rows.ts';

/** What is known of the person behind a line, so that the call shows a name from its first moment. */
export function remoteOf(row: ResultRow): Remote | null {
  switch (row.kind) {
    case 'typed':
      return row.person ? colleagueAsRemote(row.person) : null;
    case 'colleague':
    case 'colleagueNumber':
      return colleagueAsRemote(row.person);
    case 'contact':
    case 'number':
      return contactAsRemote(row.contact);
    case 'create':
    case 'addNumber':
    case 'email':
    case 'target':
      return null;
  }
}
