import type { CustomWord } from '@sidetone/contract/entities/feature.ts';
import { cleanWord, problemOfWord, repeatedWords, wordKey } from '@sidetone/contract/rules/ai/custom-words.ts';
import { maxCustomWordCharacters, maxCustomWords } from '@sidetone/contract/rules/limits.ts';

/** The rows of the page as they are typed: the last one is empty as long as there is room, and rows that were cleared stay. */
export type Rows = readonly CustomWord[];

/** Why a row that has text is not in the list. */
export type RowProblem = 'repeated' | 'noLetters' | 'noRoom';

const isBlank = ({ value }: CustomWord): boolean => cleanWord(value) === '';
export const withoutBlank = (rows: Rows): Rows => rows.filter((row) => !isBlank(row));
export const countOf = (rows: Rows): number => withoutBlank(rows).length;
export const countOn = (rows: Rows): number => rows.filter((row) => row.enabled && !isBlank(row)).length;
export const hasRoom = (rows: Rows): boolean => countOf(rows) < maxCustomWords;

/** With an empty row at its end, to type the next word into; without one where the list is full. SSET-045 */
export function withRoom(rows: Rows, newId: () => string): Rows {
  const last = rows.at(-1);
  const isReady = last !== undefined && isBlank(last);
  if (!hasRoom(rows)) return isReady ? rows.slice(0, -1) : rows;
  return isReady ? rows : [...rows, { id: newId(), value: '', enabled: false }];
}

/** SAI-030, SAI-031: a word that is typed is on, and an empty one off. */
export function typed(rows: Rows, id: string, value: string): Rows {
  return rows.map((row) => {
    if (row.id !== id || row.value === value) return row;
    const next = { id, value: value.slice(0, maxCustomWordCharacters) };
    return { ...next, enabled: !isBlank({ ...next, enabled: true }) };
  });
}

/** SAI-032: only what has a value is switched. */
export const switched = (rows: Rows, id: string, enabled: boolean): Rows =>
  rows.map((row) => (row.id === id && !isBlank(row) ? { ...row, enabled } : row));

/** What became of pasted lines. */
export interface Pasted {
  readonly rows: Rows;
  /** The row that was pasted last; null where none was. */
  readonly last: string | null;
  /** Lines that are longer than a word may be, that are there already, or that have no room. */
  readonly leftOut: number;
}

/** The words of a text of many lines, or of the cells of a table; null for a text that is one word. */
export function linesOf(text: string): readonly string[] | null {
  const lines = text
    .split(/[\r\n\t\v\f\u0085\u2028\u2029]+/)
    .map(cleanWord)
    .filter((line) => line !== '');
  return lines.length > 1 ? lines : null;
}

/** Each line becomes a row: the first in the row that is pasted into where that is empty, the rest below it. */
export function pasted(rows: Rows, id: string, lines: readonly string[], newId: () => string): Pasted {
  const known = new Set(rows.filter((row) => !isBlank(row)).map(({ value }) => wordKey(value)));
  const room = maxCustomWords - countOf(rows);
  const taken: CustomWord[] = [];
  for (const line of lines) {
    if (taken.length === room || problemOfWord(line) !== null || known.has(wordKey(line))) continue;
    known.add(wordKey(line));
    taken.push({ id: newId(), value: line, enabled: true });
  }
  const at = rows.findIndex((row) => row.id === id);
  const into = rows[at];
  const isInto = into !== undefined && isBlank(into) && taken.length > 0;
  const added = isInto ? [{ ...taken[0], id, value: taken[0]?.value ?? '', enabled: true }, ...taken.slice(1)] : taken;
  const next = [...rows.slice(0, isInto ? at : at + 1), ...added, ...rows.slice(at + 1)];
  return { rows: withRoom(next, newId), last: added.at(-1)?.id ?? null, leftOut: lines.length - taken.length };
}

/** What keeps rows out of the list, by their ids. */
export function problemsOf(rows: Rows): ReadonlyMap<string, RowProblem> {
  const problems = new Map<string, RowProblem>();
  const repeated = repeatedWords(rows.map(({ value }) => value));
  let room = maxCustomWords;
  for (const [at, row] of rows.entries()) {
    if (isBlank(row)) continue;
    if (repeated.has(at)) problems.set(row.id, 'repeated');
    else if (problemOfWord(cleanWord(row.value)) === 'noLetters') problems.set(row.id, 'noLetters');
    else if (room === 0) problems.set(row.id, 'noRoom');
    else room -= 1;
  }
  return problems;
}

/** The list that these rows are: words as they are kept, and nothing that could not be. */
export function listOf(rows: Rows): readonly CustomWord[] {
  const problems = problemsOf(rows);
  return rows
    .filter((row) => !isBlank(row) && !problems.has(row.id))
    .map(({ id, value, enabled }) => ({ id, value: cleanWord(value), enabled }));
}

/** Whether two lists have the same words; their order is that of whoever looks. */
export function isSameList(one: readonly CustomWord[], other: readonly CustomWord[]): boolean {
  const known = new Map(other.map((word) => [word.id, word]));
  return (
    one.length === other.length &&
    one.every(({ id, value, enabled }) => known.get(id)?.value === value && known.get(id)?.enabled === enabled)
  );
}

/**
 * Brings together what was typed here over `base` and what the list is now: each word that was changed here stays as it was typed, all
 * others are as colleagues left them, and theirs that are new stand where they put them. A new word of ours that they added too
 * is theirs, unless it is being edited.
 */
export function merged(
  rows: Rows,
  base: readonly CustomWord[],
  theirs: readonly CustomWord[],
  edited: string | null,
): Rows {
  const was = new Map(base.map((word) => [word.id, word]));
  const now = new Map(theirs.map((word) => [word.id, word]));
  const isOurs = (row: CustomWord): boolean => {
    const before = was.get(row.id);
    if (!before) return !isBlank(row);
    return before.value !== cleanWord(row.value) || before.enabled !== row.enabled;
  };
  const ours = new Set(rows.filter(isOurs).map(({ id }) => id));
  const keys = new Set(theirs.filter(({ id }) => !ours.has(id)).map(({ value }) => wordKey(value)));
  const kept = rows.flatMap((row) => {
    const their = now.get(row.id);
    if (their) return [ours.has(row.id) ? row : { ...their, value: row.id === edited ? row.value : their.value }];
    if (was.has(row.id) && !ours.has(row.id)) return [];
    const isTwice = !isBlank(row) && keys.has(wordKey(row.value)) && row.id !== edited;
    return isTwice ? [] : [row];
  });
  const ids = new Set(kept.map(({ id }) => id));
  const result = [...kept];
  for (const [at, word] of theirs.entries()) {
    if (ids.has(word.id) || was.has(word.id)) continue;
    const before = theirs.slice(0, at).findLast(({ id }) => ids.has(id));
    result.splice(before ? result.findIndex(({ id }) => id === before.id) + 1 : 0, 0, word);
    ids.add(word.id);
  }
  return result;
}
