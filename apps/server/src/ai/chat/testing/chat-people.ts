import type { ChatMessage } from '@sidetone/contract/entities/chat.ts';
import { chatRoutes } from '@sidetone/contract/http/ai/chat-routes.ts';
import type { z } from 'zod';
import { tokenOf } from '../../../testing/authorisation-world.ts';
import { liveClient } from '../../../testing/live-client.ts';
import { callRoute, person, type TestApi } from '../../../testing/test-api.ts';
import { chatKind } from '../chat-job.ts';
import { readMessages } from '../read-messages.ts';

export interface Somebody {
  readonly userId: string;
  readonly accountId: string;
  readonly channelId: string;
  readonly token: string;
}

type Question = z.input<typeof chatRoutes.askChat.body>;

/** An answered call of these lines, one a second: those that begin with "> " are our user's. */
export const said = (lines: readonly string[]) => ({
  state: 'FINISHED',
  reason: 'HANGUP',
  documentation: {
    transcription: {
      status: 'success',
      items: lines.map((line, at) => ({
        id: `s${at + 1}`,
        speaker: line.startsWith('> ') ? 0 : 1,
        startTime: at,
        endTime: at + 1,
        text: line.replace(/^> /, ''),
      })),
    },
  },
});

/** Users of test accounts who ask about their calls. */
export function chatPeople(api: TestApi) {
  const chat = async ({ token }: Somebody): Promise<string> => {
    const made = await callRoute(api.url, token, chatRoutes.createChat, {});
    if (made.status !== 200) throw new Error(`no chat: ${made.status}`);
    return made.body.id;
  };
  const ask = ({ token }: Somebody, chatId: string, body: Question) =>
    callRoute(api.url, token, chatRoutes.askChat, { params: { chatId }, body });
  const messages = ({ userId }: Somebody, chatId: string): Promise<ChatMessage[]> =>
    readMessages(api.db, userId, chatId);
  const answeredIn = async (who: Somebody, chatId: string, question: Question): Promise<ChatMessage> => {
    const asked = await ask(who, chatId, question);
    if (asked.status !== 200) throw new Error(`not asked: ${asked.status}`);
    await api.jobs.idle(chatKind);
    const found = (await messages(who, chatId)).find(({ id }) => id === asked.body.messageId);
    if (!found) throw new Error('no such message');
    return found;
  };
  return {
    async somebody(firstName: string, accountId?: string): Promise<Somebody> {
      const made = await person(api, { firstName, ...(accountId !== undefined && { accountId }) });
      const flags = JSON.stringify({ isTestAccount: true, hasAiInsightsChat: true });
      await api.db.updateTable('accounts').set({ flags }).where('id', '=', made.accountId).execute();
      return { ...made, token: await tokenOf(api.db, made.userId) };
    },
    chat,
    ask,
    messages,
    answeredIn,
    async answered(who: Somebody, text: string, scope: Omit<Question, 'text'> = {}): Promise<ChatMessage> {
      return await answeredIn(who, await chat(who), { text, ...scope });
    },
    watch: ({ token }: Somebody, chatId: string) => liveClient(api.url, () => token).watch('chatMessages', { chatId }),
  };
}
