import { fileURLToPath } from 'node:url';
import type { Sound } from './media.ts';

/** What the exchange says or plays by itself; companies may have music of their own instead of `holdMusic`. */
export type SoundName =
  | 'holdMusic'
  | 'recordingAnnouncement'
  | 'recordingKeypress'
  | 'voicemailGreeting'
  | 'mailboxFull'
  | 'greetingRecord'
  | 'announcementRecord'
  | 'greetingKeep'
  | 'goodbye'
  | 'wrongKey'
  | 'anonymousKey'
  | 'mobileCall'
  | 'mobileCallFrom'
  | 'mobileKeys'
  | 'pauseBegun'
  | 'pauseEnded'
  | 'pauseNowhere'
  | 'callBackOffer'
  | 'callBackKept'
  | 'callBackRefused'
  | 'nightOpen'
  | 'nightClosed'
  | 'nightHours'
  | 'nightNowhere'
  | 'supervisionAnnouncement'
  | 'supervisionNowhere'
  | 'pageNobody'
  | 'pageRefused'
  | 'roomPin'
  | 'roomWrongPin'
  | 'roomGoodbye'
  | 'roomWaits'
  | 'roomAlone'
  | 'roomFull'
  | 'roomLocked'
  | 'roomRemoved'
  | 'roomEnded'
  | 'roomMuted'
  | 'roomUnmuted';

const spoken: Readonly<Record<Exclude<SoundName, 'holdMusic'>, string>> = {
  recordingAnnouncement: 'recording-announcement',
  recordingKeypress: 'recording-keypress',
  voicemailGreeting: 'voicemail-greeting',
  mailboxFull: 'mailbox-full',
  greetingRecord: 'greeting-record',
  announcementRecord: 'announcement-record',
  greetingKeep: 'greeting-keep',
  goodbye: 'goodbye',
  wrongKey: 'wrong-key',
  anonymousKey: 'anonymous-key',
  mobileCall: 'mobile-call',
  mobileCallFrom: 'mobile-call-from',
  mobileKeys: 'mobile-keys',
  pauseBegun: 'pause-begun',
  pauseEnded: 'pause-ended',
  pauseNowhere: 'pause-nowhere',
  callBackOffer: 'call-back-offer',
  callBackKept: 'call-back-kept',
  callBackRefused: 'call-back-refused',
  nightOpen: 'night-open',
  nightClosed: 'night-closed',
  nightHours: 'night-hours',
  nightNowhere: 'night-nowhere',
  supervisionAnnouncement: 'supervision-announcement',
  supervisionNowhere: 'supervision-nowhere',
  pageNobody: 'page-nobody',
  pageRefused: 'page-refused',
  roomPin: 'rooms/room-pin',
  roomWrongPin: 'rooms/room-wrong-pin',
  roomGoodbye: 'rooms/room-goodbye',
  roomWaits: 'rooms/room-waits',
  roomAlone: 'rooms/room-alone',
  roomFull: 'rooms/room-full',
  roomLocked: 'rooms/room-locked',
  roomRemoved: 'rooms/room-removed',
  roomEnded: 'rooms/room-ended',
  roomMuted: 'rooms/room-muted',
  roomUnmuted: 'rooms/room-unmuted',
};

/**
 * Path of a sound that comes with the program, for `Media.play`. `recordingAnnouncement` says that the call is being
 * recorded; `recordingKeypress` asks to press 1 for consent. `voicemailGreeting` asks for a message after the tone,
 * `greetingRecord` for a greeting, `announcementRecord` for an announcement, and `greetingKeep` whether to keep it. `goodbye` thanks a caller whom a call assistant
 * has asked, and `wrongKey` says that a key leads nowhere.
 * `anonymousKey` asks callers who hide their number to press 1.
 * `mobileCall` and `mobileCallFrom`, before digits, tell a mobile of a call, and `mobileKeys` says how to take it. The three
 * of pauses say that one began, that one ended, and that who dialled is logged in to no queue. Those of call-backs offer one,
 * say that the place is kept, and that the number of the caller cannot be called. Those of the night say how a channel was
 * switched by hand, or that an extension has to follow. Those of supervisions say that somebody listens from now on, and
 * that there is no call to listen to.
 * Those of pages say that no phone hears the page, and that there is no such group any longer.
 * Those of rooms ask for the PIN of a conference room and say what happens there. Music has no language.
 */
export function soundFile(name: SoundName, locale: 'de' | 'en'): string {
  const file = name === 'holdMusic' ? 'hold-music' : `${spoken[name]}.${locale}`;
  return fileURLToPath(new URL(`../../../assets/sounds/${file}.wav`, import.meta.url));
}

/** Places in a queue that are said as a number; behind them it is said that there are more. */
const lastPlace = 9;

/** Path of the sound that says which place a caller has in a queue, from 1 on. */
export function placeFile(position: number, locale: 'de' | 'en'): string {
  const place = position > lastPlace ? 'later' : String(position);
  return fileURLToPath(new URL(`../../../assets/sounds/places/place-${place}.${locale}.wav`, import.meta.url));
}

/** Path of the sound that says about how long a caller in a queue will wait, in minutes. */
export const waitFile = (minutes: number | 'longer', locale: 'de' | 'en'): string =>
  fileURLToPath(new URL(`../../../assets/sounds/waits/wait-${minutes}.${locale}.wav`, import.meta.url));

/** Path of the sound that says one digit of a number. */
export const digitFile = (digit: string, locale: 'de' | 'en'): string =>
  fileURLToPath(new URL(`../../../assets/sounds/digits/digit-${digit}.${locale}.wav`, import.meta.url));

/** Tones of a conference room, heard by those who are there when somebody comes or goes. */
export const roomTones = {
  enter: fileURLToPath(new URL('../../../assets/sounds/rooms/room-enter.wav', import.meta.url)),
  leave: fileURLToPath(new URL('../../../assets/sounds/rooms/room-leave.wav', import.meta.url)),
};

/** After it a message is recorded. */
export const beep: Sound = {
  file: fileURLToPath(new URL('../../../assets/sounds/beep.wav', import.meta.url)),
  loop: false,
};
