import { flagsOf } from '@sidetone/contract/entities/flags.ts';
import { repairWav } from '@sidetone/wav/repair-wav.ts';
import { hearAskingKind } from '../ai/asked/hear-asking.ts';
import { captureWishes } from '../ai/capture-wishes.ts';
import { askForDocumentation } from '../ai/documenting.ts';
import type { CompanyLimits } from '../companies/company-limits.ts';
import { spokenAnnouncements } from '../features/announcements/by-telephone.ts';
import { keepAskings } from '../features/asked-callers/keep-askings.ts';
import { captureKeeper } from '../features/sounds/captures.ts';
import { greetings, greetingsFolder } from '../features/sounds/greetings.ts';
import { recordingKeeper } from '../features/sounds/recordings.ts';
import type { SoundRow } from '../features/sounds/rows.ts';
import { voicemails } from '../features/sounds/voicemails.ts';
import { keepBotCalls } from '../features/voice-bots/keep-bot-calls.ts';
import { privateHosts } from '../network/private-hosts.ts';
import { CallCommandError } from '../pbx/commands.ts';
import type { Recordings } from '../pbx/ports.ts';
import {
  answersFolder,
  capturesFolder,
  passingSounds,
  recordingsFolder,
  soundFiles,
  voicemailsFolder,
} from '../sound/sound-files.ts';
import type { Database } from '../storage/database.ts';
import { filesOfCalls } from './files-of-calls.ts';
import type { ServicesGround } from './ground.ts';

/** Keeps the sounds of calls: recordings, messages of callers, and what is captured for the documentation. */
export function openSounds(ground: ServicesGround, companies: Pick<CompanyLimits, 'isStorageFull'>) {
  const { config, far, log, db, jobs, facts, ai, owner, feed, keep } = ground;
  const ready = (trx: Database, { channel_id, doc_id }: { channel_id: string; doc_id: string }) =>
    askForDocumentation(jobs, trx, { channelId: channel_id, docId: doc_id });
  const recordings = recordingKeeper({
    db,
    node: owner.node,
    jobs,
    ready,
    files: soundFiles(recordingsFolder(config.dataDir), far?.of('recordings')),
    log: log.child({ room: 'recordings' }),
    repair: repairWav,
    announce: {
      stored: (recording) => facts.announce('recording.stored', recording),
      failed: (recording) => facts.announce('recording.failed', recording),
    },
  });
  keep('recordings', () => recordings.stop());
  const lost = (message: SoundRow) => facts.announce('voicemail.lost', eventOf(message));
  const messages = voicemails({
    db,
    node: owner.node,
    jobs,
    ready,
    files: soundFiles(voicemailsFolder(config.dataDir), far?.of('voicemails')),
    greetings: greetings(greetingsFolder(config.dataDir), far?.of('greetings')),
    passing: passingSounds(config.dataDir),
    log: log.child({ room: 'voicemail' }),
    repair: repairWav,
    announce: {
      stored: (message) => facts.announce('voicemail.stored', eventOf(message)),
      failed: lost,
      forgotten: lost,
    },
  });
  keep('voicemails', () => messages.stop());
  const captures = captureKeeper({
    db,
    node: owner.node,
    jobs,
    ready,
    files: soundFiles(capturesFolder(config.dataDir), far?.of('captures')),
    log: log.child({ room: 'captures' }),
    repair: repairWav,
  });
  keep('captures', () => captures.stop());
  const askings = openAskings({ config, far, log, db, jobs, ai, owner });
  keep('call assistants', () => askings.stop());
  const untilFull = beginsUntilFull(companies);
  return {
    recordings: untilFull(recordings),
    messages: { ...messages, isFull: companies.isStorageFull },
    askings,
    bots: openBots(ground),
    announcements: spokenAnnouncements(db, log.child({ room: 'announcements' })),
    captures: { ...untilFull(captures), ...captureWishes({ db, services: ai, feed }) },
  };
}

/** A recording of a company whose files take as much as they may is refused before it begins; what runs goes on. */
const beginsUntilFull =
  ({ isStorageFull }: Pick<CompanyLimits, 'isStorageFull'>) =>
  <Keeper extends Pick<Recordings, 'opened'>>(keeper: Keeper): Keeper => ({
    ...keeper,
    async opened(recording, asking) {
      if (isStorageFull(recording.accountId)) {
        throw new CallCommandError('STORAGE_FULL', 'The company has used the storage that it may use.');
      }
      return await keeper.opened(recording, asking);
    },
  });

/** What an earlier life left of sounds; the exchange knows by now which calls go on. */
export function takeUp(
  { recordings, captures, askings, bots, messages }: ReturnType<typeof openSounds>,
  log: ServicesGround['log'],
): void {
  recordings.resume().catch((error) => log.warn({ err: error }, 'recordings: resuming failed'));
  captures.resume().catch((error) => log.warn({ err: error }, 'captures: resuming failed'));
  askings.resume().catch((error) => log.warn({ err: error }, 'call assistants: resuming failed'));
  bots.resume().catch((error) => log.warn({ err: error }, 'voice bots: resuming failed'));
  messages.resume().catch((error) => log.warn({ err: error }, 'voicemail: resuming failed'));
}

const eventOf = ({ account_id: accountId, channel_id: channelId, doc_id: docId }: SoundRow) => ({
  accountId,
  channelId,
  docId,
});

/** Keeps what callers answer to call assistants. */
function openAskings({
  config,
  far,
  log,
  db,
  jobs,
  ai,
  owner,
}: Pick<ServicesGround, 'config' | 'far' | 'log' | 'db' | 'jobs' | 'ai' | 'owner'>) {
  return keepAskings({
    db,
    node: owner.node,
    files: soundFiles(answersFolder(config.dataDir), far?.of('answers')),
    log: log.child({ room: 'call assistants' }),
    repair: repairWav,
    fileOf: filesOfCalls({ config, far, log }).announcement,
    canHear: async (accountId) =>
      !(await isAiOff(db, accountId)) && (await ai.ground.connection(accountId, 'speech')) !== null,
    hear: (trx, resultId) => jobs.enqueue(trx, hearAskingKind, resultId),
  });
}

/** Keeps which calls voice bots have. */
const openBots = ({ config, far, log, db, box, owner }: ServicesGround) =>
  keepBotCalls({
    db,
    box,
    node: owner.node,
    hosts: privateHosts(config.integrationPrivateHosts),
    log: log.child({ room: 'voice bots' }),
    fileOf: filesOfCalls({ config, far, log }).announcement,
  });

/** Whether the account wants nothing made of its calls by AI. */
async function isAiOff(db: Database, accountId: string): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('flags').where('id', '=', accountId).executeTakeFirst();
  return row !== undefined && flagsOf(row.flags, { flags: {}, settings: {} }).hasAiDisabled;
}
