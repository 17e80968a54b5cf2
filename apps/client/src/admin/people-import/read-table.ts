import { mostImportedPeople } from '@sidetone/contract/rules/limits.ts';
import { parse } from 'csv-parse/browser/esm/sync';

/** More than a list of people needs. */
export const largestFileBytes = 5 * 1_000_000;

/** The limits of a list as words name them. */
export const tableLimits = { most: mostImportedPeople, megabytes: largestFileBytes / 1_000_000 } as const;

/** What stands between the cells of a table. */
const signs = { semicolon: ';', comma: ',', tab: '\t', bar: '|' } as const;
/** `auto` finds it out. */
export const separators = ['auto', 'semicolon', 'comma', 'tab', 'bar'] as const;
export type Separator = (typeof separators)[number];

/** What came: rows of cells, each as it is in the file. */
export interface Table {
  readonly rows: readonly (readonly string[])[];
}

/**
 * Why it is no table of people. `notATable`: a PDF, a workbook or something else that is no text; `openQuote`: a quote that
 * nobody closed has swallowed rows.
 */
export type TableProblem = 'empty' | 'notATable' | 'tooLarge' | 'tooMany' | 'openQuote';

/**
 * The text of a file: by its byte order mark, else UTF-16 where every other byte is zero, else UTF-8, and where that does
 * not fit, Windows-1252, as older versions of Excel write it.
 */
export function decodeTable(bytes: Uint8Array): { readonly text: string } | { readonly problem: TableProblem } {
  if (bytes.length === 0) return { problem: 'empty' };
  if (bytes.length > largestFileBytes) return { problem: 'tooLarge' };
  const text = decode(bytes);
  // Workbooks are zip files, PDFs say what they are, and pictures have characters that no text has.
  return text.startsWith('PK\u0003\u0004') || text.startsWith('%PDF') || text.includes('\0')
    ? { problem: 'notATable' }
    : { text };
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const head = bytes.subarray(0, 200);
  const zeros = (offset: 0 | 1) => head.filter((byte, at) => at % 2 === offset && byte === 0).length;
  if (head.length >= 8 && zeros(1) > head.length / 4) return new TextDecoder('utf-16le').decode(bytes);
  if (head.length >= 8 && zeros(0) > head.length / 4) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The rows of a text; empty lines are left out. */
export function readTable(text: string, separator: Separator = 'auto'): Table | { readonly problem: TableProblem } {
  const plain = text.replace(/^\uFEFF/, '');
  if (plain.trim() === '') return { problem: 'empty' };
  const said = /^"?sep=(.)"?\r?\n/i.exec(plain);
  const body = said ? plain.slice(said[0].length) : plain;
  const delimiter = separator === 'auto' ? (said?.[1] ?? separatorOf(body)) : signs[separator];
  const rows = cellsOf(body, delimiter);
  if (rows === null) return { problem: 'openQuote' };
  const full = rows.filter((row) => row.some((cell) => cell !== ''));
  if (full.length === 0) return { problem: 'empty' };
  if (full.some((row) => row.some((cell) => cell.includes('\n') && cell.includes(delimiter)))) {
    return { problem: 'openQuote' };
  }
  // The heading is no person.
  if (full.length > mostImportedPeople + 1) return { problem: 'tooMany' };
  return { rows: full };
}

/** The cells of each row of a text; null where a quote is never closed. */
export function cellsOf(text: string, delimiter: string): string[][] | null {
  try {
    return parse(text, {
      delimiter,
      max_record_size: 100_000,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    });
  } catch {
    return null;
  }
}

/** What there is most of in the first line, outside of quotes. */
export function separatorOf(text: string): string {
  const line = (text.trimStart().split(/[\r\n]/)[0] ?? '').replace(/"[^"]*"/g, '');
  const count = (sign: string) => line.split(sign).length;
  return [';', '\t', '|'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',');
}
