import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../../storage/durable-file.ts';

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
      await writeDurably(pathOf(announcementId), wav);
    },
    remove: (announcementId) => rm(pathOf(announcementId), { force: true }),
  };
}
