import { isExtension, type NumberPlace } from '@sidetone/contract/rules/numbers/dialable.ts';
import { dialledBy, type ResultRow } from './rows.ts';

/** What becomes of a running call with who is chosen: they are asked first, get it immediately, or take a message later. */
export type Way = 'ask' | 'handOver' | 'voicemail';

export const allWays: readonly Way[] = ['ask', 'handOver', 'voicemail'];

/** The lines as they can be chosen in this way: a caller is sent to the voicemail of colleagues and channels alone. */
export function inWay(rows: readonly ResultRow[], way: Way, place: NumberPlace): readonly ResultRow[] {
  if (way === 'ask') return rows;
  return rows.map((row) =>
    row.obstacle === null && !fits(row, way, place) ? { ...row, obstacle: 'noVoicemail' as const } : row,
  );
}

const fits = (row: ResultRow, way: Way, place: NumberPlace): boolean =>
  way !== 'voicemail' || dialledBy(row) === null || isOfTheCompany(row, place);

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
