import { repairWav } from '@sidetone/wav/repair-wav.ts';
import { captureWishes } from './ai/capture-wishes.ts';
import { askForDocumentation } from './ai/documenting.ts';
import { captureKeeper } from './features/sounds/captures.ts';
import { greetings, greetingsFolder } from './features/sounds/greetings.ts';
import { recordingKeeper } from './features/sounds/recordings.ts';
import { voicemails } from './features/sounds/voicemails.ts';
import type { ServicesGround } from './services-ground.ts';
import { capturesFolder, recordingsFolder, soundFiles, voicemailsFolder } from './sound/sound-files.ts';
import type { Database } from './storage/database.ts';

/** Keeps the sounds of calls: recordings, messages of callers, and what is captured for the documentation. */
export function openSounds({ config, log, db, jobs, facts, ai, keep }: ServicesGround) {
  const ready = (trx: Database, { channel_id, doc_id }: { channel_id: string; doc_id: string }) =>
    askForDocumentation(jobs, trx, { channelId: channel_id, docId: doc_id });
  const recordings = recordingKeeper({
    db,
    jobs,
    ready,
    files: soundFiles(recordingsFolder(config.dataDir)),
    log: log.child({ room: 'recordings' }),
    repair: repairWav,
    announce: {
      stored: (recording) => facts.announce('recording.stored', recording),
      failed: (recording) => facts.announce('recording.failed', recording),
    },
  });
  keep('recordings', () => recordings.stop());
  const messages = voicemails({
    db,
    jobs,
    ready,
    files: soundFiles(voicemailsFolder(config.dataDir)),
    greetings: greetings(greetingsFolder(config.dataDir)),
    log: log.child({ room: 'voicemail' }),
    repair: repairWav,
  });
  keep('voicemails', () => messages.stop());
  const captures = captureKeeper({
    db,
    jobs,
    ready,
    files: soundFiles(capturesFolder(config.dataDir)),
    log: log.child({ room: 'captures' }),
    repair: repairWav,
  });
  keep('captures', () => captures.stop());
  return { recordings, messages, captures: { ...captures, ...captureWishes({ db, services: ai }) } };
}
