import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import { adminAssistantQueries } from '@sidetone/contract/documents/assistant-queries.ts';
import { conferenceRoomQueries } from '@sidetone/contract/documents/conference-room-query.ts';
import { openingHoursQueries } from '@sidetone/contract/documents/opening-hours-query.ts';
import { pagingQueries } from '@sidetone/contract/documents/paging-query.ts';
import { skillQueries } from '@sidetone/contract/documents/skill-query.ts';
import { voiceMenuQueries } from '@sidetone/contract/documents/voice-menu-query.ts';
import type { AdminCompanyFacts } from '@sidetone/contract/entities/admin-account.ts';
import type { AdminChannel } from '@sidetone/contract/entities/admin-channel.ts';
import type { AdminUser } from '@sidetone/contract/entities/admin-user.ts';
import type { LineForwarding } from '@sidetone/contract/entities/line-forwarding.ts';
import { holdsRole } from '@sidetone/contract/rules/admin/admin-roles.ts';
import { useMemo } from 'react';
import { useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';

/** Whether the signed-in user administers users: others get lists without what is private to these. */
const useSeesUsers = () => holdsRole(useMe(), 'people');
/** All users of the account, deactivated ones included. */
export const useUsers = () => useLive(useSeesUsers() ? adminQueries.adminUsers : adminQueries.adminUserDirectory, {});
/** Every channel of the account, private ones too. */
export const useAdminChannels = () =>
  useLive(useSeesUsers() ? adminQueries.adminChannels : adminQueries.adminChannelDirectory, {});
/** Every number of the account. */
export const useNumbers = () => useLive(adminQueries.adminNumbers, {});
/** Blocks of numbers of the account. */
export const useNumberBlocks = () => useLive(adminQueries.adminNumberBlocks, {});
/** The account with all settings of its administrators; undefined until it is there. */
export const useAdminAccount = () => useLive(adminQueries.adminAccount, {}).rows[0];
/** The part of it that everyone with a role works with. */
export function useCompanyFacts(): AdminCompanyFacts | undefined {
  const isAdmin = useMe()?.admin === true;
  return useLive(isAdmin ? adminQueries.adminAccount : adminQueries.adminCompanyFacts, {}).rows[0];
}

/** Where the calls of a user's own line go, and the channel that the line is; null until that is known. */
export function useForwardingOf(userId: string): { channelId: string; forwarding: LineForwarding } | null {
  const line = useAdminChannels().rows.find(({ ownerUserId }) => ownerUserId === userId);
  return line?.forwarding == null ? null : { channelId: line.id, forwarding: line.forwarding };
}

/** Call assistants of the account. */
export const useCallAssistants = () => useLive(adminAssistantQueries.adminAssistants, {});

/** Voice menus of the account. */
export const useVoiceMenus = () => useLive(voiceMenuQueries.adminVoiceMenus, {});

/** Conference rooms of the account, with their PINs. */
export const useConferenceRooms = () => useLive(conferenceRoomQueries.adminConferenceRooms, {});

/** Paging groups of the account. */
export const usePagingGroups = () => useLive(pagingQueries.adminPagingGroups, {});

/** Opening hours that channels of the account share. */
export const useOpeningHours = () => useLive(openingHoursQueries.adminOpeningHours, {});

/** Skills of the account, with those who have them. */
export const useSkills = () => useLive(skillQueries.adminSkills, {});

/** Names of channels by their ids; a private one has its owner's. */
export function useChannelNames(): ReadonlyMap<string, string> {
  const { rows } = useAdminChannels();
  return useMemo(() => new Map(rows.map((channel: AdminChannel) => [channel.id, channel.name])), [rows]);
}

/** Names of users by their ids. */
export function useUserNames(): ReadonlyMap<string, string> {
  const { rows } = useUsers();
  return useMemo(() => new Map(rows.map((user: AdminUser) => [user.id, nameOf(user)])), [rows]);
}

/** First and last name, in that order. */
export function nameOf(user: { firstName: string; lastName: string }): string {
  return `${user.firstName} ${user.lastName}`.trim();
}
