import { type Announcement, announcementRoutes } from '@sidetone/contract/http/announcement-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchFile } from '#live/line/fetch-file.ts';
import { call } from '#live/line/http.ts';
import { useRun } from '../run.ts';

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

/** Listens to an announcement: `played` is the address of its sound, null until one is played. */
export function usePlayed() {
  const { run } = useRun();
  const [played, setPlayed] = useState<string | null>(null);
  useEffect(() => () => (played === null ? undefined : URL.revokeObjectURL(played)), [played]);
  const play = async (announcementId: string) => {
    const sound = await run(
      () => fetchFile(announcementRoutes.announcementAudio, { params: { announcementId } }),
      null,
    );
    if (sound) setPlayed(URL.createObjectURL(sound));
  };
  return { played, play };
}
