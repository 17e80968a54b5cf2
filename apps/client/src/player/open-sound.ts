import type { OpenSound } from './sound-player.ts';

type Route = (element: HTMLAudioElement) => void;

let route: Route = () => {};
const open = new Set<HTMLAudioElement>();

/** Sends sounds to a device from now on, open ones too. */
export function routeSounds(how: Route): void {
  route = how;
  for (const element of open) route(element);
}

/** Opens an MP3 in the browser. Its frames have one size, so that every moment of it can be reached. */
export function openSound(file: ArrayBuffer): OpenSound {
  const address = URL.createObjectURL(new Blob([file], { type: 'audio/mpeg' }));
  const audio = new Audio(address);
  open.add(audio);
  route(audio);
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
    speed(rate) {
      audio.defaultPlaybackRate = rate;
      audio.playbackRate = rate;
    },
    play: () => audio.play(),
    pause: () => audio.pause(),
    on: (event, listener) => audio.addEventListener(event, listener),
    close() {
      open.delete(audio);
      audio.removeAttribute('src');
      audio.load();
      URL.revokeObjectURL(address);
    },
  };
}
