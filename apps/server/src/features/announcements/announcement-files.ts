import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../../storage/durable-file.ts';
import type { FarFolder } from '../../storage/files/far-folder.ts';
import { placeOf } from '../../storage/files/near-file.ts';

/** Sounds of announcements: one file each, named by its id. */
export interface AnnouncementFiles {
  /** The path, or null where the file is gone. */
  fileOf(announcementId: string): Promise<string | null>;
  /** Durable when it fulfils. */
  keep(announcementId: string, wav: Buffer, accountId: string): Promise<void>;
  remove(announcementId: string): Promise<void>;
}

/** Where announcements lie within the data folder. */
export const announcementsFolder = (dataDir: string): string => join(dataDir, 'announcements');

export function announcementFiles(folder: string, far?: FarFolder): AnnouncementFiles {
  const nameOf = (announcementId: string): string => {
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(announcementId)) throw new RangeError('an id cannot name a file');
    return `${announcementId}.wav`;
  };
  const pathOf = (announcementId: string): string => join(folder, nameOf(announcementId));
  return {
    fileOf: (announcementId) => placeOf(far, nameOf(announcementId), pathOf(announcementId)),
    async keep(announcementId, wav, accountId) {
      if (far) return await far.write(nameOf(announcementId), accountId, wav);
      await writeDurably(pathOf(announcementId), wav);
    },
    async remove(announcementId) {
      await rm(pathOf(announcementId), { force: true });
      await far?.remove(nameOf(announcementId));
    },
  };
}
