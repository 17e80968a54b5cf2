import { z } from 'zod';
import { adminVoiceMenu } from '../entities/voice-menu.ts';
import { defineLiveQuery } from './live-query.ts';

/** What administrators watch of voice menus. */
export const voiceMenuQueries = {
  /** Voice menus of the account by name. */
  adminVoiceMenus: defineLiveQuery({ name: 'adminVoiceMenus', params: z.object({}), row: adminVoiceMenu }),
} as const;
