import { type TypedPerson, typedPerson } from '@sidetone/contract/entities/people-import.ts';
import type { PersonColumn } from './table-columns.ts';

/** Longer cells are no names, numbers or addresses; what is cut off keeps them wrong. */
export const longestCell = 300;

/** The people of a table, each cell where its column belongs. */
export const peopleOf = (
  rows: readonly (readonly string[])[],
  columns: readonly (PersonColumn | null)[],
  isHeaded: boolean,
): TypedPerson[] => (isHeaded ? rows.slice(1) : rows).map((row) => personOf(row, columns));

function personOf(row: readonly string[], columns: readonly (PersonColumn | null)[]): TypedPerson {
  const cells: Partial<Record<PersonColumn, string>> = {};
  for (const [at, column] of columns.entries()) {
    // A quote before a number keeps spreadsheets from calculating with it.
    if (column !== null) cells[column] = (row[at] ?? '').replace(/^'(?=[+0-9])/, '').slice(0, longestCell);
  }
  const { name, ...given } = cells;
  return typedPerson.parse(name === undefined ? given : { ...splitName(name), ...given });
}

/** First and last name: `Lovelace, Ada`, else the last word is the last name. */
function splitName(name: string): { firstName: string; lastName: string } {
  const [last = '', first] = name.split(',').map((part) => part.trim());
  if (first !== undefined && first !== '') return { firstName: first, lastName: last };
  const words = name.trim().split(/\s+/);
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' };
}
