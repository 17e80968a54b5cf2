type Cell = string | number | null;

interface CsvTable<Row> {
  readonly heads: readonly string[];
  /** The rows, a portion at a time. */
  readonly portions: AsyncIterable<readonly Row[]>;
  readonly cellsOf: (row: Row) => readonly Cell[];
  /** Excel wants a semicolon where a comma stands in numbers. */
  readonly separator?: ',' | ';';
}

/** A table as CSV (RFC 4180), with a byte order mark for Excel, in the pieces that its rows come in. */
export async function* csvTable<Row>(table: CsvTable<Row>): AsyncGenerator<string> {
  const { heads, portions, cellsOf, separator = ',' } = table;
  const line = (cells: readonly Cell[]): string => `${cells.map(shown).join(separator)}\r\n`;
  yield `\uFEFF${line(heads)}`;
  for await (const rows of portions) yield rows.map((row) => line(cellsOf(row))).join('');
}

/** What a program could take for a formula begins with an apostrophe: everyone's words stand here. A number in E.164 is none. */
function shown(cell: Cell): string {
  const text = String(cell ?? '');
  const isFormula = typeof cell === 'string' && /^[\s'"]*[=+\-@＝＋－＠\t\r]/u.test(text) && !/^\+[0-9]+$/.test(text);
  const harmless = isFormula ? `'${text}` : text;
  return /[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
