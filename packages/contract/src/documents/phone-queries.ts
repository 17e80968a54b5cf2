import { z } from 'zod';
import { account } from '../entities/account.ts';
import { aiOverview } from '../entities/ai-settings.ts';
import { shownInfoBanner } from '../entities/banner.ts';
import { channelFields, followUpTimeWhereNeeded } from '../entities/channel.ts';
import { channelSetting } from '../entities/channel-setting.ts';
import { contact } from '../entities/contact.ts';
import { contactHistory } from '../entities/contact-history.ts';
import { contactImport } from '../entities/contact-import.ts';
import { device } from '../entities/device.ts';
import { transcriptSide } from '../entities/documentation.ts';
import { favoriteWithContact } from '../entities/favorite.ts';
import { flags } from '../entities/flags.ts';
import { inboxEvent } from '../entities/inbox-event.ts';
import { inboxFilter, inboxPlace } from '../entities/inbox-filter.ts';
import { connectedIntegration } from '../entities/integration.ts';
import { memberInfo } from '../entities/member-info.ts';
import { ongoingCall } from '../entities/ongoing-call.ts';
import { phone } from '../entities/phone.ts';
import { remote } from '../entities/remote.ts';
import { threadInfo, threadOf } from '../entities/thread.ts';
import { user } from '../entities/user.ts';
import { colleague } from '../entities/webuser.ts';
import { inboxEventQueryLimit, inboxSubscriptionLimit } from '../rules/limits.ts';
import { defineLiveQuery } from './live-query.ts';

const rev = z.number();
const nothing = z.object({});

/**
 * An event in a channel's inbox with the other side's name. In lists a row stands for its group, the calls with one other
 * side on one day, and is the newest of it; what only the page of a call shows (transcript, peaks of recordings) is left
 * out of lists.
 */
export const inboxRow = inboxEvent.extend({
  remote,
  rev,
  /** Calls of the group, this one included. */
  groupSize: z.number().int().positive().default(1),
});
export type InboxRow = z.infer<typeof inboxRow>;

/** A channel as its members see it. `extension` is what they dial within the company to call it. */
const channelRow = z
  .object({ ...channelFields, extension: z.string().nullable().default(null), rev })
  .check(followUpTimeWhereNeeded);
export type ChannelRow = z.infer<typeof channelRow>;

