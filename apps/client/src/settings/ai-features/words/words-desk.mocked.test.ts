import type { CustomWord, CustomWords } from '@sidetone/contract/entities/feature.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, type ApiErrorCode } from '#live/line/api-error.ts';
import { type Draft, saveAfterMs, wordsDesk } from './words-desk.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const word = (id: string, value: string, enabled = value !== ''): CustomWord => ({ id, value, enabled });

/** A server with one list, and a browser that keeps a draft. */
function world(first: readonly CustomWord[] = [], kept: Draft | null = null) {
  let list: CustomWords = { words: [...first], rev: 1 };
  let fails: ApiErrorCode | null = null;
  let draft = kept;
  let count = 0;
  const told: string[] = [];
  const chances: (() => void)[] = [];
  const writes: string[][] = [];
  let held: Promise<void> | null = null;
  let isLost = false;
  const write = async (asked: CustomWords): Promise<CustomWords> => {
    await Promise.resolve();
    if (fails !== null) throw new ApiError(fails, 'as the test wants');
    if (asked.rev !== list.rev) throw new ApiError('CONFLICT', 'another revision');
    writes.push(asked.words.map(({ value }) => value));
    list = { words: asked.words, rev: list.rev + 1 };
    const answered = list;
    const [waits, isNeverTold] = [held, isLost];
    if (waits !== null) await waits;
    if (isNeverTold) throw new ApiError('UNAVAILABLE', 'the answer was lost');
    return answered;
  };
  const desk = wordsDesk({
    write,
    writeUrgently: (asked) => void write(asked).catch(() => undefined),
    read: async () => list,
    kept: {
      read: () => draft,
      write(next) {
        draft = next;
      },
    },
    newId() {
      count += 1;
      return `new${count}`;
    },
    whenReachable: (run) => void chances.push(run),
    onFirstSaved: () => void told.push('saved'),
    onBoth: () => void told.push('both'),
    onRefused: (code) => void told.push(code),
  });
  const rows = () => desk.state.getState().rows ?? [];
  return {
    desk,
    told,
    writes,
    rows,
    values: () => rows().map(({ value }) => value),
    server: () => list.words.map(({ value }) => value),
    draft: () => draft,
    /** Types into the empty row at the end. */
    adds: (value: string) => desk.type(rows().at(-1)?.id ?? '', value),
    theyWrite(words: readonly CustomWord[]) {
      list = { words: [...words], rev: list.rev + 1 };
      return list;
    },
    fail(code: ApiErrorCode | null) {
      fails = code;
    },
    hears: () => desk.hear(list),
    /** Answers are on their way from now on, until the returned function is called. */
    holdAnswers() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return () => {
        held = null;
        resolve();
      };
    },
    /** The server does what it is asked, and nobody hears of it. */
    loseAnswers(value: boolean) {
      isLost = value;
    },
    tick: (ms = saveAfterMs) => vi.advanceTimersByTimeAsync(ms),
    chance: () => {
      for (const run of chances.splice(0)) run();
      return vi.advanceTimersByTimeAsync(0);
    },
  };
}

test('it is saved half a second after the last letter, in one piece', async () => {
  const { desk, hears, adds, rows, tick, writes, told, draft } = world();
  hears();
  adds('R');
  const [row] = rows();
  for (const value of ['Re', 'Ree', 'Reefer']) {
    await tick(saveAfterMs - 1);
    desk.type(row?.id ?? '', value);
  }
  expect(writes).toEqual([]);
  expect(draft()?.rows[0]?.value).toBe('Reefer');
  await tick();
  expect([writes, told]).toEqual([[['Reefer']], ['saved']]);
  expect(desk.state.getState()).toMatchObject({ status: 'saved', savedAt: expect.any(Date) });
  expect(draft()).toBeNull();
});

test('a word that comes and goes before that is not saved', async () => {
  const { desk, hears, adds, rows, tick, writes, draft } = world();
  hears();
  adds('Reefer');
  desk.type(rows()[0]?.id ?? '', '');
  await tick();
  expect([writes, draft()]).toEqual([[], null]);
});

