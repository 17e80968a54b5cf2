import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { apiBase } from '@sidetone/contract/http/route.ts';
import type { Logger } from 'pino';
import { evenSounds } from '../../sound/even-frames.ts';
import type { SoundFiles } from '../../sound/sound-files.ts';
import type { Database } from '../../storage/database.ts';
import type { RecordingOfCall } from '../../vcon/source.ts';
import { type PlayableKind, recordingKind, voicemailKind } from './kinds.ts';
import { type SoundPlace, type SoundRow, soundsOfCall } from './rows.ts';

interface LinkedParts {
  readonly db: Database;
  readonly recordings: SoundFiles;
  readonly voicemails: SoundFiles;
  readonly log: Logger;
}

/**
 * The sounds of a call that its members can fetch, each with its address and the hash of its MP3. None without https: what
 * refers to them names no other addresses. Whether the asker is a member is up to the caller.
 */
export function linkedSounds({ db, recordings, voicemails, log }: LinkedParts) {
  const even = evenSounds((path, error) => log.warn({ err: error, path }, 'sounds: an older MP3 stays as it is'));

  const linked = async (
    kind: PlayableKind,
    files: SoundFiles,
    row: SoundRow,
    url: string,
  ): Promise<RecordingOfCall[]> => {
    const path = row.mp3_path;
    if (!path) return [];
    const sha512 = createHash('sha512');
    try {
      const whole = (await files.near(path)) ?? files.whole(path);
      // The file is written again the first time that it is fetched; its hash is that of what is fetched.
      if (whole === files.whole(path)) await even(whole);
      await pipeline(createReadStream(whole), sha512);
    } catch (error) {
      log.warn({ err: error, [`${kind.name}Id`]: row.id }, 'sounds: file not found, so nothing refers to it');
      return [];
    }
    const which = kind === voicemailKind ? 'voicemail' : (row.mode ?? 'manual');
    return [{ kind: which, url, sha512: sha512.digest(), startedAt: row.started_at, seconds: null }];
  };

  return async (
    { accountId }: { readonly accountId: string },
    call: SoundPlace,
    origin: string,
  ): Promise<RecordingOfCall[]> => {
    if (!origin.startsWith('https:')) return [];
    const [channel, doc] = [call.channelId, call.docId].map(encodeURIComponent);
    const recorded = (await soundsOfCall(db, recordingKind, call)).filter(({ state }) => state === 'ready');
    const newest = ['manual', 'automatic'].flatMap((mode) => recorded.find((row) => row.mode === mode) ?? []);
    const [message] = (await soundsOfCall(db, voicemailKind, call)).filter(({ state }) => state === 'ready');
    const found: RecordingOfCall[] = [];
    for (const row of newest) {
      const place = [encodeURIComponent(accountId), channel, doc].join('/');
      const url = `${origin}${apiBase}/recording-neopbx/${place}?kind=${row.mode}`;
      found.push(...(await linked(recordingKind, recordings, row, url)));
    }
    if (message) {
      const url = `${origin}${apiBase}/voicemail/${channel}/${doc}/recording`;
      found.push(...(await linked(voicemailKind, voicemails, message, url)));
    }
    return found;
  };
}
