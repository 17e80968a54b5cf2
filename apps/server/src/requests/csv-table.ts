import { harmlessCell } from './harmless-cell.ts';

type Cell = string | number | null;

interface CsvTable<Row> {
  readonly heads: readonly string[];
  /** The rows, a portion at a time. */
  readonly portions: AsyncIterable<readonly Row[]>;
  readonly cellsOf: (row: Row) => readonly Cell[];
  /** Excel expects a semicolon where numbers have a decimal comma. */
  readonly separator?: ',' | ';';
}

/** A table as CSV (RFC 4180), with a byte order mark for Excel, in the pieces that its rows come in. */
export async function* csvTable<Row>(table: CsvTable<Row>): AsyncGenerator<string> {
  const { heads, portions, cellsOf, separator = ',' } = table;
  const line = (cells: readonly Cell[]): string => `${cells.map(shown).join(separator)}\r\n`;
  yield `\uFEFF${line(heads)}`;
  for await (const rows of portions) yield rows.map((row) => line(cellsOf(row))).join('');
}

/** Words of others are no formula in any program; numbers of ours are numbers. */
function shown(cell: Cell): string {
  const harmless = typeof cell === 'string' ? harmlessCell(cell) : String(cell ?? '');
  return /[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
