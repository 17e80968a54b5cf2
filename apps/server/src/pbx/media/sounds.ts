import { fileURLToPath } from 'node:url';

/** What the exchange says or plays by itself; companies may have music of their own instead of `holdMusic`. */
export type SoundName = 'holdMusic' | 'recordingAnnouncement' | 'recordingKeypress';

const spoken: Readonly<Record<Exclude<SoundName, 'holdMusic'>, string>> = {
  recordingAnnouncement: 'recording-announcement',
  recordingKeypress: 'recording-keypress',
};

/**
 * Path of a sound that comes with the program, for `Media.play`. `recordingAnnouncement` says that the call is being
 * recorded; `recordingKeypress` asks to press 1 for consent. Music has no language.
 */
export function soundFile(name: SoundName, locale: 'de' | 'en'): string {
  const file = name === 'holdMusic' ? 'hold-music' : `${spoken[name]}.${locale}`;
  return fileURLToPath(new URL(`../../../assets/sounds/${file}.wav`, import.meta.url));
}
