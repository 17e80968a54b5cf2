import { waitingOf, waitsLongSeconds } from '../../storage/files/far-files.ts';
import { type Check, type Finding, ok, problem, warning } from './finding.ts';

/** Where files lie, and whether they arrive there. */
export const files: Check = async ({ config, db }) => {
  const about = 'Files';
  if (!config.files) return [ok(about, 'lie in the data folder')];
  const { bucket, prefix } = config.files;
  const found: Finding[] = [];
  const { s3Blobs } = await import('../../storage/blobs/s3-blobs.ts');
  const blobs = s3Blobs(config.files, { connectMs: 3_000, answerMs: 5_000, idleMs: 5_000, attempts: 1 });
  try {
    await blobs.check();
    found.push(ok(about, `s3://${bucket}/${prefix} can be reached`));
  } catch (error) {
    const says = `s3://${bucket}/${prefix} does not let us in: ${(error as Error).message}`;
    found.push(
      problem(about, says, 'Check FILES and S3_… in docs/OPERATIONS.md. Until then files wait on this machine.'),
    );
  } finally {
    blobs.close();
  }
  if (!db) return found;
  const { count, seconds } = await waitingOf(db);
  const says = `${count} ${count === 1 ? 'file waits' : 'files wait'}, the first for ${Math.round(seconds / 60)} minutes`;
  const mend = 'Start every machine that carried a node, since files wait on the disk of the one that wrote them.';
  if (count > 0) found.push(seconds > waitsLongSeconds ? warning(about, says, mend) : ok(about, says));
  return found;
};