/** What the app watches from its first page on; what administrators watch comes with their pages. */
export const phoneQueries = {
  /** The user's account: one row. */
  account: defineLiveQuery({ name: 'account', params: nothing, row: account.extend({ rev }) }),
  /** The signed-in user: one row. */
  me: defineLiveQuery({ name: 'me', params: nothing, row: user.extend({ rev }) }),
  /** What is switched on for the signed-in user: one row. */
  flags: defineLiveQuery({ name: 'flags', params: nothing, row: z.object({ id: z.string(), rev, flags }) }),
  /** Where calls of the account go for their documentation: one row. */
  aiOverview: defineLiveQuery({ name: 'aiOverview', params: nothing, row: aiOverview.extend({ rev }) }),
  /** The devices on which the signed-in user has the app, the one that was used last first. */
  devices: defineLiveQuery({ name: 'devices', params: nothing, row: device.extend({ rev }) }),
  /** Everyone of the account, the user included. */
  webusers: defineLiveQuery({ name: 'webusers', params: nothing, row: colleague.extend({ rev }) }),
  /** The channels that the user is a member of; their own private one comes first. */
  channels: defineLiveQuery({ name: 'channels', params: nothing, row: channelRow }),
  /** How each member of one channel stands to it; `id` is the web user's. */
  memberInfos: defineLiveQuery({
    name: 'memberInfos',
    /** With `webuserId` that member alone. */
    params: z.object({ channelId: z.string().min(1), webuserId: z.string().min(1).optional() }),
    row: memberInfo.extend({ id: z.string(), rev }),
  }),
  /** What the signed-in user chose for each of their channels, and what there is to choose from. */
  channelSettings: defineLiveQuery({ name: 'channelSettings', params: nothing, row: channelSetting.extend({ rev }) }),
  /** Every live call of the signed-in user, on whatever device; a row stays a few seconds after its end. */
  ongoingCalls: defineLiveQuery({ name: 'ongoingCalls', params: nothing, row: ongoingCall.extend({ rev }) }),
  /** The user's phones of the classic generation. */
  phones: defineLiveQuery({ name: 'phones', params: nothing, row: phone.extend({ rev }) }),
  /**
   * Ended calls of one channel, newest first, a row for each group. `after` and `until` cut a range out of the list: the
   * rows that stand after the one place (older), down to the other place and with it. A list of any length is made of
   * ranges that meet, each of them live. With a `filter` every call that passes is a row and a group of its own.
   */
  inbox: defineLiveQuery({
    name: 'inbox',
    params: z.object({
      channelId: z.string().min(1),
      limit: z.number().int().min(1).max(inboxEventQueryLimit).default(inboxSubscriptionLimit),
      unresolvedOnly: z.boolean().optional(),
      after: inboxPlace.optional(),
      until: inboxPlace.optional(),
      filter: inboxFilter.optional(),
    }),
    row: inboxRow,
  }),
  /** One event with everything known about it: one row, none where there is no such event. */
  inboxEvent: defineLiveQuery({
    name: 'inboxEvent',
    params: z.object({ channelId: z.string().min(1), docId: z.string().min(1) }),
    row: inboxRow,
  }),
  /** The words of a transcript with their seconds: a row for each side, none where the service gave no words. */
  transcriptWords: defineLiveQuery({
    name: 'transcriptWords',
    params: z.object({ channelId: z.string().min(1), docId: z.string().min(1) }),
    row: transcriptSide.extend({ rev }),
  }),
  /** The calls of a channel with one other side, newest first, each a row of its own. */
  thread: defineLiveQuery({
    name: 'thread',
    params: z.object({
      channelId: z.string().min(1),
      of: threadOf,
      /** Only calls with this topic. */
      topic: z.string().min(1).max(200).optional(),
      limit: z.number().int().min(1).max(inboxEventQueryLimit).default(inboxSubscriptionLimit),
      after: inboxPlace.optional(),
      until: inboxPlace.optional(),
    }),
    row: inboxRow,
  }),
  /** What stands around a thread: who it is with, its topics, where else they called. One row. */
  threadInfo: defineLiveQuery({
    name: 'threadInfo',
    params: z.object({ channelId: z.string().min(1), of: threadOf }),
    row: threadInfo.extend({ rev }),
  }),
  /** How many contacts there are: one row, whose `rev` grows with every change of any contact or colleague. */
  contactBook: defineLiveQuery({
    name: 'contactBook',
    params: nothing,
    row: z.object({ id: z.string(), rev, personal: z.number().int(), team: z.number().int() }),
  }),
  /** One contact or colleague: one row, none where there is no such one. */
  contact: defineLiveQuery({
    name: 'contact',
    params: z.object({ contactId: z.string().min(1) }),
    row: contact.extend({ rev }),
  }),
  /** What was spoken with a contact, over all channels of the signed-in user. One row. */
  contactHistory: defineLiveQuery({
    name: 'contactHistory',
    params: z.object({ contactId: z.string().min(1) }),
    row: contactHistory.extend({ rev }),
  }),
  /** The signed-in user's favorites by display name. */
  favorites: defineLiveQuery({ name: 'favorites', params: nothing, row: favoriteWithContact.safeExtend({ rev }) }),
  /** What the account has connected, the built-in address book included. */
  integrations: defineLiveQuery({ name: 'integrations', params: nothing, row: connectedIntegration.extend({ rev }) }),
  /** News to show above the app to those that it is for, the oldest first; which app that is, the app itself knows. */
  infoBanners: defineLiveQuery({ name: 'infoBanners', params: nothing, row: shownInfoBanner.extend({ rev }) }),
  /** Imports of the signed-in user that run, or ended within the last day, newest first. */
  contactImports: defineLiveQuery({ name: 'contactImports', params: nothing, row: contactImport.extend({ rev }) }),
} as const;
