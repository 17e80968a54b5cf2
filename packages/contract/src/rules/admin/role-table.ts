import type { LiveQueryName } from '../../documents/queries.ts';
import type { RouteName } from '../../http/routes.ts';
import { type AdminRights, type AdminRole, adminRoles } from './admin-roles.ts';

/** The pages of the administration; each is an address below `/admin`. */
export const adminSections = [
  'users',
  'numbers',
  'channels',
  'phones',
  'trunks',
  'menus',
  'rooms',
  'paging',
  'hours',
  'skills',
  'routing',
  'blocked',
  'records',
  'ai',
  'assistants',
  'crm',
  'company',
  'sso',
  'mail',
  'access',
  'news',
  'feedback',
  'log',
  'health',
  'backup',
  'companies',
] as const;
export type AdminSection = (typeof adminSections)[number];

interface Opened {
  readonly sections: readonly AdminSection[];
  /** Live queries for administrators. */
  readonly queries: readonly LiveQueryName[];
  /** Routes for administrators. */
  readonly routes: readonly RouteName[];
}

/**
 * What each role opens of the administration, for the server and the app alike. What no role lists is for administrators
 * alone.
 */
export const roleTable = {
  people: {
    sections: ['users'],
    queries: [
      'adminUsers',
      'adminInvitations',
      'adminPeopleImports',
      'adminChannels',
      'adminNumbers',
      'adminCompanyFacts',
      'adminSkills',
    ],
    routes: [
      'setUserSkills',
      'createUser',
      'changeUser',
      'changeUsers',
      'deactivateUser',
      'reactivateUser',
      'removeUser',
      'makeResetLink',
      'signOutUser',
      'resetSecondFactor',
      'resendInvitation',
      'withdrawInvitation',
      'checkPeople',
      'importPeople',
      'importedPeople',
      'undoPeopleImport',
      'removeUserPicture',
      'setForwardingOfUser',
    ],
  },
  numbers: {
    sections: ['numbers', 'trunks', 'routing'],
    queries: [
      'adminNumbers',
      'adminNumberBlocks',
      'adminTrunks',
      'adminVoiceMenus',
      'adminChannelDirectory',
      'adminCompanyFacts',
      'adminSkills',
    ],
    routes: [
      'addNumbers',
      'changeNumberBlock',
      'removeNumberBlock',
      'changeNumber',
      'removeNumber',
      'setExtension',
      'removeExtension',
      'createTrunk',
      'changeTrunk',
      'removeTrunk',
      'testTrunk',
      'callByTrunk',
      'tryRouting',
    ],
  },
  queues: {
    sections: ['channels', 'menus', 'paging', 'hours', 'skills', 'routing', 'blocked'],
    queries: [
      'adminChannelDirectory',
      'adminUserDirectory',
      'adminNumbers',
      'adminVoiceMenus',
      'adminOpeningHours',
      'adminSkills',
      'adminPagingGroups',
      'adminBlockedCallers',
      'adminAssistants',
      'adminCompanyFacts',
    ],
    routes: [
      'createChannel',
      'changeChannel',
      'setChannelRouting',
      'switchChannel',
      'setChannelMembers',
      'setChannelMember',
      'removeChannelMember',
      'removeChannel',
      'tryRouting',
      'createVoiceMenu',
      'changeVoiceMenu',
      'deleteVoiceMenu',
      'publicHolidays',
      'createOpeningHours',
      'changeOpeningHours',
      'deleteOpeningHours',
      'createSkill',
      'changeSkill',
      'deleteSkill',
      'channelMail',
      'setChannelMail',
      'confirmChannelMail',
      'removeChannelMail',
      'setUserSkills',
      'createPagingGroup',
      'changePagingGroup',
      'deletePagingGroup',
      'blockCallerForAll',
      'unblockCallerForAll',
      'nuisanceCallers',
      'changeNuisanceSettings',
      'dismissNuisance',
      'announcements',
      'addAnnouncement',
      'announcementAudio',
      'removeAnnouncement',
      'beginPhoneRecording',
      'phoneRecording',
      'phoneRecordingAudio',
      'dropPhoneRecording',
    ],
  },
  reports: {
    sections: ['records'],
    queries: ['adminUserDirectory', 'adminChannelDirectory', 'adminNumbers', 'adminCompanyFacts'],
    routes: [
      'callRecords',
      'callRecord',
      'callRecordSip',
      'exportCallRecords',
      'costCentres',
      'setCostCentre',
      'reportSettings',
      'saveReportSettings',
    ],
  },
} as const satisfies Readonly<Record<AdminRole, Opened>>;

const rolesWith = (isOpened: (opened: Opened) => boolean): readonly AdminRole[] =>
  adminRoles.filter((role) => isOpened(roleTable[role]));

/** The roles that open a route for administrators. */
export const rolesForRoute = (name: RouteName): readonly AdminRole[] =>
  rolesWith(({ routes }) => routes.includes(name));

/** The roles that open a live query for administrators. */
export const rolesForQuery = (name: string): readonly AdminRole[] =>
  rolesWith(({ queries }) => (queries as readonly string[]).includes(name));

/** Whether someone's rights open something that these roles open. */
export const isOpenTo = (who: AdminRights, roles: readonly AdminRole[]): boolean =>
  who.admin || roles.some((role) => who.roles?.includes(role));

/** The pages of the administration that someone's rights open, in their order. */
export const sectionsFor = (who: AdminRights): readonly AdminSection[] =>
  adminSections.filter((section) =>
    isOpenTo(
      who,
      rolesWith(({ sections }) => sections.includes(section)),
    ),
  );
