import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { fold, foldedWith, foldSpeltOut, wordsOf } from './fold.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** Every character of the first plane, without a block of signs for linguists that grows with each version of Unicode. */
const characters = Array.from({ length: 0xffff }, (_, code) => code)
  .filter((code) => code > 0 && (code < 0xa700 || code > 0xa7ff) && (code < 0xd800 || code > 0xf8ff))
  .map((code) => String.fromCodePoint(code))
  .concat(['😀', '𝔐', '𠮷']);

test('the database folds every character as the server does', async () => {
  const { rows } = await sql<{ written: string; folded: string; spelt: string; words: string }>`
    select written, fold_text(written) as folded, fold_spelt_out(written) as spelt, plain_words(fold_text(written)) as words
    from unnest(${characters.map((one) => `a${one}b`)}::text[]) as written`.execute(database.db);
  const different = rows.filter(
    ({ written, folded, spelt, words }) =>
      folded !== fold(written) || spelt !== foldSpeltOut(written) || words !== wordsOf(fold(written)).join(' '),
  );
  expect(rows).toHaveLength(characters.length);
  expect(different.map(({ written }) => written)).toEqual([]);
});

test('a piece of a folded text is returned as it was written', () => {
  const straight = foldedWith('Großer Müller', fold);
  expect(straight.folded).toBe('grosser muller');
  expect(straight.written(0, 5)).toBe('Groß');
  const spelt = foldedWith('Großer Müller', foldSpeltOut);
  expect(spelt.folded).toBe('grosser mueller');
  expect(spelt.written(8, 11)).toBe('Mü');
  expect(foldedWith("O'Brien", fold).written(0, 6)).toBe("O'Brien");
});
