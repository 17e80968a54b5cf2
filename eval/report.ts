import type { Count, Share } from './count.ts';
import { percent } from './limits.ts';

const columns = ['summary', 'actions', 'smallTalk', 'answers', 'abstentions', 'by', 'due', 'mood'] as const;
const headings = ['Summary', 'Actions', 'Small talk', 'Answers', 'Abstentions', 'Who', 'Day', 'Mood'];

/** The counts as a page of Markdown. */
export function reportOf(counts: ReadonlyMap<string, Count>, calls: number): string {
  const rows = [...counts].map(([name, count]) => [
    name,
    ...columns.map((column) => cell(count[column])),
    `${count.inventions.length} of ${count.items.of}`,
    String(count.wrongDays.length),
  ]);
  return [
    '# What the analysis without a model finds',
    '',
    `Written by \`npm run eval\` over the ${calls} calls of \`eval/calls\`; how they are counted stands in \`eval/README.md\`.`,
    'Noisy hearings replace, drop or add that share of words, with five seeds each.',
    '',
    ...table([['Hearing', ...headings, 'Inventions', 'Wrong days'], ...rows]),
    '',
  ].join('\n');
}

/** One line of what a model of the simulator gave. */
export const modelRow = (name: string, count: Count, dropped: string, failed: number): string[] => [
  name,
  cell(count.summary),
  cell(count.actions),
  cell(count.smallTalk),
  cell(count.answers),
  cell(count.abstentions),
  cell(count.by),
  cell(count.due),
  `${count.inventions.length} of ${count.items.of}`,
  String(count.wrongDays.length),
  dropped,
  String(failed),
];

/** What models of the simulator gave, as a table of Markdown. */
export const modelTable = (rows: readonly string[][]): string =>
  table([
    [
      'Model',
      'Summary',
      'Actions',
      'Small talk',
      'Answers',
      'Abstentions',
      'Who',
      'Day',
      'Inventions',
      'Wrong days',
      'Dropped',
      'Unusable',
    ],
    ...rows,
  ]).join('\n');

const cell = (share: Share): string => (share.of === 0 ? '' : `${share.found}/${share.of} (${percent(share)})`);

/** A table whose columns are as wide as their longest cell, as the formatter of documents wants it. */
function table([head = [], ...rows]: readonly (readonly string[])[]): string[] {
  const widths = head.map((_, at) => Math.max(3, ...[head, ...rows].map((row) => (row[at] ?? '').length)));
  const line = (cells: readonly string[]) => `| ${cells.map((text, at) => text.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}
