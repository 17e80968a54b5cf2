import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { wavOf } from '@sidetone/wav/wav.ts';
import { sql } from 'kysely';
import { recordingsFolder, type SoundFiles, soundFiles, voicemailsFolder } from '../sound/sound-files.ts';
import { documentationWriter, type MadePart, type PartCommand } from '../storage/documentation-writer.ts';
import type { Writer } from '../storage/writer.ts';
import type { PersonKey } from './company.ts';
import type { DocumentedCall, Line } from './documented-call.ts';
import { englishCalls } from './documented-english.ts';
import { germanCalls } from './documented-german.ts';
import type { DemoCall } from './history.ts';
import { mumble, mumbleRate } from './mumble.ts';

/** A call of the history as it is in an inbox. */
export interface PlacedCall {
  readonly call: DemoCall;
  readonly channelId: string;
  readonly docId: string;
  readonly sessionId: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
}

interface Place {
  readonly accountId: string;
  readonly dataDir: string;
  /** Else their files come from someone else. */
  readonly makesSounds: boolean;
  readonly placed: readonly PlacedCall[];
  readonly userIdOf: (person: PersonKey) => string;
}

/** Calls of the history of which more is known. */
export const documentedCalls: readonly DocumentedCall[] = [...germanCalls, ...englishCalls];

/**
 * Writes what is known of the demo's calls as those who make it do: through the documentation writer, and as sound files
 * that are complete. The server goes through those on its way up, as after any start.
 */
export async function documentCalls(trx: Writer, place: Place): Promise<void> {
  for (const documented of documentedCalls) {
    const [inbox, daysAgo, time] = documented.call;
    const found = place.placed.find(
      ({ call }) => call.inbox === inbox && call.when[0] === daysAgo && call.when[1] === time,
    );
    if (!found) throw new Error(`The history has no call ${documented.call.join(' ')}`);
    await writeNote(trx, place, found, documented);
    await keepRecording(trx, place, found, documented);
    await keepVoicemail(trx, place, found, documented);
    for (const command of commandsOf(documented)) await set(trx, found, command);
  }
}

/** As a part is made: it waits, someone is at it, and it is there or failed. */
async function set(trx: Writer, event: PlacedCall, command: PartCommand): Promise<void> {
  const way = {
    waiting: [],
    disabled: [],
    loading: ['waiting'],
    error: ['waiting'],
    success: ['waiting', 'loading'],
  } as const;
  const writer = documentationWriter(trx);
  const steps: PartCommand[] = [...way[command.status].map((status) => ({ part: command.part, status })), command];
  for (const step of steps) {
    if (!(await writer.set(event, step))) throw new Error(`${event.docId}: ${step.part} cannot be ${step.status}`);
  }
}

const isOpen = (given: unknown): given is 'waiting' =>
  ['waiting', 'loading', 'error', 'disabled'].includes(given as string);

/** Parts that are not there yet, or failed. */
function openParts(call: DocumentedCall): PartCommand[] {
  const open = (part: MadePart, given: unknown): PartCommand[] =>
    typeof given === 'string' ? [{ part, status: given as 'waiting' }] : [];
  return [
    ...open('summary', call.summary),
    ...open('transcription', call.transcript),
    ...open('actionItem', call.actions),
    ...open('smallTalk', call.smallTalk),
    ...open('smartAnswers', call.answers),
    ...(isOpen(call.headline) ? open('callHeadline', call.headline) : []),
    ...(isOpen(call.voicemail?.text) ? open('voicemailTranscription', call.voicemail.text) : []),
  ];
}

function commandsOf(call: DocumentedCall): PartCommand[] {
  const { headline, summary, transcript, actions, smallTalk, answers, voicemail } = call;
  const commands = openParts(call);
  const done = { status: 'success' } as const;
  if (summary && typeof summary === 'object') {
    const { text, topics, keyPoints } = summary;
    commands.push({ ...done, part: 'summary', content: { text, topics: [...topics], keyPoints: [...keyPoints] } });
  }
  if (typeof transcript === 'object') {
    const items = transcript.map(([who, startTime, endTime, text, sentiment], at) => ({
      id: `s${at + 1}`,
      speaker: who === 'user' ? (0 as const) : (1 as const),
      startTime,
      endTime,
      text,
      sentiment,
    }));
    commands.push({ ...done, part: 'transcription', content: { items } });
  }
  if (typeof actions === 'object') {
    const items = actions.map(([text, isDone], at) => ({ id: `action-${at + 1}`, text, checked: isDone ?? false }));
    commands.push({ ...done, part: 'actionItem', content: { items } });
  }
  if (typeof smallTalk === 'object') {
    const items = smallTalk.map(([topic, description, isPinned], at) => ({
      id: `talk-${at + 1}`,
      topic,
      description,
      pinned: isPinned ?? false,
      dismissed: false,
    }));
    commands.push({ ...done, part: 'smallTalk', content: { items } });
  }
  if (typeof answers === 'object') {
    const items = answers.map(([question, answer], at) => ({ questionId: `question-${at + 1}`, question, answer }));
    commands.push({ ...done, part: 'smartAnswers', content: { setId: null, items } });
  }
  if (headline !== undefined && !isOpen(headline)) {
    commands.push({ ...done, part: 'callHeadline', content: { text: headline } });
  }
  if (voicemail && !isOpen(voicemail.text)) {
    commands.push({ ...done, part: 'voicemailTranscription', content: { text: voicemail.text } });
  }
  return commands;
}

