import { z } from 'zod';
import {
  adminAssistant,
  assistant,
  assistantCounts,
  assistantLimits,
  assistantResult,
  assistantResultRow,
  assistantResultState,
} from '../entities/assistant.ts';
import { inboxPlace } from '../entities/inbox-filter.ts';
import { defineLiveQuery } from './live-query.ts';

const nothing = z.object({});
const id = z.string().min(1).max(100);

/** What users of call assistants watch. */
export const assistantQueries = {
  /** Those that the signed-in user uses, by name. */
  assistants: defineLiveQuery({ name: 'assistants', params: nothing, row: assistant }),
  /** How many results each of them has, for the sidebar and the tabs. */
  assistantCounts: defineLiveQuery({ name: 'assistantCounts', params: nothing, row: assistantCounts }),
  /**
   * Results of one assistant in one state, newest first. `after` and `until` cut a range out of the list: the rows that
   * stand after the one place (older), down to the other place and with it, as in the inbox. SAPI-078
   */
  assistantResults: defineLiveQuery({
    name: 'assistantResults',
    params: z.object({
      assistantId: id,
      state: assistantResultState,
      limit: z.number().int().min(1).max(assistantLimits.listRows).default(100),
      after: inboxPlace.optional(),
      until: inboxPlace.optional(),
    }),
    row: assistantResultRow,
  }),
  /** One result with everything known about it: one row, none where there is no such result. */
  assistantResult: defineLiveQuery({
    name: 'assistantResult',
    params: z.object({ assistantId: id, resultId: id }),
    row: assistantResult,
  }),
} as const;

/** What administrators watch of call assistants. */
export const adminAssistantQueries = {
  /** Call assistants of the account by name, with who uses them and the tokens of agents. */
  adminAssistants: defineLiveQuery({ name: 'adminAssistants', params: nothing, row: adminAssistant }),
} as const;
