import { z } from 'zod';
import { chat, chatChannel, chatMessage, chatScope } from '../entities/chat.ts';
import { defineLiveQuery } from './live-query.ts';

/** What the page of the AI chat watches. All of it needs the flag hasAiInsightsChat. SPERM-031 */
export const chatQueries = {
  /** The signed-in user's chats, the one that was used last first. */
  chats: defineLiveQuery({ name: 'chats', params: z.object({}), row: chat }),
  /** Questions and answers of a chat, the oldest first; none where the chat is not the user's. */
  chatMessages: defineLiveQuery({
    name: 'chatMessages',
    params: z.object({ chatId: z.string().min(1).max(200) }),
    row: chatMessage,
  }),
  /** How many calls there are to ask about on these days, by channel. */
  chatChannels: defineLiveQuery({
    name: 'chatChannels',
    params: chatScope.pick({ from: true, to: true }),
    row: chatChannel,
  }),
} as const;
