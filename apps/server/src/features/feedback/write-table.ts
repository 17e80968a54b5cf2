import type { AdminCallFeedback, AdminFeedback } from '@sidetone/contract/entities/feedback.ts';

type Cell = string | number | null;

/** Feedback on the product as a table (CSV, RFC 4180), with a byte order mark for Excel, in the pieces that it comes in. */
export const feedbackTable = (portions: AsyncIterable<readonly AdminFeedback[]>): AsyncIterable<string> =>
  table(
    ['at', 'name', 'email', 'subject', 'text', 'version', 'browser', 'system', 'platform', 'pictures', 'log', 'done'],
    portions,
    ({ facts, ...row }) => [
      row.at,
      row.userName,
      row.email,
      row.subject,
      row.text,
      facts.appVersion,
      facts.browser,
      facts.os,
      facts.platform,
      row.images.length,
      row.log === null ? 0 : 1,
      row.doneAt,
    ],
  );

/** Feedback on calls, in the same form. */
export const callFeedbackTable = (portions: AsyncIterable<readonly AdminCallFeedback[]>): AsyncIterable<string> =>
  table(
    ['at', 'name', 'rating', 'tag', 'reason', 'text', 'call', 'direction', 'started', 'seconds', 'done'],
    portions,
    ({ call, ...row }) => [
      row.at,
      row.userName,
      row.rating,
      row.tag,
      row.reason,
      row.text,
      row.callId,
      call?.direction ?? null,
      call?.startedAt ?? null,
      call?.seconds ?? null,
      row.doneAt,
    ],
  );

async function* table<Row>(
  heads: readonly string[],
  portions: AsyncIterable<readonly Row[]>,
  cellsOf: (row: Row) => readonly Cell[],
): AsyncGenerator<string> {
  yield `\uFEFF${line(heads)}`;
  for await (const rows of portions) yield rows.map((row) => line(cellsOf(row))).join('');
}

const line = (cells: readonly Cell[]): string => `${cells.map(shown).join(',')}\r\n`;

/** What a program could take for a formula begins with an apostrophe: everyone's words stand here. */
function shown(cell: Cell): string {
  const text = String(cell ?? '');
  const harmless = typeof cell === 'string' && /^[\s'"]*[=+\-@＝＋－＠\t\r]/u.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
