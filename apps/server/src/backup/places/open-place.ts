import { BackupError } from '../format.ts';
import { folderPlace } from './folder-place.ts';
import type { BackupPlace } from './place.ts';

export type PlaceTarget =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'bucket'; readonly bucket: string; readonly prefix: string };

/** The place that BACKUP_TO names. */
export function openPlace(to: PlaceTarget): BackupPlace {
  if (to.kind === 'folder') return folderPlace(to.folder);
  throw new BackupError('NO_PLACE', 'no bucket yet');
}
