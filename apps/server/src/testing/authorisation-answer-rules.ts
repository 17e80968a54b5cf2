import type { RouteName } from '@sidetone/contract/http/routes.ts';
import type { RuleOfRoute } from './authorisation-rule.ts';
import type { Things } from './authorisation-world.ts';

const everybody = { rule: 'everybody' } as const;
const members = { rule: 'members' } as const;
const owner = { rule: 'owner' } as const;
const ofChat = ({ chatId, messageId }: Things) => ({ chatId, messageId });

/** Rules of AI chats and of smart answers. */
export const answerRules: Readonly<Partial<Record<RouteName, RuleOfRoute>>> = {
  createChat: everybody,
  renameChat: { ...owner, params: ofChat, body: () => ({ title: 'Mine' }) },
  deleteChat: { ...owner, params: ofChat },
  askChat: { ...owner, params: ofChat, body: () => ({ text: 'What was said?' }) },
  stopChatAnswer: { ...owner, params: ofChat },
  rateChatAnswer: { ...owner, params: ofChat, body: () => ({ rating: 'up' }) },
  createSmartAnswerSet: { ...everybody, alsoFine: [409] },
  updateSmartAnswerSet: { ...owner, body: () => ({ rev: 0 }), alsoFine: [409] },
  deleteSmartAnswerSet: owner,
  assignSmartAnswerSet: {
    ...owner,
    params: ({ privateChannelId }) => ({ channelId: privateChannelId, direction: 'inbound' }),
    body: ({ setId }) => ({ setId }),
  },
  unassignSmartAnswerSet: { ...members, params: () => ({ direction: 'inbound' }) },
  // Smart answers are switched off.
  answerQuestions: {
    ...members,
    body: ({ accountId, channelId, docId }, askerId) => ({
      smartAnswersByUserId: askerId,
      accountId,
      channelId,
      eventId: docId,
    }),
    alsoFine: [403],
  },
};