test('what is typed while the list is being saved is saved after it', async () => {
  const { hears, adds, tick, server, desk, rows } = world();
  hears();
  adds('Reefer');
  const saving = tick();
  desk.flush();
  adds('Lütte');
  await saving;
  await tick();
  expect(server()).toEqual(['Reefer', 'Lütte']);
  expect(rows().map(({ value }) => value)).toEqual(['Reefer', 'Lütte', '']);
});

test('what is taken back in a row while it is being saved stays so, whenever the saved list is heard', async () => {
  for (const isHeardFirst of [true, false]) {
    const { desk, hears, rows, values, server, tick, holdAnswers } = world([word('a', 'Reefer')]);
    hears();
    desk.type('a', 'Reefers');
    const answer = holdAnswers();
    await tick();
    expect(server()).toEqual(['Reefers']);
    // The row is left by then.
    desk.type('a', 'Reefer');
    desk.enter(null);
    if (isHeardFirst) hears();
    answer();
    await tick(0);
    if (!isHeardFirst) hears();
    expect(values()[0]).toBe('Reefer');
    await tick();
    expect([server(), rows()[0]?.value]).toEqual([['Reefer'], 'Reefer']);
  }
});

test('where the answer was lost, the list that is heard is known as our own', async () => {
  const { desk, hears, values, server, tick, chance, fail, loseAnswers } = world([word('a', 'Reefer')]);
  hears();
  desk.type('a', 'Reefers');
  loseAnswers(true);
  await tick();
  expect(server()).toEqual(['Reefers']);
  desk.type('a', 'Reefer');
  hears();
  expect(values()[0]).toBe('Reefer');
  loseAnswers(false);
  fail(null);
  await chance();
  await tick();
  expect(server()).toEqual(['Reefer']);
});

test('in any order of typing, saving, hearing and lost answers the last word of each row reaches the server', async () => {
  const step = fc.oneof(
    fc.record({
      do: fc.constant('type' as const),
      row: fc.constantFrom('a', 'b'),
      what: fc.constantFrom('new' as const, 'first' as const, 'nothing' as const),
    }),
    fc.record({
      do: fc.constantFrom('hear' as const, 'leave' as const, 'answer' as const, 'hold' as const),
    }),
    fc.record({ do: fc.constantFrom('lose' as const, 'reach' as const, 'chance' as const) }),
    fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1, saveAfterMs - 1, saveAfterMs) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const one = world([word('a', 'Apfel'), word('b', 'Birne')]);
      one.hears();
      const first: Record<string, string> = { a: 'Apfel', b: 'Birne' };
      const last = { ...first };
      let answer = () => {};
      let count = 0;
      for (const each of steps) {
        if (each.do === 'type') {
          count += 1;
          const value = { new: `${each.row}${count}`, first: first[each.row] ?? '', nothing: '' }[each.what];
          last[each.row] = value;
          one.desk.enter(each.row);
          one.desk.type(each.row, value);
        } else if (each.do === 'hear') one.hears();
        else if (each.do === 'leave') one.desk.enter(null);
        else if (each.do === 'hold') {
          answer();
          answer = one.holdAnswers();
        } else if (each.do === 'answer') answer();
        else if (each.do === 'lose') one.loseAnswers(true);
        else if (each.do === 'reach') one.loseAnswers(false);
        else if (each.do === 'chance') await one.chance();
        else if (each.do === 'wait') await one.tick(each.ms);
      }
      answer();
      one.loseAnswers(false);
      for (let rounds = 0; rounds < 3; rounds += 1) {
        await one.tick();
        one.hears();
        await one.chance();
        await one.tick();
      }
      const words = Object.values(last).filter((value) => value !== '');
      expect(one.server()).toEqual(words);
      expect(one.values().filter((value) => value !== '')).toEqual(words);
    }),
    { numRuns: 300 },
  );
});

test('colleagues’ changes are seen at once, and a row that was cleared here stays where it is', async () => {
  const { desk, hears, tick, theyWrite, values, writes } = world([word('a', 'Reefer'), word('b', 'Lütte')]);
  hears();
  desk.type('a', '');
  await tick();
  desk.hear(theyWrite([word('b', 'Lütte'), word('t', 'Ihres')]));
  expect(values()).toEqual(['', 'Lütte', 'Ihres', '']);
  await tick();
  expect(writes).toEqual([['Lütte']]);
});

