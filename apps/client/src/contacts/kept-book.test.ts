import { expect, test } from 'vitest';
import { type BookView, ofList } from './kept-book.ts';

test('a list that is still shown while another one loads does not change the kept view', () => {
  let view: BookView = { scope: 'all', text: ' mü ', place: null, selected: null };
  const book = {
    view: () => view,
    change: (change: Partial<BookView>) => {
      view = { ...view, ...change };
    },
  };
  const place = { place: 40, below: 12 };
  // An effect that returned anything else would break the page.
  expect(ofList(book, { scope: 'all', filter: '' }).change({ place })).toBeUndefined();
  expect(view.place).toBeNull();
  ofList(book, { scope: 'all', filter: 'mü' }).change({ place });
  expect(view.place).toEqual(place);
  expect(ofList(book, { scope: 'all', filter: 'mü' }).view().place).toEqual(place);
  expect(ofList(book, { scope: 'team', filter: 'mü' }).view().place).toBeNull();
});
