import { expect, test } from 'vitest';
import { type KeptDraft, keptDrafts } from './kept-draft.ts';

const values = { name: '', firstName: 'Ronja', lastName: '', organization: '', email: '', phoneNumbers: [] };
const draft: KeptDraft = {
  draftId: 'draft-1',
  values,
  base: { ...values, firstName: '' },
  integrationId: 'i1',
  waiting: false,
  unsure: true,
};

function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage;
}

test('a draft is found again by its form and its user', () => {
  const tab = storage();
  keptDrafts('w1', () => tab).write('create', draft);
  expect(keptDrafts('w1', () => tab).read('create')).toEqual(draft);
  expect(keptDrafts('w1', () => tab).read('edit k1')).toBeNull();
  expect(keptDrafts('w2', () => tab).read('create')).toBeNull();
  keptDrafts('w1', () => tab).forget('create');
  expect(keptDrafts('w1', () => tab).read('create')).toBeNull();
});

test('a draft copied into a duplicated tab is not the one that the first tab sends', () => {
  const kept = storage();
  keptDrafts(
    'w1',
    () => kept,
    () => 'first',
  ).write('create', { ...draft, waiting: true });
  expect(
    keptDrafts(
      'w1',
      () => kept,
      () => 'first',
    ).read('create'),
  ).toEqual({ ...draft, waiting: true });
  const { draftId: _its, ...copied } = draft;
  const second = keptDrafts(
    'w1',
    () => kept,
    () => 'second',
  );
  expect(second.read('create')).toEqual({ ...copied, unsure: false });
  second.write('create', draft);
  expect(second.read('create')).toEqual(draft);
});

test('a draft of another version, and a browser that stores nothing, count as no draft', () => {
  const tab = storage();
  tab.setItem('sidetone.contact-draft w1 create', '{"values":1}');
  expect(keptDrafts('w1', () => tab).read('create')).toBeNull();
  tab.setItem('sidetone.contact-draft w1 create', 'not json');
  expect(keptDrafts('w1', () => tab).read('create')).toBeNull();
  const closed = keptDrafts('w1', () => {
    throw new Error('SecurityError');
  });
  closed.write('create', draft);
  closed.forget('create');
  expect(closed.read('create')).toBeNull();
});
