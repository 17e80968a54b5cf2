import type { Logger } from 'pino';
import type { Feature } from '../../requests/feature.ts';
import { capturesFolder, recordingsFolder, soundFiles, voicemailsFolder } from '../../sound/sound-files.ts';
import type { Database } from '../../storage/database.ts';
import type { FarFiles } from '../../storage/files/far-files.ts';
import { greetings, greetingsFolder } from './greetings.ts';
import { keptSounds } from './kept-sounds.ts';
import { captureKind, recordingKind, voicemailKind } from './kinds.ts';
import { linkedSounds } from './linked-sounds.ts';
import { recordingRoutes } from './recording-routes.ts';
import { sweepRecordings, sweepVoicemails } from './sweep.ts';
import { voicemailRoutes } from './voicemail-routes.ts';

/** Recordings of calls and messages of callers as people get them, and greetings of channels. */
export function soundsFeature({
  db,
  dataDir,
  far,
  log,
}: {
  db: Database;
  dataDir: string;
  far: FarFiles | undefined;
  log: Logger;
}) {
  const recordings = { db, files: soundFiles(recordingsFolder(dataDir), far?.of('recordings')) };
  const captures = { db, files: soundFiles(capturesFolder(dataDir), far?.of('captures')) };
  const voicemail = {
    db,
    files: soundFiles(voicemailsFolder(dataDir), far?.of('voicemails')),
    greetings: greetings(greetingsFolder(dataDir), far?.of('greetings')),
  };
  const feature: Feature = {
    answers: [
      ...recordingRoutes({ ...recordings, log: log.child({ room: 'recordings' }) }),
      ...voicemailRoutes({ ...voicemail, log: log.child({ room: 'voicemail' }) }),
    ],
    sweeps: [
      { name: 'old recordings', run: () => sweepRecordings(recordings) },
      { name: 'old voicemails', run: () => sweepVoicemails(voicemail) },
    ],
  };
  return {
    feature,
    /** What deletes the sounds of a call along with it. */
    kept: {
      recordings: keptSounds(recordingKind, recordings),
      voicemails: keptSounds(voicemailKind, voicemail),
      captures: keptSounds(captureKind, captures),
    },
    /** What documents about a call refer to. */
    linked: linkedSounds({
      db,
      recordings: recordings.files,
      voicemails: voicemail.files,
      log: log.child({ room: 'sounds' }),
    }),
  };
}