async function writeNote(trx: Writer, { userIdOf }: Place, event: PlacedCall, { note }: DocumentedCall): Promise<void> {
  if (!note) return;
  const [by, content] = note;
  const at = new Date(event.endedAt.getTime() + 60_000).toISOString();
  const written = { status: 'success', content, revision: 1, updatedBy: userIdOf(by), createdAt: at, updatedAt: at };
  await addPart(trx, event, { note: written });
  await trx
    .updateTable('inbox_events')
    .set({ note_revision: 1 })
    .where('channel_id', '=', event.channelId)
    .where('id', '=', event.docId)
    .execute();
}

async function keepRecording(
  trx: Writer,
  { accountId, dataDir, makesSounds }: Place,
  event: PlacedCall,
  { recording, transcript }: DocumentedCall,
): Promise<void> {
  if (!recording || typeof transcript !== 'object') return;
  const { mode, pitch, seconds } = recording;
  const [id, files] = [randomUUID(), soundFiles(recordingsFolder(dataDir))];
  const path = files.pathOf({ id, accountId, at: event.startedAt });
  if (makesSounds) await write(files, path, seconds, pitch, transcript);
  await trx
    .insertInto('recordings')
    .values({
      // Nobody's leg: nobody is told now that a call of days ago was recorded.
      id,
      account_id: accountId,
      user_id: null,
      channel_id: event.channelId,
      doc_id: event.docId,
      session_id: event.sessionId,
      mode,
      state: 'processing',
      original_path: path,
      started_at: event.startedAt,
      stopped_at: event.endedAt,
    })
    .execute();
  await addPart(trx, event, { [`${mode}Recording`]: { status: 'loading' } });
}

async function keepVoicemail(
  trx: Writer,
  { accountId, dataDir, makesSounds }: Place,
  event: PlacedCall,
  { voicemail }: DocumentedCall,
): Promise<void> {
  if (!voicemail) return;
  const { pitch, seconds, said } = voicemail;
  const [id, files] = [randomUUID(), soundFiles(voicemailsFolder(dataDir))];
  const path = files.pathOf({ id, accountId, at: event.startedAt });
  if (makesSounds) await write(files, path, seconds, pitch, said);
  await trx
    .insertInto('voicemails')
    .values({
      id,
      account_id: accountId,
      channel_id: event.channelId,
      doc_id: event.docId,
      session_id: event.sessionId,
      state: 'processing',
      original_path: path,
      started_at: event.startedAt,
    })
    .execute();
  await addPart(trx, event, { voicemail: { status: 'waiting', visual: { status: 'pending' } } });
}

async function write(
  files: SoundFiles,
  path: string,
  seconds: number,
  [user, remote]: readonly [number, number],
  lines: readonly Line[],
): Promise<void> {
  const turnsOf = (who: Line[0]) =>
    lines.flatMap(([speaker, from, until]) => (speaker === who ? [{ from, until }] : []));
  const left = mumble({ pitch: user, turns: turnsOf('user') }, seconds);
  const right = mumble({ pitch: remote, turns: turnsOf('remote') }, seconds);
  await files.makeRoom(path);
  await writeFile(files.whole(path), wavOf([left, right], mumbleRate), { mode: 0o600 });
}

async function addPart(trx: Writer, { channelId, docId }: PlacedCall, part: Record<string, unknown>): Promise<void> {
  await trx
    .updateTable('inbox_events')
    .set({ documentation: sql<string>`documentation || ${JSON.stringify(part)}::jsonb` })
    .where('channel_id', '=', channelId)
    .where('id', '=', docId)
    .execute();
}
