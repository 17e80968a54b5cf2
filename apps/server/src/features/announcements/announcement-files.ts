import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Sounds of announcements: one file each, named by its id. */
export interface AnnouncementFiles {
  pathOf(announcementId: string): string;
  /** The path, or null where the file is gone. */
  fileOf(announcementId: string): Promise<string | null>;
  /** Durable when it fulfils. */
  keep(announcementId: string, wav: Buffer): Promise<void>;
  remove(announcementId: string): Promise<void>;
}

/** Where announcements lie within the data folder. */
export const announcementsFolder = (dataDir: string): string => join(dataDir, 'announcements');

export function announcementFiles(folder: string): AnnouncementFiles {
  const pathOf = (announcementId: string): string => {
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(announcementId)) throw new RangeError('an id cannot name a file');
    return join(folder, `${announcementId}.wav`);
  };
  return {
    pathOf,
    fileOf: (announcementId) =>
      access(pathOf(announcementId)).then(
        () => pathOf(announcementId),
        () => null,
      ),
    async keep(announcementId, wav) {
      const path = pathOf(announcementId);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(`${path}.part`, 'w', 0o600);
      try {
        await file.writeFile(wav);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path}.part`, path);
    },
    remove: (announcementId) => rm(pathOf(announcementId), { force: true }),
  };
}
