import { z } from 'zod';
import { presenceConnector } from '../entities/presence-connector.ts';
import { defineLiveQuery } from './live-query.ts';

/** Watched in the settings, and for the banner that asks users to sign in again. */
export const presenceConnectorQueries = {
  /** Whether Microsoft Teams shows that the signed-in user talks: one row. */
  presenceConnector: defineLiveQuery({
    name: 'presenceConnector',
    params: z.object({}),
    row: z.object({ id: z.string(), rev: z.number(), connector: presenceConnector }),
  }),
} as const;
