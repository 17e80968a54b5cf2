import { chatQueries } from '@sidetone/contract/documents/chat-queries.ts';
import type { ChatScope } from '@sidetone/contract/entities/chat.ts';
import { chatRoutes } from '@sidetone/contract/http/ai/chat-routes.ts';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { ApiError } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { readLive, useLive } from '#live/queries/live.ts';
import { toast } from '#ui/toasts.ts';

/** The chat was deleted in another window, or an old link names it. */
const isGone = (chatId: string): boolean => {
  const { rows, status } = readLive(chatQueries.chats, {});
  return status === 'ready' && !rows.some(({ id }) => id === chatId);
};

/** Asks in a chat, which is made with the first question, and again where it is gone; `onChat` hears of a new one. */
export function useAsking(chatId: string | null, onChat: (chatId: string) => void) {
  const { t } = useWords();
  // `isGone` reads it, also where the list of chats is not shown.
  useLive(chatQueries.chats, {});
  const [busy, setBusy] = useState(false);

  const reasonOf = (error: unknown): string | undefined => {
    if (!(error instanceof ApiError)) return undefined;
    if (error.code === 'TOO_MANY_ATTEMPTS') return t(($) => $.aiChat.ask.tooMany);
    return error.integration.type === 'full' ? t(($) => $.aiChat.ask.full) : undefined;
  };

  /** Whether the question was taken. */
  const ask = async (text: string, scope: ChatScope): Promise<boolean> => {
    setBusy(true);
    try {
      const id = chatId === null || isGone(chatId) ? (await call(chatRoutes.createChat, {})).id : chatId;
      // Before it is asked: a question that is refused is asked again in the same chat.
      if (id !== chatId) onChat(id);
      await call(chatRoutes.askChat, { params: { chatId: id }, body: { text, ...scope } });
      return true;
    } catch (error) {
      console.error('[ai-chat] the question was not sent', error);
      const reason = reasonOf(error);
      const title = t(($) => $.aiChat.ask.failed);
      toast({ id: 'chat-ask', tone: 'error', title, ...(reason !== undefined && { text: reason }) });
      return false;
    } finally {
      setBusy(false);
    }
  };

  const stop = async (chat: string, messageId: string): Promise<void> => {
    try {
      await call(chatRoutes.stopChatAnswer, { params: { chatId: chat, messageId } });
    } catch (error) {
      console.error('[ai-chat] the answer was not stopped', error);
      toast({ id: 'chat-stop', tone: 'error', title: t(($) => $.aiChat.failed) });
    }
  };
  return { ask, stop, busy };
}
