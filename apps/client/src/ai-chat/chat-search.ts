import { z } from 'zod';
import { searchText } from '#pages/search-text.ts';

/** Search parameters of the page: `chat` is the id of the open chat. */
export const chatSearch = z.object({ chat: searchText(200) });
