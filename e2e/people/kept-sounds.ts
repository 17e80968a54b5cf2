import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { silence, type Voice, writeWav } from '@sidetone/signals/recording.ts';
import { recordingsFolder, voicemailsFolder } from '../../apps/server/src/sound/sound-files.ts';
import { runSoundProcess } from '../../apps/server/src/sound/sound-process.ts';
import type { Sidetone } from '../world/sidetone.ts';

/** Where a call stands. */
export interface KeptCall {
  readonly accountId: string;
  readonly channelId: string;
  readonly docId: string;
}

interface Said {
  readonly speaker: 0 | 1;
  readonly startTime: number;
  readonly endTime: number;
  readonly text: string;
  readonly sentiment?: number | null;
}

/**
 * Someone's calls that were talked on, in their own channel, as if nothing more were known of them. Those of the demo that
 * have a sound are left alone: the server may still be going through it.
 */
export async function plainCallsOf(sidetone: Sidetone, email: string): Promise<KeptCall[]> {
  for (const table of ['recordings', 'voicemails']) {
    await sidetone.query(`delete from ${table} where id like 'story-%'`, []);
  }
  const rows = await sidetone.query<{ id: string; channel_id: string; account_id: string }>(
    `update inbox_events e set documentation = '{}' from channels c join users u on u.id = c.owner_user_id
      where c.id = e.channel_id and u.email = $1 and e.established_at is not null
        and not exists (select 1 from recordings r where r.channel_id = e.channel_id and r.doc_id = e.id)
        and not exists (select 1 from voicemails v where v.channel_id = e.channel_id and v.doc_id = e.id)
      returning e.id, e.channel_id, e.account_id`,
    [email],
  );
  return rows.map(({ id, channel_id, account_id }) => ({ accountId: account_id, channelId: channel_id, docId: id }));
}

let made = 0;
/** An id that no other sound of this world has. */
const newId = (kind: string): string => `story-${kind}-${process.pid}-${++made}`;

/** Gives a call a recording in which one tone speaks for each side, as the server makes it of what was recorded. */
export async function keepRecording(
  sidetone: Sidetone,
  call: KeptCall,
  {
    mode = 'automatic',
    seconds,
    left,
    right,
  }: { mode?: 'manual' | 'automatic'; seconds: number; left: Voice; right: Voice },
): Promise<void> {
  const id = newId(mode);
  const path = `${call.accountId}/${id}.mp3`;
  const sound = await makeSound(join(recordingsFolder(sidetone.dataFolder), path), { seconds, left, right });
  const duration = sound.durationMs / 1000;
  await sidetone.query(
    `insert into recordings (id, account_id, channel_id, doc_id, session_id, mode, state, mp3_path, duration_ms, waveform, started_at, stopped_at)
     values ($1, $2, $3, $4, $1, $5, 'ready', $6, $7, $8, now(), now())`,
    [id, call.accountId, call.channelId, call.docId, mode, path, sound.durationMs, JSON.stringify(sound.waveform)],
  );
  const { waveform, waveforms } = sound;
  await setParts(sidetone, call, { [`${mode}Recording`]: { status: 'success', waveform, waveforms, duration } });
}

/** Leaves a message in the place of a call. */
export async function keepVoicemail(
  sidetone: Sidetone,
  call: KeptCall,
  { seconds, voice }: { seconds: number; voice: Voice },
): Promise<void> {
  const id = newId('voicemail');
  const path = `${call.accountId}/${id}.mp3`;
  const file = join(voicemailsFolder(sidetone.dataFolder), path);
  const sound = await makeSound(file, { seconds, left: silence, right: voice }, true);
  const duration = sound.durationMs / 1000;
  await sidetone.query(
    `insert into voicemails (id, account_id, channel_id, doc_id, session_id, state, original_path, mp3_path, duration_ms, waveform, started_at)
     values ($1, $2, $3, $4, $1, 'ready', $5, $5, $6, $7, now())`,
    [id, call.accountId, call.channelId, call.docId, path, sound.durationMs, JSON.stringify(sound.waveform)],
  );
  const visual = { status: 'processed', waveform: sound.waveform, duration };
  await setParts(sidetone, call, { voicemail: { status: 'success', visual } });
}

/** Writes what was said. */
export const keepTranscript = (sidetone: Sidetone, call: KeptCall, items: readonly Said[]): Promise<void> =>
  setParts(sidetone, call, { transcription: { status: 'success', items } });

/** Sets parts of what is known of a call. */
export async function setParts(sidetone: Sidetone, call: KeptCall, parts: object): Promise<void> {
  await sidetone.query(
    'update inbox_events set documentation = documentation || $3::jsonb where channel_id = $1 and id = $2',
    [call.channelId, call.docId, JSON.stringify(parts)],
  );
}

async function makeSound(
  mp3: string,
  voices: { seconds: number; left: Voice; right: Voice },
  mix = false,
): ReturnType<typeof runSoundProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'sidetone-sound-'));
  try {
    const wav = join(folder, 'said.wav');
    writeWav(wav, voices);
    mkdirSync(dirname(mp3), { recursive: true });
    return await runSoundProcess(mp3, [wav], { mix });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
