import { z } from 'zod';
import { customWords } from '../entities/feature.ts';
import { defineLiveQuery } from './live-query.ts';

/** Watched on the page of the words alone, so that the app's first load is without it. */
export const customWordsQueries = {
  /** The words that transcripts of the account are to spell right: one row, whose `rev` the next change names. */
  customWords: defineLiveQuery({
    name: 'customWords',
    params: z.object({}),
    row: customWords.extend({ id: z.string() }),
  }),
} as const;
