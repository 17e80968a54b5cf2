import { z } from 'zod';
import { adminAccount, adminCompanyFacts, adminSetUp, backup } from '../entities/admin-account.ts';
import { adminInfoBanner } from '../entities/admin-banner.ts';
import { adminChannel, adminNumber, adminNumberBlock } from '../entities/admin-channel.ts';
import { adminDevice } from '../entities/admin-device.ts';
import { adminInvitation, adminUser } from '../entities/admin-user.ts';
import { aiConnection } from '../entities/ai-connection.ts';
import { aiModel } from '../entities/ai-model.ts';
import { auditEntry } from '../entities/audit.ts';
import { adminCallFeedback, adminFeedback } from '../entities/feedback.ts';
import { alert, ban } from '../entities/guard.ts';
import { peopleImport } from '../entities/people-import.ts';
import { adminSipAccount } from '../entities/sip-account.ts';
import { trunk } from '../entities/trunk.ts';
import { defineLiveQuery } from './live-query.ts';

const rev = z.number();
const nothing = z.object({});

/**
 * What the administrators of an account watch, and some of it those with a role (see `rules/role-table.ts`); for everyone
 * else there is no such query.
 */
export const adminQueries = {
  /** The account with its settings: one row. */
  adminAccount: defineLiveQuery({ name: 'adminAccount', params: nothing, row: adminAccount.extend({ rev }) }),
  /** The part of the account that those with a role work with: one row. */
  adminCompanyFacts: defineLiveQuery({
    name: 'adminCompanyFacts',
    params: nothing,
    row: adminCompanyFacts.extend({ rev }),
  }),
  /** How far the first run is: one row. */
  adminSetUp: defineLiveQuery({ name: 'adminSetUp', params: nothing, row: adminSetUp.extend({ rev }) }),
  /** Everyone, deactivated people included, by name. */
  adminUsers: defineLiveQuery({ name: 'adminUsers', params: nothing, row: adminUser.extend({ rev }) }),
  /** The same without what concerns only those who administer users: how they sign in, their rights, addresses and phones. */
  adminUserDirectory: defineLiveQuery({
    name: 'adminUserDirectory',
    params: nothing,
    row: adminUser.extend({ rev }),
  }),
  /** Open invitations, newest first. */
  adminInvitations: defineLiveQuery({
    name: 'adminInvitations',
    params: nothing,
    row: adminInvitation.extend({ rev }),
  }),
  /** Imports of people of the last 30 days, newest first. */
  adminPeopleImports: defineLiveQuery({
    name: 'adminPeopleImports',
    params: nothing,
    row: peopleImport.extend({ rev }),
  }),
  /** Shared channels by name, then the private ones by their owners' names. */
  adminChannels: defineLiveQuery({ name: 'adminChannels', params: nothing, row: adminChannel.extend({ rev }) }),
  /** The same without how private channels treat their calls. */
  adminChannelDirectory: defineLiveQuery({
    name: 'adminChannelDirectory',
    params: nothing,
    row: adminChannel.extend({ rev }),
  }),
  /** Numbers in their order. */
  adminNumbers: defineLiveQuery({ name: 'adminNumbers', params: nothing, row: adminNumber.extend({ rev }) }),
  /** Blocks of numbers in the order of their numbers. */
  adminNumberBlocks: defineLiveQuery({
    name: 'adminNumberBlocks',
    params: nothing,
    row: adminNumberBlock.extend({ rev }),
  }),
  /** Desk phones and apps by the names of their people. */
  adminDevices: defineLiveQuery({ name: 'adminDevices', params: nothing, row: adminDevice.extend({ rev }) }),
  /** SIP accounts that the server registers elsewhere (classic generation), by the names of their people. */
  adminSipAccounts: defineLiveQuery({
    name: 'adminSipAccounts',
    params: nothing,
    row: adminSipAccount.extend({ rev }),
  }),
  /** Trunks in the order in which calls leave by them, with how they fare. */
  adminTrunks: defineLiveQuery({ name: 'adminTrunks', params: nothing, row: trunk.extend({ rev }) }),
  /** The newest lines of the audit log; older ones by `GET /admin/audit-log`. */
  adminAuditLog: defineLiveQuery({
    name: 'adminAuditLog',
    params: z.object({ limit: z.number().int().min(1).max(200).default(100) }),
    row: auditEntry.extend({ rev }),
  }),
  /** Bans that hold; nobody's but for who runs the server. */
  adminBans: defineLiveQuery({ name: 'adminBans', params: nothing, row: ban.extend({ rev }) }),
  /** What administrators were told and none of them has dismissed, newest first; what is the server's only for who runs it. */
  adminAlerts: defineLiveQuery({ name: 'adminAlerts', params: nothing, row: alert.extend({ rev }) }),
  /** Copies of everything, newest first; none but for who runs the server. */
  adminBackups: defineLiveQuery({ name: 'adminBackups', params: nothing, row: backup.extend({ rev }) }),
  /** AI services, those that write down first, each part by name. */
  adminAiConnections: defineLiveQuery({ name: 'adminAiConnections', params: nothing, row: aiConnection }),
  /** Models for the recogniser on this server, the best first; for those who do not run the server, only what is here. */
  adminAiModels: defineLiveQuery({ name: 'adminAiModels', params: nothing, row: aiModel.extend({ rev }) }),
  /** News that the account shows above the app, newest first. */
  adminInfoBanners: defineLiveQuery({
    name: 'adminInfoBanners',
    params: nothing,
    row: adminInfoBanner.extend({ rev }),
  }),
  /** Feedback on the product: what nobody dealt with first, each part the newest first. */
  adminFeedback: defineLiveQuery({
    name: 'adminFeedback',
    params: z.object({ limit: z.number().int().min(1).max(1000).default(200) }),
    row: adminFeedback.extend({ rev }),
  }),
  /** Feedback on calls in the same order. */
  adminCallFeedback: defineLiveQuery({
    name: 'adminCallFeedback',
    params: z.object({ limit: z.number().int().min(1).max(1000).default(200) }),
    row: adminCallFeedback.extend({ rev }),
  }),
} as const;
