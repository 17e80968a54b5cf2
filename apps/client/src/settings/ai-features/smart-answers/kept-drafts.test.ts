import { expect, test } from 'vitest';
import { keptDraftOf, setsWithDrafts } from './kept-drafts.ts';

/** A storage that a browser would have; `isLocked` refuses everything, as private windows do. */
function storage(isLocked = false): Storage {
  const items = new Map<string, string>();
  const guarded = <Result>(act: () => Result): Result => {
    if (isLocked) throw new Error('locked');
    return act();
  };
  return {
    get length() {
      return guarded(() => items.size);
    },
    key: (at) => guarded(() => [...items.keys()][at] ?? null),
    getItem: (key) => guarded(() => items.get(key) ?? null),
    setItem: (key, value) => guarded(() => void items.set(key, value)),
    removeItem: (key) => guarded(() => void items.delete(key)),
    clear: () => items.clear(),
  };
}

const draft = {
  rev: 3,
  draft: { title: 'T', autoCopyToNote: true, questions: [{ id: 'a', title: '', question: 'A?' }] },
};

test('a draft is kept for its user alone until it is forgotten', () => {
  const here = storage();
  const kept = keptDraftOf('mara', 's1', here);
  expect(kept.read()).toBeNull();
  kept.keep(draft);
  expect(keptDraftOf('mara', 's1', here).read()).toEqual(draft);
  expect(keptDraftOf('jonas', 's1', here).read()).toBeNull();
  expect([setsWithDrafts('mara', here), setsWithDrafts('jonas', here)]).toEqual([['s1'], []]);
  kept.forget();
  expect(setsWithDrafts('mara', here)).toEqual([]);
});

test('what is no draft, or cannot be read, counts as none', () => {
  const here = storage();
  for (const text of ['', 'null', '{"rev":1}', '{"rev":"1","draft":{}}']) {
    here.setItem('sidetone.questions.mara.s1', text);
    expect(keptDraftOf('mara', 's1', here).read(), text).toBeNull();
  }
  const locked = keptDraftOf('mara', 's1', storage(true));
  locked.keep(draft);
  locked.forget();
  expect(locked.read()).toBeNull();
  expect(setsWithDrafts('mara', storage(true))).toEqual([]);
});
