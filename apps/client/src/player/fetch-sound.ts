import { recordingRoutes } from '@sidetone/contract/http/recording-routes.ts';
import { apiBase } from '@sidetone/contract/http/route.ts';
import { voicemailRoutes } from '@sidetone/contract/http/voicemail-routes.ts';
import { fetchFile, fetchFileAt } from '#live/line/fetch-file.ts';
import { call } from '#live/line/http.ts';
import { session } from '#live/line/session.ts';
import { placeOf, type SoundKey } from './sound.ts';

/**
 * Fetches the sound of a call as MP3 (specification of settings and shell, 4.9). Throws ApiError, and an Error where
 * the channel or the call is missing.
 */
export async function fetchSound(key: SoundKey, signal?: AbortSignal): Promise<ArrayBuffer> {
  const { channelId, docId } = placeOf(key);
  const file = await fileOf({ ...key, channelId, docId }, signal);
  return await file.arrayBuffer();
}

function fileOf({ channelId, docId, kind }: SoundKey, signal?: AbortSignal): Promise<Blob> {
  switch (kind) {
    case 'voicemail':
      return fetchFile(
        voicemailRoutes.voicemailAudio,
        { params: { channelId, docId }, query: { format: 'mp3' } },
        signal,
      );
    case 'legacy':
      return legacyFile(channelId, docId, signal);
    default:
      return fetchFile(
        recordingRoutes.recordingAudio,
        { params: { accountId: accountId(), channelId, docId }, query: { format: 'mp3', kind } },
        signal,
      );
  }
}

/** A legacy recording: the server is asked for its address, and it is fetched from there. */
async function legacyFile(channelId: string, docId: string, signal?: AbortSignal): Promise<Blob> {
  const { url } = await call(recordingRoutes.recordingUrl, { params: { channelId, docId } }, signal ? { signal } : {});
  const { pathname } = new URL(url, location.origin);
  // Our token goes only to our own server, by whichever of its names.
  if (!pathname.startsWith(`${apiBase}/`)) throw new Error('a recording lies outside of the server');
  return fetchFileAt(pathname, signal);
}

function accountId(): string {
  const state = session.getState();
  return state.status === 'signedIn' ? state.claims.masterSipId : '';
}
