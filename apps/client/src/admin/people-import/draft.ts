import type { TypedPerson } from '@sidetone/contract/entities/people-import.ts';
import { mostImportedPeople } from '@sidetone/contract/rules/limits.ts';
import { readPeople } from '../first-run/read-people.ts';
import { peopleOf } from './people-of-table.ts';
import { readTable, type Separator, type TableProblem } from './read-table.ts';
import { columnsOf, hasHeading, type PersonColumn } from './table-columns.ts';

/** A list that is being prepared: how it is read, and what was corrected by hand. */
export interface Draft {
  /** The name of the file; null for a pasted table. */
  readonly name: string | null;
  readonly text: string;
  readonly separator: Separator;
  readonly rows: readonly (readonly string[])[];
  readonly isHeaded: boolean;
  readonly columns: readonly (PersonColumn | null)[];
  /** Place of a row, from 1 → what replaces its cells. */
  readonly corrected: ReadonlyMap<number, Partial<TypedPerson>>;
  readonly leftOut: ReadonlySet<number>;
}

/** A row that is checked and created; `place` counts from 1, without the heading. */
export interface DraftRow {
  readonly place: number;
  readonly person: TypedPerson;
}

/** Reads a text as a table of people. */
export function draftOf(
  name: string | null,
  text: string,
  separator: Separator = 'auto',
): Draft | { readonly problem: TableProblem } {
  const table = readTable(text, separator);
  if ('problem' in table) return table;
  const unchanged = { name, text, separator, corrected: new Map(), leftOut: new Set<number>() };
  if (table.rows.every((row) => row.length === 1)) {
    const rows = rowsOfLines(text);
    return checked({ ...unchanged, rows, isHeaded: false, columns: ['firstName', 'lastName', 'email'] });
  }
  const { rows } = table;
  const isHeaded = hasHeading(rows);
  return checked({ ...unchanged, rows, isHeaded, columns: columnsOf(rows, isHeaded) });
}

/** A list, unless it has more people than one import may have. */
const checked = (draft: Draft): Draft | { readonly problem: TableProblem } =>
  draft.rows.length - Number(draft.isHeaded) > mostImportedPeople ? { problem: 'tooMany' } : draft;

/** Lines without cells, such as `Ada Lovelace <ada@example.org>` from a mail; a heading above them is left out. */
function rowsOfLines(text: string): string[][] {
  const lines = readPeople(text);
  const isHeaded = lines.length > 1 && hasHeading([(lines[0]?.email ?? '').split(/[,;|\t]/)]);
  return (isHeaded ? lines.slice(1) : lines).map(({ firstName, lastName, email }) => [firstName, lastName, email]);
}

/** The same list with the first row read as a heading, or as a person. */
export const withHeading = (draft: Draft, isHeaded: boolean): Draft | { readonly problem: TableProblem } =>
  checked({
    ...draft,
    isHeaded,
    columns: columnsOf(draft.rows, isHeaded),
    corrected: new Map(),
    leftOut: new Set(),
  });

/** The same list with another meaning of a column, which then no other column has. */
export const withColumn = (draft: Draft, at: number, column: PersonColumn | null): Draft => ({
  ...draft,
  columns: draft.columns.map((other, place) => (place === at ? column : other === column ? null : other)),
});

/** The same list with a row corrected. */
export const corrected = (draft: Draft, place: number, what: Partial<TypedPerson>): Draft => ({
  ...draft,
  corrected: new Map(draft.corrected).set(place, { ...draft.corrected.get(place), ...what }),
});

/** The same list without a row. */
export const without = (draft: Draft, place: number): Draft => ({
  ...draft,
  leftOut: new Set(draft.leftOut).add(place),
});

/** The rows of a list as they are now. */
export const rowsOf = ({ rows, columns, isHeaded, corrected, leftOut }: Draft): DraftRow[] =>
  peopleOf(rows, columns, isHeaded)
    .map((person, at) => ({ place: at + 1, person: { ...person, ...corrected.get(at + 1) } }))
    .filter(({ place }) => !leftOut.has(place));
