import { sql } from 'kysely';
import type { ChangeFeed } from '../../documents/change-feed.ts';
import type { Feature } from '../../requests/feature.ts';
import { presenceConnectorDocuments } from './documents.ts';
import { farewellKind, forgetOldFarewells, sayFarewell } from './farewell.ts';
import { hear, hearKind } from './hear.ts';
import type { PresenceParts } from './ports.ts';
import { presenceConnectorAnswers } from './routes.ts';
import { show, showKind } from './show.ts';
import { keepLooking, look } from './watch.ts';

interface FeatureParts extends PresenceParts {
  readonly feed: ChangeFeed;
  /** Closes what the service keeps open. */
  close(): void;
}

/** Shows in Microsoft Teams that users talk and want no calls, and hears from it that they are in a meeting. */
export function presenceConnectorFeature({ feed, close, ...parts }: FeatureParts): Feature {
  const { db, jobs, log } = parts;
  const working = [
    jobs.work(showKind, { run: (id, { signal }) => show(parts, id, signal) }),
    jobs.work(hearKind, { run: (id, { signal }) => hear(parts, id, signal) }),
    jobs.work(farewellKind, { run: (id, { signal }) => sayFarewell(parts, id, signal) }),
  ];
  for (const one of working) one.catch((error: unknown) => log.error({ err: error }, 'presence: work cannot begin'));
  return {
    answers: presenceConnectorAnswers(parts),
    sources: presenceConnectorDocuments(db, parts),
    jobs: [{ name: 'presence at Microsoft', resume: () => look(parts, null) }],
    sweeps: [
      {
        name: 'old sign-ins at Microsoft',
        run: () =>
          db.deleteFrom('presence_sign_ins').where('expires_at', '<', sql<Date>`now() - interval '1 day'`).execute(),
      },
      { name: 'presence that cleared itself', run: () => forgetOldFarewells(parts) },
    ],
    hears: () => keepLooking(parts, feed),
    async stop() {
      for (const one of await Promise.all(working)) await one.stop();
      close();
    },
  };
}
