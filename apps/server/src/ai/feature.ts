import type { FactBoard } from '../events.ts';
import type { Feature } from '../requests/feature.ts';
import { recordingsFolder, soundFiles, voicemailsFolder } from '../sound/sound-files.ts';
import type { DocumentingParts } from './deps.ts';
import { documenting } from './documenting.ts';
import { transcriptionAnswers } from './routes.ts';

interface FeatureParts extends Pick<DocumentingParts, 'db' | 'jobs' | 'log' | 'services'> {
  readonly dataDir: string;
  readonly facts: FactBoard;
}

/** Calls that document themselves. */
export function aiFeature({ dataDir, facts, ...parts }: FeatureParts): Feature {
  const steps = documenting({
    ...parts,
    files: {
      recordings: soundFiles(recordingsFolder(dataDir)),
      voicemails: soundFiles(voicemailsFolder(dataDir)),
    },
    announce({ userId, accountId, channelId, docId, limit }, used) {
      if (userId !== null)
        facts.announce('summary.ready', { userId, accountId, channelId, docId, quota: { used, limit } });
    },
  });
  return {
    answers: transcriptionAnswers(parts),
    jobs: [{ name: 'documentation of calls: beginning', resume: () => steps.work() }],
    stop: () => steps.stop(),
  };
}
