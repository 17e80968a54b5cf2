import { holdMusic, holdMusicFolder } from '../features/account/hold-music.ts';
import { announcementFiles, announcementsFolder } from '../features/announcements/announcement-files.ts';
import { soonOrNone } from '../storage/files/near-file.ts';
import type { ServicesGround } from './ground.ts';

/** Files that calls play, by their ids; null where there is none, and where it does not come soon. */
export function filesOfCalls({ config: { dataDir }, far, log }: Pick<ServicesGround, 'config' | 'far' | 'log'>) {
  const orNone =
    (what: string, fileOf: (id: string) => Promise<string | null>) =>
    (id: string): Promise<string | null> =>
      soonOrNone(fileOf(id), (error) => log.warn({ err: error, what, id }, 'files: a sound of a call is away'));
  return {
    music: orNone('hold music', holdMusic(holdMusicFolder(dataDir), far?.of('hold-music')).fileOf),
    announcement: orNone(
      'announcement',
      announcementFiles(announcementsFolder(dataDir), far?.of('announcements')).fileOf,
    ),
  };
}
