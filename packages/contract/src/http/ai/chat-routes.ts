import { z } from 'zod';
import { chat, chatQuestion, chatTitle } from '../../entities/chat.ts';
import { defineRoute } from '../route.ts';

const id = z.string().min(1).max(200);
const nothing = z.object({});
const oneChat = z.object({ chatId: id });
const oneMessage = z.object({ chatId: id, messageId: id });
const byUser = { audience: 'user', errors: ['FORBIDDEN'] } as const;

/** Chats of the signed-in user about their calls. All of it needs the flag hasAiInsightsChat, else FORBIDDEN. SPERM-031 */
export const chatRoutes = {
  createChat: defineRoute({
    ...byUser,
    method: 'POST',
    path: '/chats',
    summary: 'Begin a chat about the calls of the user; the first question names it. CONFLICT if there are too many',
    reply: chat,
    errors: ['FORBIDDEN', 'CONFLICT'],
  }),

  renameChat: defineRoute({
    ...byUser,
    method: 'PATCH',
    path: '/chats/{chatId}',
    summary: 'Name a chat',
    params: oneChat,
    body: z.object({ title: chatTitle }),
    reply: nothing,
  }),

  deleteChat: defineRoute({
    ...byUser,
    method: 'DELETE',
    path: '/chats/{chatId}',
    summary: 'Permanently delete a chat with its questions and answers; an answer that is being made is stopped',
    params: oneChat,
    reply: nothing,
  }),

  askChat: defineRoute({
    ...byUser,
    method: 'POST',
    path: '/chats/{chatId}/messages',
    summary:
      'Ask a question about calls of channels that the user is a member of. The answer grows in the live query `chatMessages`. CONFLICT with the type `beingMade` while another answer of the chat is being made, `full` if the chat takes no further question; TOO_MANY_ATTEMPTS after 30 questions within an hour',
    params: oneChat,
    body: chatQuestion,
    reply: z.object({ messageId: z.string() }),
    errors: ['FORBIDDEN', 'CONFLICT', 'TOO_MANY_ATTEMPTS'],
  }),

  stopChatAnswer: defineRoute({
    ...byUser,
    method: 'DELETE',
    path: '/chats/{chatId}/messages/{messageId}',
    summary: 'Stop an answer that is being made; what is there of it stays. One that is finished stays as it is',
    params: oneMessage,
    reply: nothing,
  }),

  rateChatAnswer: defineRoute({
    ...byUser,
    method: 'PUT',
    path: '/chats/{chatId}/messages/{messageId}/rating',
    summary: 'Say whether an answer helped; null takes it back',
    params: oneMessage,
    body: z.object({ rating: z.enum(['up', 'down']).nullable() }),
    reply: nothing,
  }),
} as const;
