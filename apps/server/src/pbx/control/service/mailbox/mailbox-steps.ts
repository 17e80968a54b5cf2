import { anyKey } from '../service-leg.ts';

/** Where somebody is who hears their messages. `choice`: they were asked what becomes of the message. */
type Place = 'message' | 'choice' | 'end' | 'settings' | 'over';

/** How far somebody has come. Plain data, changed only by `step`. */
export interface MailboxState {
  readonly place: Place;
  /** Which message; that behind the last one at the end. */
  readonly index: number;
  /** It is deleted when it is left: until then it can be kept. */
  readonly isDeleted: boolean;
  /** Messages that are gone. */
  readonly gone: readonly number[];
  /** How often in a row nothing useful was pressed. */
  readonly idle: number;
}

/** What is done in a step: first what changes something, then what is heard; during the last one a key may be pressed. */
export type MailboxAct =
  | 'heard'
  | 'remove'
  | 'keepNew'
  | 'play'
  | 'callBack'
  | 'recordGreeting'
  | 'standardGreeting'
  | 'changePin'
  | 'sayCounts'
  | 'sayWho'
  | 'sayKeys'
  | 'sayKept'
  | 'sayKeptNew'
  | 'sayGone'
  | 'sayWrongKey'
  | 'askMessage'
  | 'askDeleted'
  | 'askEnd'
  | 'askSettings'
  | 'goodbye';

/**
 * What happened to the last act of a step: a key, its end, the message was gone before it could be heard, or it could not be
 * done and the caller was told why.
 */
export type MailboxEvent = { readonly key: string } | 'over' | 'gone' | 'refused';

interface Step {
  readonly state: MailboxState;
  readonly acts: readonly MailboxAct[];
}

/** What a key means, wherever it may be pressed. */
type Command =
  | 'keys'
  | 'who'
  | 'previous'
  | 'repeat'
  | 'next'
  | 'delete'
  | 'callBack'
  | 'keepNew'
  | 'settings'
  | 'first'
  | 'leave'
  | 'recordGreeting'
  | 'standardGreeting'
  | 'changePin'
  | 'back';

const ofMessage: Readonly<Record<string, Command>> = {
  '1': 'keys',
  '3': 'who',
  '4': 'previous',
  '5': 'repeat',
  '*': 'repeat',
  '6': 'next',
  '#': 'next',
  '7': 'delete',
  '8': 'callBack',
  '9': 'keepNew',
  '0': 'settings',
};

/** The keys of each place. */
const keys: Readonly<Record<Place, Readonly<Record<string, Command>>>> = {
  message: ofMessage,
  choice: ofMessage,
  end: { '1': 'keys', '4': 'previous', '5': 'first', '*': 'first', '6': 'leave', '#': 'leave', '0': 'settings' },
  settings: { '1': 'recordGreeting', '2': 'standardGreeting', '3': 'changePin', '*': 'back', '#': 'back' },
  over: {},
};

/** Somebody who presses useless keys this often in a row is gone, or their phone is broken. */
const mostIdle = 8;

/** What begins, with so many messages. */
export function begin(count: number): Step {
  const state: MailboxState = { place: 'end', index: count, isDeleted: false, gone: [], idle: 0 };
  if (count === 0) return { state, acts: ['sayCounts', 'askEnd'] };
  return { state: { ...state, place: 'message', index: 0 }, acts: ['sayCounts', 'play'] };
}

/** The keys that mean something in the middle of what is heard; a message is not interrupted by others. */
export const keysHeard = ({ place }: MailboxState): string =>
  place === 'message' ? Object.keys(keys.message).join('') : anyKey;

/** One step of somebody who has `count` messages. */
export function step(state: MailboxState, count: number, event: MailboxEvent): Step {
  if (typeof event === 'object') {
    const command = keys[state.place][event.key];
    return command ? commands[command]({ ...state, idle: 0 }, count) : again(state, ['sayWrongKey']);
  }
  switch (event) {
    case 'gone':
      return go({ ...state, gone: [...state.gone, state.index], isDeleted: false }, count, 1, ['sayGone']);
    case 'refused':
      return asked(state);
    case 'over':
      return afterwards(state, count);
  }
}

