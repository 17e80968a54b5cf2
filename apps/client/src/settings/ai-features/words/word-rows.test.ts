import type { CustomWord } from '@sidetone/contract/entities/feature.ts';
import { customWordList } from '@sidetone/contract/entities/feature.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSameList, linesOf, listOf, merged, pasted, problemsOf, switched, typed, withRoom } from './word-rows.ts';

const word = (id: string, value: string, enabled = value !== ''): CustomWord => ({ id, value, enabled });
const ids = () => {
  let count = 0;
  return () => {
    count += 1;
    return `new${count}`;
  };
};
const values = (rows: readonly CustomWord[]) => rows.map(({ value }) => value);
const full = Array.from({ length: 100 }, (_, at) => word(`w${at}`, `Wort ${at}`));

test('SAI-030 to -032: typing switches on, emptying switches off, and only what has a value is switched', () => {
  const rows = [word('a', 'Reefer', false), word('b', '')];
  expect(typed(rows, 'a', 'Reefers')[0]).toEqual(word('a', 'Reefers', true));
  expect(typed(rows, 'a', '  ')[0]).toEqual(word('a', '  ', false));
  expect(typed(rows, 'b', 'L')[1]).toEqual(word('b', 'L', true));
  expect(switched(rows, 'b', true)[1]?.enabled).toBe(false);
  expect(switched(rows, 'a', true)[0]?.enabled).toBe(true);
  expect(typed(rows, 'a', 'x'.repeat(60))[0]?.value).toHaveLength(50);
});

test('SSET-045: there is always an empty row at the end, until the list is full', () => {
  expect(withRoom([], ids())).toEqual([word('new1', '')]);
  expect(withRoom([word('a', 'Reefer'), word('b', '')], ids())).toHaveLength(2);
  expect(withRoom([word('a', '')], ids())).toEqual([word('a', '')]);
  expect(withRoom(full, ids())).toEqual(full);
  expect(withRoom([...full, word('x', '')], ids())).toEqual(full);
  expect(withRoom(full.slice(1), ids())).toHaveLength(100);
});

describe('a paste', () => {
  test('of one line is no list', () => {
    expect(linesOf('Kranich Logistik')).toBeNull();
    expect(linesOf('Kranich Logistik\n\n')).toBeNull();
    expect(linesOf('\r\n a \u00ad\r\nb\tc\n')).toEqual(['a', 'b', 'c']);
  });

  test('of many makes many rows, the first in the empty row', () => {
    const { rows, last, leftOut } = pasted([word('a', 'Reefer'), word('b', '')], 'b', ['Lütte', 'Gate-in'], ids());
    expect(values(rows)).toEqual(['Reefer', 'Lütte', 'Gate-in', '']);
    expect(rows.map(({ enabled }) => enabled)).toEqual([true, true, true, false]);
    expect([rows[1]?.id, last, leftOut]).toEqual(['b', rows[2]?.id, 0]);
  });

  test('leaves out what is there, what is no word, and what has no room', () => {
    const rows = [word('a', 'Reefer'), word('b', '')];
    const lines = ['REEFER', 'Lütte', 'lütte', '…', 'x'.repeat(51)];
    expect(pasted(rows, 'a', lines, ids())).toMatchObject({ leftOut: 4 });
    expect(values(pasted(rows, 'a', lines, ids()).rows)).toEqual(['Reefer', 'Lütte', '']);
    const few = withRoom(full.slice(2), ids());
    const much = pasted(few, few.at(-1)?.id ?? '', ['a', 'b', 'c', 'd'], ids());
    expect([much.rows.length, much.leftOut, much.rows.at(-1)?.value]).toEqual([100, 2, 'b']);
    expect(pasted(full, 'w0', ['a', 'b'], ids())).toMatchObject({ rows: full, last: null, leftOut: 2 });
  });
});

