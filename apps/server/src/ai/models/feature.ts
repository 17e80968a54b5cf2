import { join } from 'node:path';
import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import type { Logger } from 'pino';
import { topic } from '../../documents/live-source.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { privateHosts } from '../../network/private-hosts.ts';
import { openReach } from '../../reach/reach.ts';
import { adminSource } from '../../requests/admin-source.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import type { Caller } from '../../requests/callers.ts';
import type { Feature } from '../../requests/feature.ts';
import type { Database } from '../../storage/database.ts';
import { modelFetcher } from '../recognizer/fetch-model.ts';
import { modelsOf } from '../recognizer/model-list.ts';
import type { AskedBy } from '../setup/note.ts';
import { modelWorker, resumeModels } from './fetch-job.ts';
import { askForModel, fetchModelKind, type ModelParts, readModels, removeModel, stopModel } from './server-models.ts';

interface ModelsDeps {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly log: Logger;
  readonly dataDir: string;
  /** Where models come from, see MODEL_MIRROR and MODEL_LIST. */
  readonly from: { readonly mirror: string | null; readonly listFile: string | null };
  /** Hosts of the server's own network that may be asked, see AI_PRIVATE_HOSTS. */
  readonly privateHosts: readonly string[];
}

/** Models lie below this folder, each in one of its own. */
export const modelsFolder = (dataDir: string): string => join(dataDir, 'models');

/** Files come and go without any row changing, as when the command line adds a model. */
const recheckMs = 10_000;

/** Models for the recogniser on this server: who runs the server fetches and removes them. */
export function aiModelsFeature({ db, jobs, log, dataDir, from, privateHosts: named }: ModelsDeps): Feature {
  const mirrorHost = from.mirror === null ? [] : [new URL(from.mirror).hostname.replace(/^\[|\]$/g, '')];
  const reach = openReach(privateHosts([...named, ...mirrorHost]));
  const fetcher = modelFetcher({ folder: modelsFolder(dataDir), reach, mirror: from.mirror });
  const parts: ModelParts = { db, jobs, log, fetcher, models: modelsOf(from.listFile) };
  const working = jobs.work(fetchModelKind, modelWorker(parts));
  working.catch((error: unknown) => log.error({ err: error }, 'models: downloads cannot begin'));
  return {
    answers: modelRoutes(parts),
    sources: [
      adminSource<typeof liveQueries.adminAiModels>(db, {
        query: liveQueries.adminAiModels,
        topics: ({ accountId }) => [
          topic('accounts', 'id', accountId),
          ...parts.models.map(({ id }) => topic('ai_models', 'id', id)),
        ],
        recheckMs,
        rows: ({ accountId }) => readModels(parts, accountId),
      }),
    ],
    jobs: [{ name: 'models: resuming', resume: () => resumeModels(parts) }],
    async stop() {
      await (await working).stop();
      reach.close();
    },
  };
}

const modelRoutes = (parts: ModelParts): Answer[] => [
  answer(routes.fetchAiModel, async (asked) => {
    await askForModel(parts, byOf(asked), asked.params.modelId);
    return {};
  }),
  answer(routes.stopAiModel, async (asked) => {
    await stopModel(parts, byOf(asked), asked.params.modelId);
    return {};
  }),
  answer(routes.removeAiModel, async (asked) => {
    await removeModel(parts, byOf(asked), asked.params.modelId);
    return {};
  }),
];

const byOf = ({ caller, address }: { readonly caller: Caller; readonly address: string }): AskedBy => ({
  userId: caller.userId,
  accountId: caller.accountId,
  address,
});
