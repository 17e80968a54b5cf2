import { BlobError } from '../storage/blobs/blobs.ts';

/** What hinders a reply with a file: it is gone, or where it lies cannot be reached now; null for anything else. */
export function fileProblem(error: unknown): 'gone' | 'away' | null {
  if (!(error instanceof BlobError)) return null;
  return error.code === 'MISSING' ? 'gone' : 'away';
}
