import { contactListScope } from '@sidetone/contract/entities/contact.ts';
import { z } from 'zod';
import { type KeptView, useKeptView } from '#live/queries/use-kept-view.ts';
import { keptViews } from '#platform/kept-view.ts';

const bookView = z.object({
  scope: contactListScope,
  /** The scope and filter of the list. */
  text: z.string().max(200),
  /** The first contact in view, counted from 0, and how far below the top of the view it stands, in px. */
  place: z.object({ place: z.int().nonnegative(), below: z.number() }).nullable(),
  /** The selected contact, and its place. */
  selected: z.object({ place: z.int().nonnegative(), id: z.string().nullable() }).nullable(),
});
export type BookView = z.infer<typeof bookView>;

const views = keptViews(bookView);
export type KeptBook = KeptView<BookView>;

/** The view of the list of contacts, kept for as long as the tab lives. */
export function useKeptBook(): KeptBook {
  return useKeptView(views, 'contacts', (left) => left ?? { scope: 'all', text: '', place: null, selected: null });
}

/** The same for one list of the book: while another one loads, the list that is still shown changes nothing. */
export function ofList(book: KeptBook, { scope, filter }: { scope: string; filter: string }): KeptBook {
  const isShown = () => book.view().scope === scope && book.view().text.trim() === filter;
  return {
    view: () => (isShown() ? book.view() : { ...book.view(), place: null, selected: null }),
    change(change) {
      if (isShown()) book.change(change);
    },
  };
}
