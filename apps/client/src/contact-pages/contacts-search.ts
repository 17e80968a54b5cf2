import { z } from 'zod';
import { searchText } from '#pages/search-text.ts';

/** Search parameters of the page of contacts; an invalid one counts as missing. */
export const contactsSearch = {
  /** The purpose of the visit: to add favorites. */
  onboarding: z.literal('favorites').optional().catch(undefined),
  /** The path that the user came from. */
  origin: searchText(2000),
  /** A contact that is to be opened. */
  contact: searchText(200),
};

const purpose = z.object({ onboarding: contactsSearch.onboarding, origin: contactsSearch.origin });

/**
 * The search parameters about the purpose of the visit, and where the user came from: they go along to the forms and
 * back.
 */
export function cameFor(search: object): z.output<typeof purpose> {
  return purpose.parse(search);
}
