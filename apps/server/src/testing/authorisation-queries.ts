import type { LiveQueryName } from '@sidetone/contract/documents/queries.ts';
import type { Things } from './authorisation-world.ts';

const everybody = { rule: 'everybody' } as const;
const members = { rule: 'members' } as const;
const admins = { rule: 'admins' } as const;
/** Members of a channel, and administrators of its account. */
const supervisors = { rule: 'supervisors', params: ({ channelId }: Things) => ({ channelId }) } as const;
/** Of the call assistant that it names: here the member alone. */
const users = { rule: 'users' } as const;
const ofNumber = () => ({ of: { kind: 'number', number: '+4930901820' } });

const ofSession = () => ({ sessionId: 's' });

interface RuleOfQuery {
  readonly rule: 'everybody' | 'members' | 'supervisors' | 'users' | 'admins';
  /** What it is asked with besides the channel. */
  readonly params?: (things: Things) => object;
}

/** Every live query. `admins`: of the asker's own account; for others there is no such query. */
export const queryRules: Readonly<Partial<Record<LiveQueryName, RuleOfQuery>>> = {
  account: everybody,
  me: everybody,
  flags: everybody,
  aiOverview: everybody,
  smartAnswerSets: everybody,
  smartAnswerAssignments: everybody,
  customWords: everybody,
  chats: everybody,
  chatMessages: { ...everybody, params: ({ chatId }) => ({ chatId }) },
  chatChannels: everybody,
  devices: everybody,
  webusers: everybody,
  channels: everybody,
  memberInfos: members,
  queueBoard: supervisors,
  channelSettings: everybody,
  ongoingCalls: everybody,
  parkedCalls: everybody,
  phones: everybody,
  inbox: members,
  inboxEvent: { ...members, params: ({ docId }) => ({ docId }) },
  transcriptWords: { ...members, params: ({ docId }) => ({ docId }) },
  thread: { ...members, params: ofNumber },
  threadInfo: { ...members, params: ofNumber },
  contactBook: everybody,
  contact: { ...everybody, params: ({ contactId }) => ({ contactId }) },
  contactHistory: { ...everybody, params: ({ contactId }) => ({ contactId }) },
  favorites: everybody,
  integrations: everybody,
  infoBanners: everybody,
  contactImports: everybody,
  adminAccount: admins,
  adminCompanyFacts: admins,
  adminUserDirectory: admins,
  adminChannelDirectory: admins,
  adminSetUp: admins,
  adminUsers: admins,
  adminInvitations: admins,
  adminPeopleImports: admins,
  adminChannels: admins,
  adminNumbers: admins,
  adminNumberBlocks: admins,
  adminDevices: admins,
  adminSipAccounts: admins,
  adminTrunks: admins,
  adminAuditLog: admins,
  adminBans: admins,
  adminAlerts: admins,
  adminAiConnections: admins,
  adminAiModels: admins,
  adminBackups: admins,
  adminCompanies: admins,
  adminCompanyUse: admins,
  adminHealth: admins,
  adminAlarms: admins,
  adminFeedback: admins,
  adminCallFeedback: admins,
  adminInfoBanners: admins,
  adminCrmWrites: admins,
  adminCrmCounts: admins,
  adminLogText: admins,
  callLog: { ...members, params: ofSession },
  callLogEntities: { ...members, params: ofSession },
  callTask: { ...members, params: ofSession },
  logModes: everybody,
  assistants: everybody,
  assistantCounts: everybody,
  assistantResults: { ...users, params: ({ assistantId }) => ({ assistantId, state: 'OPEN' }) },
  assistantResult: {
    ...users,
    params: ({ assistantId }) => ({ assistantId, resultId: `result-${assistantId}` }),
  },
  adminAssistants: admins,
  adminVoiceMenus: admins,
  adminConferenceRooms: admins,
  liveRooms: everybody,
  blockedCallers: everybody,
  adminBlockedCallers: admins,
  adminOpeningHours: admins,
  adminSkills: admins,
  adminPagingGroups: admins,
  statistics: everybody,
  presenceConnector: everybody,
};
