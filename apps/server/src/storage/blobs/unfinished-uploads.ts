import { AbortMultipartUploadCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { clientOf } from './s3-blobs.ts';
import type { S3Config } from './s3-config.ts';

/** Removes the parts of a file whose upload nobody goes on with: a bucket keeps them, unseen and paid for. */
export async function removeUnfinishedUploads(config: S3Config, key: string): Promise<void> {
  const client = clientOf(config);
  const about = { Bucket: config.bucket, Key: `${config.prefix}${key}` };
  try {
    const { Uploads = [] } = await client.send(
      new ListMultipartUploadsCommand({ Bucket: config.bucket, Prefix: about.Key }),
    );
    for (const { Key, UploadId } of Uploads) {
      if (Key === about.Key) await client.send(new AbortMultipartUploadCommand({ ...about, UploadId }));
    }
  } finally {
    client.destroy();
  }
}
