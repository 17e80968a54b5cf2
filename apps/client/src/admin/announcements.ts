import { type Announcement, announcementRoutes } from '@sidetone/contract/http/announcement-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#live/line/http.ts';

export const announcementsKey = ['announcements'];

const none: readonly Announcement[] = [];

/** The announcements that channels can play to their callers, by name. */
export function useAnnouncements(): readonly Announcement[] {
  const { data } = useQuery({
    queryKey: announcementsKey,
    queryFn: ({ signal }) => call(announcementRoutes.announcements, {}, { signal }),
  });
  return data?.announcements ?? none;
}