test('SSHELL-056: the first change of a visit is told, and no later one', async () => {
  const { desk, hears, adds, tick, told, writes } = world();
  hears();
  desk.open();
  for (const value of ['Reefer', 'Lütte']) {
    adds(value);
    await tick();
  }
  expect([writes.length, told]).toEqual([2, ['saved']]);
  // What the page leaves behind belongs to the visit.
  adds('Tor 4');
  desk.close();
  await tick();
  expect([writes.length, told]).toEqual([3, ['saved']]);
  desk.open();
  adds('Gate-in');
  await tick();
  expect([writes.length, told]).toEqual([4, ['saved', 'saved']]);
});

test('both wrote at the same time: both are in the list, and it is told', async () => {
  const { hears, adds, tick, theyWrite, server, told, values } = world([word('a', 'Reefer')]);
  hears();
  adds('Meins');
  theyWrite([word('a', 'Reefer', false), word('t', 'Ihres')]);
  await tick();
  expect(server()).toEqual(['Reefer', 'Ihres', 'Meins']);
  expect(values()).toEqual(['Reefer', 'Ihres', 'Meins', '']);
  expect(told).toEqual(['both', 'saved']);
});

test('without the server nothing is lost, and it is saved once it is reached', async () => {
  const { desk, hears, adds, tick, fail, chance, server, draft } = world();
  hears();
  fail('NETWORK');
  adds('Reefer');
  await tick();
  expect(desk.state.getState().status).toBe('kept');
  expect(draft()?.rows[0]?.value).toBe('Reefer');
  await chance();
  expect(server()).toEqual([]);
  fail(null);
  await chance();
  expect([server(), draft(), desk.state.getState().status]).toEqual([['Reefer'], null, 'saved']);
});

test('a tab that was closed meanwhile is taken up again, over what colleagues did since', async () => {
  const before = world([word('a', 'Reefer')]);
  before.hears();
  before.fail('NETWORK');
  before.adds('Meins');
  before.desk.type('a', 'Reefers');
  await before.tick();
  const draft = before.draft();
  const { hears, tick, server, draft: left } = world([word('a', 'Reefer'), word('t', 'Ihres')], draft);
  hears();
  await tick();
  expect(server()).toEqual(['Reefers', 'Ihres', 'Meins']);
  expect(left()).toBeNull();
});

test('a page that goes away writes without waiting, and that is no colleague’s change', async () => {
  const { desk, hears, adds, tick, server, told } = world();
  hears();
  adds('Reefer');
  desk.leavePage();
  await tick();
  expect([server(), told]).toEqual([['Reefer'], []]);
  adds('Lütte');
  await tick();
  expect([server(), told]).toEqual([['Reefer', 'Lütte'], ['saved']]);
});

test('a refusal is told, and what was typed stays', async () => {
  const { desk, hears, adds, tick, fail, told, draft, values } = world();
  hears();
  fail('FORBIDDEN');
  adds('Reefer');
  await tick();
  expect([told, desk.state.getState().status]).toEqual([['FORBIDDEN'], 'refused']);
  expect([draft()?.rows[0]?.value, values()]).toEqual(['Reefer', ['Reefer', '']]);
});

test('a word that is there already is kept here and not saved', async () => {
  const { hears, adds, tick, writes, draft, desk, rows } = world([word('a', 'Reefer')]);
  hears();
  adds('reefer');
  await tick();
  expect(writes).toEqual([]);
  expect(draft()?.rows).toHaveLength(3);
  desk.type(rows()[1]?.id ?? '', 'reefers');
  await tick();
  expect([writes, draft()]).toEqual([[['Reefer', 'reefers']], null]);
});

test('a page that is closed saves immediately, and opens without the rows that were cleared', async () => {
  const { desk, hears, adds, tick, server, values } = world([word('a', 'Reefer'), word('b', 'Lütte')]);
  hears();
  desk.type('a', '');
  adds('Gate-in');
  desk.close();
  await tick(0);
  expect(server()).toEqual(['Lütte', 'Gate-in']);
  expect(values()).toEqual(['Lütte', 'Gate-in', '']);
});
