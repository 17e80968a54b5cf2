import { adminAccountRoutes } from './admin/account-routes.ts';
import { adminAiRoutes } from './admin/ai-routes.ts';
import { adminAlarmRoutes } from './admin/alarm-routes.ts';
import { adminAssistantRoutes } from './admin/assistant-routes.ts';
import { auditStreamRoutes } from './admin/audit-stream-routes.ts';
import { adminBannerRoutes } from './admin/banner-routes.ts';
import { callRecordRoutes } from './admin/call-record-routes.ts';
import { adminChannelRoutes } from './admin/channel-routes.ts';
import { companyRoutes } from './admin/company-routes.ts';
import { adminCrmRoutes } from './admin/crm-routes.ts';
import { adminDeviceRoutes } from './admin/device-routes.ts';
import { adminFeedbackRoutes } from './admin/feedback-routes.ts';
import { openingHoursRoutes } from './admin/opening-hours-routes.ts';
import { pagingRoutes } from './admin/paging-routes.ts';
import { adminPeopleImportRoutes } from './admin/people-import-routes.ts';
import { adminSipAccountRoutes } from './admin/sip-account-routes.ts';
import { skillRoutes } from './admin/skill-routes.ts';
import { adminUserRoutes } from './admin/user-routes.ts';
import { voiceMenuRoutes } from './admin/voice-menu-routes.ts';
import { adminWebhookRoutes } from './admin/webhook-routes.ts';
import { assistantRoutes } from './ai/assistant-routes.ts';
import { chatRoutes } from './ai/chat-routes.ts';
import { customWordsRoutes } from './ai/custom-words-routes.ts';
import { mcpRoutes } from './ai/mcp-routes.ts';
import { smartAnswerRoutes } from './ai/smart-answer-routes.ts';
import { spokenTextRoutes } from './ai/spoken-text-routes.ts';
import { analyticsRoutes } from './analytics-routes.ts';
import { announcementRoutes } from './announcement-routes.ts';
import { apiTokenRoutes } from './api-token-routes.ts';
import { adminBlockedCallerRoutes, blockedCallerRoutes } from './blocked-caller-routes.ts';
import { conferenceRoomRoutes } from './conference-room-routes.ts';
import { contentRoutes } from './content-routes.ts';
import { callLogRoutes } from './crm/call-log-routes.ts';
import { crmRecordRoutes } from './crm/crm-record-routes.ts';
import { crmRoutes } from './crm/crm-routes.ts';
import { feedbackRoutes } from './feedback-routes.ts';
import { adminMailRoutes, channelMailRoutes, mailRoutes } from './mail-routes.ts';
import { adminNuisanceRoutes, nuisanceRoutes } from './nuisance-routes.ts';
import { phoneRoutes } from './phone-routes.ts';
import { adminPictureRoutes } from './picture-routes.ts';
import { presenceConnectorRoutes } from './presence-connector-routes.ts';
import { queueBoardRoutes } from './queue-board-routes.ts';
import { ownSignInRoutes } from './sign-in/own-sign-in-routes.ts';
import { secondFactorRoutes } from './sign-in/second-factor-routes.ts';
import { adminSignOnRoutes, signOnRoutes } from './sign-in/single-sign-on-routes.ts';

/** Every HTTP operation of the API by its name. Server, client and OpenAPI are all derived from this object. */
export const routes = {
  ...phoneRoutes,
  ...auditStreamRoutes,
  ...ownSignInRoutes,
  ...secondFactorRoutes,
  ...signOnRoutes,
  ...adminSignOnRoutes,
  ...mcpRoutes,
  ...customWordsRoutes,
  ...feedbackRoutes,
  ...contentRoutes,
  ...analyticsRoutes,
  ...announcementRoutes,
  ...spokenTextRoutes,
  ...nuisanceRoutes,
  ...adminNuisanceRoutes,
  ...smartAnswerRoutes,
  ...chatRoutes,
  ...adminUserRoutes,
  ...adminPeopleImportRoutes,
  ...adminPictureRoutes,
  ...adminChannelRoutes,
  ...adminDeviceRoutes,
  ...adminSipAccountRoutes,
  ...adminAccountRoutes,
  ...companyRoutes,
  ...callRecordRoutes,
  ...adminAiRoutes,
  ...adminFeedbackRoutes,
  ...adminBannerRoutes,
  ...adminWebhookRoutes,
  ...adminMailRoutes,
  ...channelMailRoutes,
  ...adminAlarmRoutes,
  ...mailRoutes,
  ...voiceMenuRoutes,
  ...conferenceRoomRoutes,
  ...adminBlockedCallerRoutes,
  ...blockedCallerRoutes,
  ...openingHoursRoutes,
  ...skillRoutes,
  ...pagingRoutes,
  ...queueBoardRoutes,
  ...callLogRoutes,
  ...crmRoutes,
  ...crmRecordRoutes,
  ...adminCrmRoutes,
  ...assistantRoutes,
  ...adminAssistantRoutes,
  ...presenceConnectorRoutes,
  ...apiTokenRoutes,
} as const;

export type RouteName = keyof typeof routes;
