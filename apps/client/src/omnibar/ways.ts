import { isExtension, type NumberPlace } from '@sidetone/contract/rules/numbers/dialable.ts';
import { dialledBy, type ResultRow } from './rows.ts';

/** How the chosen person gets the running call: they are asked first, get it immediately, or find a message. */
export type Way = 'ask' | 'handOver' | 'voicemail';

export const allWays: readonly Way[] = ['ask', 'handOver', 'voicemail'];

/** The lines as they can be chosen in this way: a caller is sent to the voicemail of colleagues and channels alone. */
export function inWay(rows: readonly ResultRow[], way: Way, place: NumberPlace): readonly ResultRow[] {
  if (way !== 'voicemail') return rows;
  const fits = (row: ResultRow) => dialledBy(row) === null || isOfTheCompany(row, place);
  return rows.map((row) => (row.obstacle === null && !fits(row) ? { ...row, obstacle: 'noVoicemail' as const } : row));
}

function isOfTheCompany(row: ResultRow, place: NumberPlace): boolean {
  switch (row.kind) {
    case 'typed':
      return row.person !== null || row.channel !== null || isExtension(row.number, place);
    case 'colleague':
    case 'colleagueNumber':
    case 'channel':
      return true;
    case 'contact':
    case 'number':
      return row.contact.isTeam;
    default:
      return false;
  }
}
