import { phoneRoutes } from '@sidetone/contract/http/phone-routes.ts';
import { useStore } from 'zustand';
import { fetchFile } from '#live/fetch-file.ts';
import { call } from '#live/http.ts';
import { type Message, type Playing, type Sound, voicemailPlayer } from './voicemail-player.ts';

/** The one player of this page. */
const player = voicemailPlayer({
  async load({ channelId, docId }, signal) {
    const file = await fetchFile(
      phoneRoutes.voicemailAudio,
      { params: { channelId, docId }, query: { format: 'mp3' } },
      signal,
    );
    return soundOf(file);
  },
  heard({ channelId, docId }) {
    // It plays all the same; whoever plays it next says it again.
    call(phoneRoutes.markVoicemail, { params: { channelId, callId: docId }, body: { markAsRead: true } }).catch(
      () => {},
    );
  },
});

function soundOf(file: Blob): Sound {
  const address = URL.createObjectURL(file);
  const audio = new Audio(address);
  return {
    get currentTime() {
      return audio.currentTime;
    },
    set currentTime(at) {
      audio.currentTime = at;
    },
    get duration() {
      return audio.duration;
    },
    play: () => audio.play(),
    pause: () => audio.pause(),
    on: (event, listener) => audio.addEventListener(event, listener),
    close() {
      audio.removeAttribute('src');
      URL.revokeObjectURL(address);
    },
  };
}

/** What plays of this message; null while it is another one, or none. */
export function usePlaying({ channelId, docId }: Message): Playing | null {
  return useStore(player.store, ({ now }) => (now?.channelId === channelId && now.docId === docId ? now : null));
}

export const { toggle: playVoicemail, seek: seekVoicemail, close: closeVoicemail } = player;
