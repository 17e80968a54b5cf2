import type { DeliveredResult } from '@sidetone/contract/entities/assistant.ts';
import type { Feature } from '../../requests/feature.ts';
import { notFound } from '../../requests/refusal.ts';
import type { FarFiles } from '../../storage/files/far-files.ts';
import { transcriptFiles, transcriptsFolder } from '../../storage/transcript-files.ts';
import { adminAssistantDocuments } from './admin/documents.ts';
import { adminAssistantRoutes } from './admin/routes.ts';
import type { TrialParts } from './admin/voice.ts';
import { type Delivered, deliver } from './deliver.ts';
import { assistantDocuments } from './documents.ts';
import { assistantRoutes } from './routes.ts';
import { sweepResults } from './sweep.ts';
import { type Agent, agentOf } from './tokens.ts';
import type { WhoCalled } from './who-called.ts';

/** What agents outside deliver results by: `find` first, then `deliver`. */
export interface DeliveryDoor {
  /** Throws `Refusal` UNAUTHENTICATED. */
  find(token: string): Promise<Agent>;
  /** Throws `Refusal` NOT_FOUND where the agent's token is for another assistant. */
  deliver(agent: Agent, assistantId: string, given: DeliveredResult): Promise<Delivered>;
}

/** Call assistants: who they are, the results that agents deliver, and what users do with those. */
export function assistantsFeature<Found>({
  dataDir,
  far,
  whoCalled,
  ...parts
}: TrialParts & {
  readonly dataDir: string;
  readonly far: FarFiles | undefined;
  readonly whoCalled: WhoCalled<Found>;
}): Feature & { readonly door: DeliveryDoor } {
  const { db } = parts;
  const files = transcriptFiles(transcriptsFolder(dataDir), far?.of('transcripts'));
  return {
    door: {
      find: (token) => agentOf(db, token),
      async deliver(agent, assistantId, given) {
        if (agent.assistantId !== assistantId) throw notFound('call assistant');
        return await deliver({ db, files }, agent, given);
      },
    },
    answers: [...assistantRoutes({ db, files }), ...adminAssistantRoutes({ ...parts, files })],
    sources: [...assistantDocuments(db, whoCalled), adminAssistantDocuments(db)],
    sweeps: [{ name: 'results of call assistants', run: () => sweepResults({ db, files }) }],
  };
}
