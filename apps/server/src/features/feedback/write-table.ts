import type { AdminCallFeedback, AdminFeedback } from '@sidetone/contract/entities/feedback.ts';
import { csvTable } from '../../requests/csv-table.ts';

/** Feedback on the product as a table (CSV, RFC 4180), with a byte order mark for Excel, in the pieces that it comes in. */
export const feedbackTable = (portions: AsyncIterable<readonly AdminFeedback[]>): AsyncIterable<string> =>
  csvTable({
    heads: [
      'at',
      'name',
      'email',
      'subject',
      'text',
      'version',
      'browser',
      'system',
      'platform',
      'pictures',
      'log',
      'done',
    ],
    portions,
    cellsOf: ({ facts, ...row }) => [
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
  });

/** Feedback on calls, in the same form. */
export const callFeedbackTable = (portions: AsyncIterable<readonly AdminCallFeedback[]>): AsyncIterable<string> =>
  csvTable({
    heads: ['at', 'name', 'rating', 'tag', 'reason', 'text', 'call', 'direction', 'started', 'seconds', 'done'],
    portions,
    cellsOf: ({ call, ...row }) => [
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
  });