test('a word that is there already, or has no letters, is not in the list, and neither are empty rows', () => {
  const rows = [word('a', ' Reefer '), word('b', ''), word('c', 'reefer'), word('d', '!'), word('e', 'Lütte', false)];
  expect([...problemsOf(rows)]).toEqual([
    ['c', 'repeated'],
    ['d', 'noLetters'],
  ]);
  expect(listOf(rows)).toEqual([word('a', 'Reefer'), word('e', 'Lütte', false)]);
  // Two lists that became one may be longer than a list may be.
  const tooMany = [...full, word('x', 'Noch eins')];
  expect([...problemsOf(tooMany)]).toEqual([['x', 'noRoom']]);
  expect(listOf(tooMany)).toEqual(full);
});

describe('with what colleagues did meanwhile', () => {
  const base = [word('a', 'Reefer'), word('b', 'Lütte'), word('c', 'Gate-in')];
  const open = word('z', '');

  test('each word that was changed here stays, and all others are theirs', () => {
    const mine = [word('a', 'Reefers'), word('b', 'Lütte'), word('c', 'Gate-in'), word('n', 'Neu'), open];
    const theirs = [word('a', 'Rifer'), word('b', 'Lütte', false), word('t', 'Ihres'), word('c', 'Gate-In')];
    expect(merged(mine, base, theirs, null)).toEqual([
      word('a', 'Reefers'),
      word('b', 'Lütte', false),
      word('t', 'Ihres'),
      word('c', 'Gate-In'),
      word('n', 'Neu'),
      open,
    ]);
  });

  test('what they deleted is gone, unless it was changed here; what was cleared here stays cleared', () => {
    const mine = [word('a', ''), word('b', 'Lütt'), word('c', 'Gate-in'), open];
    expect(merged(mine, base, [word('a', 'Reefer')], null)).toEqual([word('a', ''), word('b', 'Lütt'), open]);
  });

  test('the same new word is theirs, unless somebody is in it', () => {
    const mine = [...base, word('n', 'neu'), open];
    const theirs = [...base, word('t', 'Neu')];
    expect(values(merged(mine, base, theirs, null))).toEqual(['Reefer', 'Lütte', 'Gate-in', 'Neu', '']);
    expect(values(merged(mine, base, theirs, 'n'))).toEqual(['Reefer', 'Lütte', 'Gate-in', 'Neu', 'neu', '']);
  });

  test('a first list of theirs stands before the empty row', () => {
    expect(merged([open], [], base, 'z')).toEqual([...base, open]);
  });

  test('whatever both did, the result can be kept, and nothing that was typed here is lost', () => {
    const value = fc.constantFrom('', 'Reefer', 'reefer', 'Lütte', 'Gate-in', 'Q', '!', 'Neu', 'Tor 4');
    const list = (prefix: string) =>
      fc.array(fc.tuple(fc.nat(5), value, fc.boolean()), { maxLength: 6 }).map((made) => {
        const rows = new Map<string, CustomWord>();
        for (const [id, text, on] of made) rows.set(`${prefix}${id}`, word(`${prefix}${id}`, text, on && text !== ''));
        return [...rows.values()];
      });
    const edits = fc.array(fc.tuple(fc.nat(8), value), { maxLength: 4 });
    const edited = (rows: readonly CustomWord[], made: (readonly [number, string])[]) =>
      made.reduce((now, [at, text]) => typed(now, now[at]?.id ?? '', text), rows);
    fc.assert(
      fc.property(list('a'), edits, edits, list('m'), list('t'), (first, mineMade, theirMade, mineNew, theirNew) => {
        const before = listOf(first);
        const mine = [...edited(before, mineMade), ...mineNew];
        const theirs = listOf([...edited(before, theirMade), ...theirNew]);
        const both = merged(mine, before, theirs, null);
        const kept = listOf(both);
        expect(customWordList.safeParse(kept).success).toBe(true);
        const keys = new Set(kept.map((row) => row.value.toLowerCase()));
        const was = new Map(before.map((row) => [row.id, row]));
        for (const row of listOf(mine)) {
          if (was.get(row.id)?.value !== row.value) expect(keys).toContain(row.value.toLowerCase());
        }
        // A second time nothing changes.
        expect(isSameList(listOf(merged(both, theirs, theirs, null)), kept)).toBe(true);
      }),
    );
  });
});
