import { routes } from '@sidetone/contract/http/routes.ts';
import type { Logger } from 'pino';
import type { Jobs } from '../../jobs/jobs.ts';
import { answer } from '../../requests/answer.ts';
import type { Feature } from '../../requests/feature.ts';
import type { Database } from '../../storage/database.ts';
import type { AiServices } from '../services.ts';
import { answerQuestion, failAnswer, interrupt } from './answer-question.ts';
import { askChat, growing, rateAnswer, stopAnswer } from './ask.ts';
import { chatKind } from './chat-job.ts';
import { createChat, deleteChat, renameChat, sweepChats } from './chats.ts';
import { chatDocuments } from './documents.ts';

interface ChatDeps {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly log: Logger;
  readonly services: AiServices;
}

/** Chats of users about their own calls. SROUTE-047, SPERM-031 */
export function chatFeature(parts: ChatDeps): Feature {
  const { db, jobs } = parts;
  const working: { stop(): Promise<void> }[] = [];
  return {
    answers: [
      answer(routes.createChat, ({ caller }) => createChat(db, caller)),
      answer(routes.renameChat, async ({ caller, params, body }) => {
        await renameChat(db, caller, params.chatId, body.title);
        return {};
      }),
      answer(routes.deleteChat, async ({ caller, params }) => {
        await deleteChat(db, jobs, caller, params.chatId);
        return {};
      }),
      answer(routes.askChat, async ({ caller, params, body }) => ({
        messageId: await askChat(parts, caller, params.chatId, body),
      })),
      answer(routes.stopChatAnswer, async ({ caller, params }) => {
        await stopAnswer(parts, caller, params.chatId, params.messageId);
        return {};
      }),
      answer(routes.rateChatAnswer, async ({ caller, params, body }) => {
        await rateAnswer(db, caller, params, body.rating);
        return {};
      }),
    ],
    sources: chatDocuments(db),
    jobs: [
      {
        name: 'answers of chats: beginning',
        async resume() {
          await interruptAbandoned(db, jobs);
          working.push(
            await jobs.work(chatKind, {
              run: (id, { signal }) => answerQuestion(parts, id, signal),
              gaveUp: (id) => failAnswer(db, id),
            }),
          );
        },
      },
    ],
    sweeps: [{ name: 'old chats', run: () => sweepChats(db) }],
    async stop() {
      for (const each of working.splice(0)) await each.stop();
    },
  };
}

/** Answers that no job makes, as in a database that was restored from a backup. */
async function interruptAbandoned(db: Database, jobs: Jobs): Promise<void> {
  const rows = await db.selectFrom('chat_messages').select('id').where('state', 'in', growing).execute();
  const ids = rows.map(({ id }) => id);
  const made = await jobs.among(db, chatKind, ids);
  for (const id of ids) if (!made.has(id)) await interrupt(db, id);
}
