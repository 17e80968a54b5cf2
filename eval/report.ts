import type { ModelCount } from './by-model.ts';
import type { Count } from './count.ts';
import { percent } from './limits.ts';
import type { Share } from './share.ts';

const columns = ['summary', 'actions', 'smallTalk', 'answers', 'abstentions', 'by', 'due', 'mood'] as const;
const headings = ['Summary', 'Actions', 'Small talk', 'Answers', 'Abstentions', 'Who', 'Day', 'Mood'];

/** What the report is written from. */
interface Findings {
  readonly calls: number;
  readonly byRules: readonly string[][];
  readonly byModels: readonly string[][];
  /** A sentence about the recogniser. */
  readonly heard: string;
}

/** The findings as a page of Markdown. */
export function reportOf({ calls, byRules, byModels, heard }: Findings): string {
  return [
    '# What is found in calls, and what is made up',
    '',
    `Written by \`npm run eval\` over the ${calls} calls of \`eval/calls\`; how they are counted stands in \`eval/README.md\`.`,
    `Noisy hearings replace, drop or add that share of words, with five seeds each. ${heard}`,
    '',
    '## By rules, without a model',
    '',
    ...table([['Hearing', 'Wrong words', ...headings, 'Inventions', 'Wrong days', 'Dropped'], ...byRules]),
    '',
    '## By models of the simulator',
    '',
    ...table([['Model and hearing', ...modelHeadings], ...byModels]),
    '',
  ].join('\n');
}

/** One line of what rules found. */
export const rulesRow = (name: string, count: Count, dropped: number): string[] => [
  name,
  percent(count.wordErrors),
  ...columns.map((column) => cell(count[column])),
  `${count.inventions.length} of ${count.items.of}`,
  String(count.wrongDays.length),
  String(dropped),
];

const modelHeadings = [
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
];

/** One line of what a model of the simulator gave. */
export const modelRow = (name: string, { count, dropped, failed }: ModelCount): string[] => [
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
  Object.entries(dropped)
    .map(([cause, times]) => `${cause} ${times}`)
    .join(', '),
  String(failed),
];

const cell = (share: Share): string => (share.of === 0 ? '' : `${share.found}/${share.of} (${percent(share)})`);

/** A table whose columns are as wide as their longest cell, as the formatter of documents wants it. */
function table([head = [], ...rows]: readonly (readonly string[])[]): string[] {
  const widths = head.map((_, at) => Math.max(3, ...[head, ...rows].map((row) => (row[at] ?? '').length)));
  const line = (cells: readonly string[]) => `| ${cells.map((text, at) => text.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}
