import { s3Blobs } from '../../storage/blobs/s3-blobs.ts';
import type { S3Config } from '../../storage/blobs/s3-config.ts';
import { removeUnfinishedUploads } from '../../storage/blobs/unfinished-uploads.ts';
import { bucketPlace } from './bucket-place.ts';
import { folderPlace } from './folder-place.ts';
import type { BackupPlace } from './place.ts';

type PlaceTarget =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'bucket'; readonly s3: S3Config };

/** The place that BACKUP_TO names. */
export function openPlace(to: PlaceTarget): BackupPlace {
  if (to.kind === 'folder') return folderPlace(to.folder);
  return bucketPlace(s3Blobs(to.s3), {
    shown: `s3://${to.s3.bucket}/${to.s3.prefix}`.replace(/\/$/, ''),
    removeHalf: (name) => removeUnfinishedUploads(to.s3, name),
  });
}
