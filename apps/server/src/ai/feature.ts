import type { FactBoard } from '../events.ts';
import type { Feature } from '../requests/feature.ts';
import { capturesFolder, recordingsFolder, soundFiles, voicemailsFolder } from '../sound/sound-files.ts';
import type { DocumentedCall } from '../storage/documentation-writer.ts';
import type { FarFiles } from '../storage/files/far-files.ts';
import { sweepCaptured } from './captured-sounds.ts';
import type { DocumentingParts } from './deps.ts';
import { documenting } from './documenting.ts';
import { transcriptionAnswers } from './routes.ts';

interface FeatureParts extends Pick<DocumentingParts, 'db' | 'jobs' | 'log' | 'services' | 'appendToNote' | 'handOn'> {
  readonly dataDir: string;
  readonly far: FarFiles | undefined;
  readonly facts: FactBoard;
  /** Captures more of a running call, or nothing more. */
  steerCapture(call: DocumentedCall, isWanted: boolean): Promise<void>;
}

/** Calls that document themselves. */
export function aiFeature({ dataDir, far, facts, ...parts }: FeatureParts): Feature {
  const captures = soundFiles(capturesFolder(dataDir), far?.of('captures'));
  const steps = documenting({
    ...parts,
    files: {
      recordings: soundFiles(recordingsFolder(dataDir), far?.of('recordings')),
      voicemails: soundFiles(voicemailsFolder(dataDir), far?.of('voicemails')),
      captures,
    },
    announce({ userId, accountId, channelId, docId, limit }, { used, hasSummary }) {
      facts.announce('call.documented', { accountId, channelId, docId });
      if (userId !== null)
        facts.announce('summary.ready', { userId, accountId, channelId, docId, hasSummary, quota: { used, limit } });
    },
  });
  return {
    answers: transcriptionAnswers(parts),
    jobs: [{ name: 'documentation of calls: beginning', resume: () => steps.work() }],
    sweeps: [
      {
        name: 'captured sounds',
        run: () => sweepCaptured({ db: parts.db, captures, ground: parts.services.ground }),
      },
    ],
    stop: () => steps.stop(),
  };
}