/** What was to be heard was heard, and nothing was pressed. */
function afterwards(state: MailboxState, count: number): Step {
  switch (state.place) {
    case 'message':
      return asked(state, state.isDeleted ? [] : ['heard']);
    case 'choice':
      return go(state, count, 1);
    case 'settings':
      return commands.back(state, count);
    case 'end':
    case 'over':
      return commands.leave(state, count);
  }
}

const commands: Readonly<Record<Command, (state: MailboxState, count: number) => Step>> = {
  keys: (state) => asked(state, ['sayKeys']),
  who: (state) => asked(state, ['sayWho']),
  previous: (state, count) => go(state, count, -1),
  repeat: (state) => ({ state: { ...state, place: 'message' }, acts: ['play'] }),
  next: (state, count) => go(state, count, 1),
  delete: (state) => asked({ ...state, isDeleted: !state.isDeleted }, state.isDeleted ? ['sayKept'] : []),
  callBack: (state) => ({ state: { ...state, place: 'choice' }, acts: ['callBack'] }),
  keepNew: (state) => asked({ ...state, isDeleted: false }, ['keepNew', 'sayKeptNew']),
  settings: (state) => ({ state: { ...state, place: 'settings' }, acts: ['askSettings'] }),
  first: (state, count) => go({ ...state, index: -1 }, count, 1),
  leave: (state) => ({ state: { ...state, place: 'over' }, acts: ['goodbye'] }),
  recordGreeting: (state) => ({ state, acts: ['recordGreeting', 'askSettings'] }),
  standardGreeting: (state) => ({ state, acts: ['standardGreeting', 'askSettings'] }),
  changePin: (state) => ({ state, acts: ['changePin', 'askSettings'] }),
  back: (state, count) =>
    state.index < count
      ? asked({ ...state, place: 'choice' })
      : { state: { ...state, place: 'end' }, acts: ['askEnd'] },
};

/** Asks what is asked in this place, of a message that plays what becomes of it. */
function asked(state: MailboxState, before: readonly MailboxAct[] = []): Step {
  if (state.place === 'end') return { state, acts: [...before, 'askEnd'] };
  if (state.place === 'settings') return { state, acts: [...before, 'askSettings'] };
  return { state: { ...state, place: 'choice' }, acts: [...before, state.isDeleted ? 'askDeleted' : 'askMessage'] };
}

/** A key that means nothing here. */
function again(state: MailboxState, before: readonly MailboxAct[]): Step {
  const idle = state.idle + 1;
  return idle < mostIdle
    ? asked({ ...state, idle }, before)
    : { state: { ...state, place: 'over' }, acts: ['goodbye'] };
}

/** The next message that is still there, or the one before: what was deleted is gone now. */
function go(state: MailboxState, count: number, by: 1 | -1, said: readonly MailboxAct[] = []): Step {
  const gone = state.isDeleted ? [...state.gone, state.index] : state.gone;
  let index = state.index + by;
  while (index >= 0 && index < count && gone.includes(index)) index += by;
  // Before the first one there is none: it is heard again, and stays deleted where it was.
  if (index < 0) return atFirst(state, count);
  const acts: MailboxAct[] = state.isDeleted ? ['remove', ...said] : [...said];
  const moved: MailboxState = { ...state, index, gone, isDeleted: false };
  return index < count
    ? { state: { ...moved, place: 'message' }, acts: [...acts, 'play'] }
    : { state: { ...moved, place: 'end' }, acts: [...acts, 'askEnd'] };
}

const atFirst = (state: MailboxState, count: number): Step =>
  state.index < count && !state.gone.includes(state.index)
    ? { state: { ...state, place: 'message' }, acts: ['play'] }
    : { state: { ...state, place: 'end', index: count }, acts: ['askEnd'] };
