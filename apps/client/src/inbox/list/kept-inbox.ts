import { type InboxFilter, inboxFilter, inboxPlace } from '@sidetone/contract/entities/inbox-filter.ts';
import { useEffect } from 'react';
import { z } from 'zod';
import { type KeptView, useKeptView } from '#live/queries/use-kept-view.ts';
import { keptViews } from '#platform/kept-view.ts';

/** A place in a list: its first call in view, and how far below the top of the view that was, in px. */
const listPlace = inboxPlace.extend({ below: z.number() });
export type ListPlace = z.infer<typeof listPlace>;

const inboxView = z.object({
  tab: z.enum(['unresolved', 'all']),
  filter: inboxFilter.nullable(),
  /** The call that was open beside the list. */
  openCall: z.string().nullable(),
  /** The call that was selected. */
  selected: z.string().nullable(),
  /** Null at the top of the list. */
  place: listPlace.nullable(),
});
export type InboxView = z.infer<typeof inboxView>;

const views = keptViews(inboxView);

/**
 * The view that an inbox begins with: the one that was left, unless a link leads to another call than it showed, or to
 * calls that it asks for.
 */
export function beginning(
  left: InboxView | null,
  openCall: string | null,
  asked: InboxFilter | null = null,
): InboxView {
  if (asked !== null) return { tab: 'all', filter: asked, openCall, selected: null, place: null };
  if (left !== null && (openCall === null || openCall === left.openCall)) return { ...left, openCall };
  // A link to a call may be to one that was resolved long ago.
  return { tab: openCall === null ? 'unresolved' : 'all', filter: null, openCall, selected: null, place: null };
}

export type KeptInbox = KeptView<InboxView>;

/** The views of the inboxes of all channels, kept for as long as the tab lives. */
export function useKeptInbox(channelId: string, openCall: string | null, asked: InboxFilter | null): KeptInbox {
  const kept = useKeptView(views, `inbox ${channelId}`, (left) => beginning(left, openCall, asked));
  useEffect(() => kept.change({ openCall }), [kept, openCall]);
  return kept;
}
