import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentation } from '@sidetone/contract/entities/documentation.ts';
import { flags } from '@sidetone/contract/entities/flags.ts';
import { isEmptyNote } from '@sidetone/contract/rules/note-markup.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanHtml } from '../features/documentation/clean-html.ts';
import { someKeeper } from '../features/sounds/testing/some-keeper.ts';
import { someVoicemails } from '../features/sounds/testing/some-voicemails.ts';
import { recordingsFolder, soundFiles, voicemailsFolder } from '../sound/sound-files.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { createDemo } from './create-demo.ts';
import { documentedCalls } from './document-calls.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'sidetone-demo-'));
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await createDemo(database.db, dataDir, new Date());
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const parsed = async () => {
  const rows = await database.db.selectFrom('inbox_events').select(['id', 'documentation']).execute();
  return rows.flatMap(({ id, documentation: kept }) =>
    Object.keys(kept).length > 0 ? [{ id, kept, ...documentation.parse(kept) }] : [],
  );
};

test('calls are documented in every state, and what is written of them is what the contract knows', async () => {
  const calls = await parsed();
  expect(calls).toHaveLength(documentedCalls.length);
  const statuses = new Set(
    calls.flatMap(({ kept }) => Object.values(kept).flatMap((part) => (part as { status?: string }).status ?? [])),
  );
  expect([...statuses].sort()).toEqual(['disabled', 'error', 'loading', 'success', 'waiting']);
  const parts = new Set(calls.flatMap(({ kept }) => Object.keys(kept)));
  expect(parts.size).toBeGreaterThanOrEqual(10);
  for (const { transcription, note } of calls) {
    let until = 0;
    // What rests on a line names it, such as the quotes of the chat.
    const ids = transcription?.items.map(({ id }) => id) ?? [];
    expect([ids.includes(undefined), new Set(ids).size]).toEqual([false, ids.length]);
    for (const { startTime, endTime } of transcription?.items ?? []) {
      expect(startTime).toBeGreaterThanOrEqual(until);
      until = endTime;
    }
    if (!note) continue;
    expect(cleanHtml(note.content)).toBe(note.content);
    expect(isEmptyNote(note.content)).toBe(false);
    const author = await database.db
      .selectFrom('users')
      .select('id')
      .where('id', '=', note.updatedBy ?? '')
      .execute();
    expect(author).toHaveLength(1);
  }
  const account = await database.db.selectFrom('accounts').select('flags').where('runs_server', '=', true).execute();
  expect(flags.parse(account[0]?.flags)).toMatchObject({
    hasNeoPbx: true,
    hasCallSmallTalk: true,
    hasCallHeadline: true,
  });
});

// MP3s are made of all sounds: some six seconds of the processor, for which a busy machine takes half a minute.
test('the first start goes through the sounds, and then they can be played', { timeout: 120_000 }, async () => {
  const { db } = database;
  const recordings = someKeeper(db, recordingsFolder(dataDir));
  const voicemails = someVoicemails(db, dataDir);
  expect([await recordings.keeper.resume(), await voicemails.keeper.resume()]).toEqual([2, 2]);
  await Promise.all([recordings.keeper.idle(), voicemails.keeper.idle()]);
  const calls = await parsed();
  const recorded = calls.flatMap(({ manualRecording, automaticRecording, transcription }) => {
    const sound = manualRecording ?? automaticRecording;
    return sound ? [{ sound, last: transcription?.items.at(-1)?.endTime ?? 0 }] : [];
  });
  expect(recorded).toHaveLength(2);
  for (const { sound, last } of recorded) {
    expect(sound.status).toBe('success');
    expect(sound.duration).toBeGreaterThan(last);
    expect(Math.max(...sound.waveform)).toBeGreaterThan(0.2);
  }
  expect(calls.filter(({ voicemail }) => voicemail?.visual.status === 'processed')).toHaveLength(2);
  expect(calls.filter(({ voicemail }) => voicemail?.transcription?.status === 'success')).toHaveLength(1);
  // Nobody is told now of what was recorded days ago.
  expect(recordings.told).toEqual([]);
  for (const [table, folder] of [
    ['recordings', recordingsFolder(dataDir)],
    ['voicemails', voicemailsFolder(dataDir)],
  ] as const) {
    const rows = await db.selectFrom(table).select(['mp3_path', 'state']).execute();
    for (const { mp3_path, state } of rows) {
      expect([state, existsSync(soundFiles(folder).whole(mp3_path ?? ''))]).toEqual(['ready', true]);
    }
  }
  await recordings.stop();
  await voicemails.stop();
});
