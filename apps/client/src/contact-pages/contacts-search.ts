import { z } from 'zod';
import { searchText } from '#pages/search-text.ts';

/** Search parameters of the page of contacts; what makes no sense counts as missing. */
export const contactsSearch = {
  /** What somebody came for: to add favorites. */
  onboarding: z.literal('favorites').optional().catch(undefined),
  /** The path that they came from. */
  origin: searchText(2000),
  /** A contact that is to be opened. */
  contact: searchText(200),
};

const purpose = z.object({ onboarding: contactsSearch.onboarding, origin: contactsSearch.origin });

/** Of the search parameters what somebody came for, and from where: it goes along to the forms and back. */
export function cameFor(search: object): z.output<typeof purpose> {
  return purpose.parse(search);
}
