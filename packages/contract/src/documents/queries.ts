import { adminQueries } from './admin-queries.ts';
import { adminAssistantQueries, assistantQueries } from './assistant-queries.ts';
import { blockedCallerQueries } from './blocked-caller-queries.ts';
import { adminCrmQueries, callLogQueries } from './call-log-queries.ts';
import { chatQueries } from './chat-queries.ts';
import { companyQueries } from './company-queries.ts';
import { conferenceRoomQueries } from './conference-room-query.ts';
import { customWordsQueries } from './custom-words-query.ts';
import { healthQueries } from './health-query.ts';
import { openingHoursQueries } from './opening-hours-query.ts';
import { pagingQueries } from './paging-query.ts';
import { parkedCallsQueries } from './parked-calls-query.ts';
import { phoneQueries } from './phone-queries.ts';
import { presenceConnectorQueries } from './presence-connector-query.ts';
import { queueBoardQueries } from './queue-board-query.ts';
import { skillQueries } from './skill-query.ts';
import { smartAnswerQueries } from './smart-answer-queries.ts';
import { statisticsQueries } from './statistics-query.ts';
import { voiceMenuQueries } from './voice-menu-query.ts';

export { type ChannelRow, type InboxRow, inboxRow } from './phone-queries.ts';

/** Everything that can be watched. Each is answered for the signed-in user; nobody passes their own id. */
export const liveQueries = {
  ...phoneQueries,
  ...smartAnswerQueries,
  ...customWordsQueries,
  ...chatQueries,
  ...statisticsQueries,
  ...queueBoardQueries,
  ...parkedCallsQueries,
  ...adminQueries,
  ...callLogQueries,
  ...adminCrmQueries,
  ...assistantQueries,
  ...adminAssistantQueries,
  ...presenceConnectorQueries,
  ...voiceMenuQueries,
  ...blockedCallerQueries,
  ...openingHoursQueries,
  ...skillQueries,
  ...pagingQueries,
  ...healthQueries,
  ...conferenceRoomQueries,
  ...companyQueries,
} as const;

export type LiveQueryName = keyof typeof liveQueries;
