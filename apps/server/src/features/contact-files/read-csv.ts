import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { numberLabelOf } from '../../integrations/vcard/number-labels.ts';
import { readCell } from '../../requests/harmless-cell.ts';
import { type CsvColumn, type CsvText, columnOf } from './csv-headings.ts';
import type { FileContact, FileEntry } from './file-contact.ts';

/** A file has nothing that could be contacts. `start` is how it begins. */
export class FileUnreadable extends Error {
  override name = 'FileUnreadable';
  readonly start: string;
  constructor(start: string) {
    super('The file has no contacts.');
    this.start = start.slice(0, 200);
  }
}

/** More in one cell or line is a quote that nobody closed. In characters. */
const longestRecord = 1_000_000;
/** What a contact keeps of a cell, and of one of several in it, is shorter: the next step reports it. In characters. */
const longestCell = 4000;
const longestOfSeveral = 300;

/**
 * The contacts of a table: commas, semicolons or tabs between, quotes around what has line ends. Throws `FileUnreadable` where no heading
 * says where names, e-mail addresses or numbers stand.
 */
export async function* readCsv(pieces: AsyncIterable<string>): AsyncGenerator<FileEntry> {
  const { head, all } = await peek(pieces);
  const broken: { place: number; start: string }[] = [];
  const separator = separatorOf(head);
  const parser = parse({
    bom: true,
    delimiter: separator,
    info: true,
    max_record_size: longestRecord,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip(error) {
      const line = Number(error?.['lines'] ?? 0);
      broken.push({ place: Math.max(1, line), start: error?.code ?? '' });
      return undefined;
    },
  });
  // What breaks while the file is read is thrown to the reader of the parser, and a reader who stops closes the file.
  pipeline(Readable.from(all), parser, () => {});
  let columns: (CsvColumn | null)[] | null = null;
  for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
    if (columns === null) {
      if (/^sep=/i.test(record[0] ?? '')) continue;
      columns = columnsOf(record);
      const ignored = record.filter((heading, at) => heading.trim() !== '' && !columns?.[at]);
      if (ignored.length > 0) yield { place: 1, contact: 'ignoredColumns', start: ignored.join(', ').slice(0, 200) };
      continue;
    }
    if (record.every((cell) => cell.trim() === '')) continue;
    if (hasSwallowedRows(record, columns.length, separator)) {
      yield* linesOf(record, info.lines, separator);
      continue;
    }
    yield { place: info.lines, contact: contactOf(record, columns), start: record.join(', ').slice(0, 200) };
  }
  if (columns === null) throw new FileUnreadable(head);
  // The parser is ahead of us; at the end they come in the same order for every reader, which resuming after a crash needs.
  yield* broken.map(unreadable);
}

/** So many separators in a cell of several lines are a table of their own. */
const mostSeparators = 24;

/**
 * Whether a quote that nobody closed has made one cell of what follows, up to the next quote: within it stand lines that look
 * like rows, or the record lacks the cells that one of its own has.
 */
function hasSwallowedRows(record: readonly string[], columns: number, separator: string): boolean {
  const ofRow = Math.max(1, columns - 1);
  return record.some((cell) => {
    if (!cell.includes('\n')) return false;
    const counts = cell.split('\n').map((line) => line.split(separator).length - 1);
    const all = counts.reduce((sum, count) => sum + count, 0);
    const within = counts.slice(1, -1);
    const rows = within.filter((count) => count === ofRow).length;
    const isTable = rows > 0 && rows * 2 >= within.length;
    return isTable || all >= mostSeparators || (record.length < columns && all >= ofRow);
  });
}

/** Each line of what nobody can tell apart, so that who is missing can be found in the file. */
const linesOf = (record: readonly string[], lastLine: number, separator: string): FileEntry[] => {
  const lines = record.join(separator).split(/\r?\n/);
  return lines.map((start, at) =>
    unreadable({ place: Math.max(1, lastLine - lines.length + 1 + at), start: start.slice(0, 200) }),
  );
};

const unreadable = ({ place, start }: { place: number; start: string }): FileEntry => ({ place, contact: null, start });

const columnsOf = (headings: readonly string[]): (CsvColumn | null)[] => {
  const columns = headings.map(columnOf);
  const useful = new Set(['name', 'firstName', 'lastName', 'organization', 'email', 'number']);
  if (!columns.some((column) => column && useful.has(column.is))) throw new FileUnreadable(headings.join(', '));
  return columns;
};

/** Enough of the text to see its first line, and all of it. */
const peek = async (pieces: AsyncIterable<string>): Promise<{ head: string; all: AsyncIterable<string> }> => {
  const source = pieces[Symbol.asyncIterator]();
  let head = '';
  while (head.length < 10_000) {
    const { value, done } = await source.next();
    if (done) break;
    head += value;
  }
  async function* all() {
    try {
      yield head;
      yield* { [Symbol.asyncIterator]: () => source };
    } finally {
      await source.return?.();
    }
  }
  return { head, all: all() };
};

/** What separates the headings: what a line `sep=` says, else what there is most of outside of quotes. */
const separatorOf = (head: string): string => {
  const said = /^\uFEFF?"?sep=(.)/i.exec(head)?.[1];
  if (said) return said;
  const line = (head.replace(/^\uFEFF?\s+/, '').split(/[\r\n]/)[0] ?? '').replace(/"[^"]*"/g, '');
  const count = (sign: string) => line.split(sign).length;
  return [';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',');
};

const contactOf = (record: readonly string[], columns: readonly (CsvColumn | null)[]): FileContact => {
  const cells = columns.flatMap((column, at) => {
    const cell = (record[at] ?? '').trimStart();
    // A cell of numbers has many, and the last one must not be cut to another.
    const value = readCell(column?.is === 'number' ? cell : cell.slice(0, longestCell)).trim();
    return column === null || value === '' ? [] : [{ column, value }];
  });
  const text = (is: CsvText) => cells.find(({ column }) => column.is === is)?.value ?? null;
  const [firstName, lastName] = [text('firstName'), text('lastName')];
  const parts = [text('prefix'), firstName, text('middleName'), lastName, text('suffix')].filter(Boolean);
  const labels = new Map(
    cells.flatMap(({ column, value }) => (column.is === 'numberLabel' ? [[column.of, value] as const] : [])),
  );
  return {
    uid: text('uid'),
    name: text('name') ?? ((firstName ?? lastName) ? parts.join(' ') : text('organization')),
    firstName,
    lastName,
    organization: text('organization'),
    // Google puts several into one cell.
    email: severalOf(text('email') ?? '')[0] ?? null,
    phoneNumbers: cells.flatMap(({ column, value }) => {
      if (column.is !== 'number') return [];
      const said = labels.get(column.of);
      const label = said === undefined ? column.label : numberLabelOf(said);
      return severalOf(value).map((number) => ({ label, number }));
    }),
    avatarUrl: text('picture'),
    original: null,
  };
};

const severalOf = (cell: string): string[] =>
  cell
    .split(/:::|\n/)
    .map((one) => one.replace(/\s+/g, ' ').trim().slice(0, longestOfSeveral))
    .filter(Boolean);
