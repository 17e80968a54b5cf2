import type { ForwardWhen } from '../../entities/line-forwarding.ts';

/** Dials the echo test: the caller hears themselves. */
export const echoTestCode = '*43';

/**
 * Says a new voicemail greeting: alone for the caller's own channel, followed by an extension for a shared one that they
 * are in.
 */
const greetingCode = '*98';

/** Records an announcement of the company by telephone, with the code that the administration shows behind it. */
export const announcementCode = '*96';

/**
 * Plays messages: alone those of the caller, followed by the extension of a user those of that user, once their PIN was
 * entered. Phones get the code for their message key.
 */
export const messagesCode = '*97';

/**
 * Takes a call that rings elsewhere: alone one in a shared channel of the caller's or at a colleague from there, followed by an
 * extension one that rings at it.
 */
const pickUpCode = '*8';

/** What is dialled for the call that rings at this extension. */
export const pickUpNumber = (extension: string): string => `${pickUpCode}${extension}`;

/** Pauses the caller in their queues, or ends it: alone in all of them, followed by an extension in that one. */
const pauseCode = '*46';

/** Closes a shared channel of the caller's by hand, opens it, or has its hours count again: that with the extension, else their only one. */
const nightCode = '*28';

/** Listens to a call of a queue: alone the one that the caller chose before, followed by an extension that of the member there. */
export const superviseCode = '*55';

/** Calls a colleague whose phone answers by itself, where the company and the colleague allow it. */
export const intercomCode = '*80';

/** Speaks to the phones of a paging group, whose number follows. */
export const pageCode = '*11';

/** Says who called the caller's own line last, and calls them with a key. */
const lastCallerCode = '*69';

/** Says what of the caller's own line is switched: “Do not disturb”, and where calls go. */
export const forwardStatusCode = '*74';

/** Switch what the app switches: on, to the number behind or to where these calls went before, and off. As on most systems. */
export const forwardCodes: Readonly<Record<ForwardWhen, { readonly on: string; readonly off: string }>> = {
  always: { on: '*72', off: '*73' },
  busy: { on: '*90', off: '*91' },
  noAnswer: { on: '*92', off: '*93' },
  unreachable: { on: '*94', off: '*95' },
};
const doNotDisturbCodes = { on: '*78', off: '*79' };

/** Leaves a message at an extension, without ringing anybody there. */
const mailboxCode = '*99';

/**
 * Parks a call that is handed to it, in the first free place or in that of the digit behind it; who dials it takes the call
 * that waits there.
 */
export const parkCode = '*70';

/** The places of an account where calls can be parked. */
export const parkSlots: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** What phones dial for the call in this place. */
export const parkNumber = (slot: number): string => `${parkCode}${slot}`;

/**
 * A code that phones dial for a service of the exchange. `extension`: that of a user or a shared channel may follow;
 * `alwaysExtension`: it, or the number of a paging group, has to; `slot`: the digit of a place where calls are parked may;
 * `number`: whatever calls can be sent to may; `code`: four digits that were given out for once have to.
 */
export type FeatureCode =
  | {
      readonly name: 'mailbox' | 'intercom' | 'page';
      readonly code: string;
      readonly takes: 'alwaysExtension';
    }
  | { readonly name: 'park'; readonly code: string; readonly takes: 'slot' }
  | { readonly name: 'announcement'; readonly code: string; readonly takes: 'code' }
  | {
      readonly name: 'pickUp' | 'messages' | 'greeting' | 'pause' | 'night' | 'supervise';
      readonly code: string;
      readonly takes: 'extension';
    }
  | { readonly name: `${ForwardWhen}On`; readonly code: string; readonly takes: 'number' }
  | {
      readonly name: `${ForwardWhen}Off` | 'dndOn' | 'dndOff' | 'forwardStatus' | 'lastCaller' | 'echoTest';
      readonly code: string;
      readonly takes: 'nothing';
    };

/** What cannot be dialled without something behind it. */
const alwaysTakes: readonly FeatureCode['takes'][] = ['alwaysExtension', 'code'];

/** All codes, as administrators and users see them; what each does is in the words of the app. None can be mistaken for another one. */
export const featureCodes: readonly FeatureCode[] = [
  { name: 'pickUp', code: pickUpCode, takes: 'extension' },
  { name: 'park', code: parkCode, takes: 'slot' },
  { name: 'intercom', code: intercomCode, takes: 'alwaysExtension' },
  { name: 'page', code: pageCode, takes: 'alwaysExtension' },
  { name: 'lastCaller', code: lastCallerCode, takes: 'nothing' },
  { name: 'dndOn', code: doNotDisturbCodes.on, takes: 'nothing' },
  { name: 'dndOff', code: doNotDisturbCodes.off, takes: 'nothing' },
  { name: 'alwaysOn', code: forwardCodes.always.on, takes: 'number' },
  { name: 'alwaysOff', code: forwardCodes.always.off, takes: 'nothing' },
  { name: 'busyOn', code: forwardCodes.busy.on, takes: 'number' },
  { name: 'busyOff', code: forwardCodes.busy.off, takes: 'nothing' },
  { name: 'noAnswerOn', code: forwardCodes.noAnswer.on, takes: 'number' },
  { name: 'noAnswerOff', code: forwardCodes.noAnswer.off, takes: 'nothing' },
  { name: 'unreachableOn', code: forwardCodes.unreachable.on, takes: 'number' },
  { name: 'unreachableOff', code: forwardCodes.unreachable.off, takes: 'nothing' },
  { name: 'forwardStatus', code: forwardStatusCode, takes: 'nothing' },
  { name: 'messages', code: messagesCode, takes: 'extension' },
  { name: 'greeting', code: greetingCode, takes: 'extension' },
  { name: 'announcement', code: announcementCode, takes: 'code' },
  { name: 'mailbox', code: mailboxCode, takes: 'alwaysExtension' },
  { name: 'pause', code: pauseCode, takes: 'extension' },
  { name: 'night', code: nightCode, takes: 'extension' },
  { name: 'supervise', code: superviseCode, takes: 'extension' },
  { name: 'echoTest', code: echoTestCode, takes: 'nothing' },
];

const behind = {
  extension: /^[1-9][0-9]{0,4}$/,
  alwaysExtension: /^[1-9][0-9]{0,4}$/,
  slot: /^[1-9]$/,
  code: /^[0-9]{4}$/,
  number: /^(?:\*97|\+?[0-9]{1,20})$/,
} as const;

/**
 * What a dialled string asks of the exchange; null for what begins with no code of ours, or has something else behind it than
 * that takes. `extension` is what stands behind it.
 */
export function readFeatureCode(
  dialled: string,
): { readonly name: FeatureCode['name']; readonly extension: string | null } | null {
  for (const { name, code, takes } of featureCodes) {
    if (dialled === code) return alwaysTakes.includes(takes) ? null : { name, extension: null };
    const extension = dialled.slice(code.length);
    if (takes !== 'nothing' && dialled.startsWith(code) && behind[takes].test(extension)) {
      return { name, extension };
    }
  }
  return null;
}

/** A code of ours without the hash that many phones send behind every code; anything else as it was dialled. */
export function withoutSendKey(dialled: string): string {
  const code = dialled.slice(0, -1);
  return dialled.endsWith('#') && readFeatureCode(code) !== null ? code : dialled;
}
