import { voicemailRoutes } from '@sidetone/contract/http/voicemail-routes.ts';
import { useStore } from 'zustand';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { fetchSound } from './fetch-sound.ts';
import { openSound, routeSounds } from './open-sound.ts';
import { isSameSound, type Sound, type SoundKey } from './sound.ts';
import { soundCache } from './sound-cache.ts';
import { soundFiles } from './sound-files.ts';
import { type Playing, soundPlayer } from './sound-player.ts';

export type { Playing } from './sound-player.ts';

/** The speeds to choose from; 1 is the original. */
export const speeds = [0.75, 1, 1.25, 1.5, 2] as const;

/** The sounds that this browser keeps. */
export const keptSounds = soundCache({
  onTrouble: (what, cause) => console.warn(`[player] the store of sounds could not ${what}`, cause),
});
const files = soundFiles({ cache: keptSounds, fetch: fetchSound, now: Date.now });

/** The one player of this page. */
const player = soundPlayer({
  open: async (sound, signal) => openSound(await files.read(sound, signal)),
  heard({ key }) {
    if (key.kind !== 'voicemail') return;
    const request = { params: { channelId: key.channelId, callId: key.docId }, body: { markAsRead: true } };
    call(voicemailRoutes.markVoicemail, request).catch((cause: unknown) =>
      // It plays nevertheless; the next listener reports it again.
      console.warn('[player] marking a voicemail as read failed', cause),
    );
  },
  failed({ key }, cause) {
    console.error(`[player] loading a sound failed: ${codeOf(cause)}`, { ...key, cause });
  },
});

/** The sound that plays, its second and speed, and whether a call keeps everything silent. */
export const playing = player.store;

/** The state of this sound; null while another one plays, or none. */
export function usePlaying(key: SoundKey | null): Playing | null {
  return useStore(playing, ({ now }) => (isSameSound(now?.key, key) ? now : null));
}

/** Plays a sound, or pauses it where it plays. Never two at a time, and none during a call. */
export const togglePlaying = (sound: Sound): void => player.toggle(sound);

/** Goes to a moment of a sound, in seconds, and plays on from there. */
export const playAt = (sound: Sound, seconds: number): void => player.playAt(sound, seconds);

/** Goes to a moment of a sound, in seconds; a paused sound stays paused. */
export const seekTo = (sound: Sound, seconds: number): void => player.seek(sound, seconds);

export const setSpeed = (speed: number): void => player.setSpeed(speed);

/** Stops the sound that plays and closes it; with a key only that sound. */
export function stopPlaying(key?: SoundKey): void {
  player.close(key);
}

/** The file of a sound as MP3, for saving it. Throws ApiError. */
export const soundFile = (sound: Sound): Promise<ArrayBuffer> => files.read(sound);

/** Nothing plays while a call continues, so that the other side hears no recording. */
export const silenceSounds = (inCall: boolean): void => player.silence(inCall);

/** The way for sounds to the chosen speakers: called with each audio element, and again when the choice changes. */
export { routeSounds };
