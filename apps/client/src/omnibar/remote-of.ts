import type { Remote } from '@sidetone/contract/entities/remote.ts';
import { colleagueAsRemote } from '#contacts/colleagues.ts';
import { channelAsRemote, contactAsRemote } from '#contacts/contact-as-remote.ts';
import type { ResultRow } from './rows.ts';

/** The known facts about the other side of a line, so that the call shows a name from its first moment. */
export function remoteOf(row: ResultRow): Remote | null {
  switch (row.kind) {
    case 'typed':
      if (row.person) return colleagueAsRemote(row.person);
      return row.channel ? channelAsRemote(row.channel) : null;
    case 'channel':
      return channelAsRemote(row.channel);
    case 'dialled':
      return row.remote;
    case 'colleague':
    case 'colleagueNumber':
      return colleagueAsRemote(row.person);
    case 'contact':
    case 'number':
      return contactAsRemote(row.contact);
    case 'create':
    case 'addNumber':
    case 'park':
    case 'email':
    case 'target':
      return null;
  }
}
