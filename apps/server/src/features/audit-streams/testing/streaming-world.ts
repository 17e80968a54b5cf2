import { pino } from 'pino';
import { someJobs } from '../../../jobs/testing/some-jobs.ts';
import { privateHosts } from '../../../network/private-hosts.ts';
import type { Database } from '../../../storage/database.ts';
import { secretBox } from '../../../storage/secret-box.ts';
import { auditStreamsFeature } from '../feature.ts';
import type { StreamDeps } from '../ports.ts';

/** Secrets of tests: a process that is started for one opens them as well. */
export const box = secretBox(Buffer.alloc(32, 7));
export const hosts = privateHosts(['127.0.0.1']);

/** Streams of a test's database with real jobs. `post` left out: there are no webhooks. */
export async function streamingWorld(
  db: Database,
  { post, isServer = false }: { readonly post?: StreamDeps['post']; readonly isServer?: boolean } = {},
) {
  const jobs = await someJobs(db, { isServer });
  const parts: StreamDeps = {
    db,
    box,
    jobs,
    hosts,
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    post: post ?? (() => Promise.reject(new Error('nothing is posted here'))),
    newSecret: () => 'whsec_of-a-test',
    host: 'phone.example',
    node: 'node-1',
  };
  const feature = auditStreamsFeature({ ...parts, everyMs: 50, pausesSeconds: [0.2, 0.2], close: () => {} });
  const quiet = feature.hears?.();
  return {
    parts,
    async stop() {
      quiet?.();
      await feature.stop?.();
      await jobs.stop();
    },
  };
}
