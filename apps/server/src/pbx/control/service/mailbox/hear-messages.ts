import { rm } from 'node:fs/promises';
import { type MailboxSound, mailboxFile } from '../../../media/mailbox-sounds.ts';
import type { Sound } from '../../../media/media.ts';
import { beep, soundFile } from '../../../media/sounds.ts';
import type { ExchangeClock, Voicemails } from '../../../ports.ts';
import type { HeardMessage, KeptMessage } from '../../../voicemails.ts';
import { anyKey, CallerLeft, type KeysPressed, type ServiceLeg } from '../service-leg.ts';
import { sayGreeting } from '../spoken-sounds.ts';
import { changePin } from './change-pin.ts';
import type { Mailbox } from './mailbox.ts';
import { begin, keysHeard, type MailboxAct, type MailboxEvent, type MailboxState, step } from './mailbox-steps.ts';
import { saidCounts, saidOf } from './said-message.ts';

export interface MailboxParts {
  readonly voicemails: Voicemails;
  readonly clock: Pick<ExchangeClock, 'now'>;
  /** The caller goes on to this number, as if they had dialled it; false where they cannot. */
  callOn(number: string): Promise<boolean>;
}

/** How long a key is waited for after everything was said. */
const patienceMs = 6000;

/** What is at hand while somebody hears their messages. */
interface Hearing extends MailboxParts {
  readonly leg: ServiceLeg;
  readonly pressed: KeysPressed;
  readonly box: Mailbox;
  readonly messages: readonly KeptMessage[];
  /** Of messages that were taken out, by their place. */
  readonly known: Map<number, HeardMessage>;
  state: MailboxState;
}

/** A user hears their messages and decides by keys what becomes of them. A deleted one is gone when they leave, at the latest. */
export async function hearMessages(
  leg: ServiceLeg,
  pressed: KeysPressed,
  box: Mailbox,
  parts: MailboxParts,
): Promise<void> {
  const messages = await parts.voicemails.messagesOf(box.userId);
  const first = begin(messages.length);
  const hearing: Hearing = { ...parts, leg, pressed, box, messages, known: new Map(), state: first.state };
  let { acts } = first;
  try {
    for (;;) {
      const event = await performAll(hearing, acts);
      if (event === 'left' || hearing.state.place === 'over') return;
      const next = step(hearing.state, messages.length, event);
      hearing.state = next.state;
      acts = next.acts;
    }
  } catch (error) {
    if (!(error instanceof CallerLeft)) throw error;
  } finally {
    if (hearing.state.isDeleted) await remove(hearing, hearing.state.index);
  }
}

async function performAll(hearing: Hearing, acts: readonly MailboxAct[]): Promise<MailboxEvent | 'left'> {
  // The state is that after the step: the message to delete is the one before.
  for (const act of acts) {
    const event = await does[act](hearing);
    if (event !== undefined) return event;
  }
  return 'over';
}

/** Undefined: done, and nothing was pressed. */
type Done = MailboxEvent | 'left' | undefined;

const does: Readonly<Record<MailboxAct, (hearing: Hearing) => Promise<Done>>> = {
  async heard(hearing) {
    const message = current(hearing);
    if (message) await hearing.voicemails.heard(message.id, hearing.box.userId);
    return undefined;
  },
  async remove(hearing) {
    const last = hearing.state.gone.at(-1);
    if (last !== undefined) await remove(hearing, last);
    return undefined;
  },
  async keepNew(hearing) {
    const message = current(hearing);
    if (message) await hearing.voicemails.keepNew(message.id, hearing.box.userId);
    return undefined;
  },
  play,
  callBack,
  async recordGreeting({ leg, pressed, box, voicemails }) {
    await sayGreeting(leg, { channelId: box.channelId, locale: box.locale, newId: box.newId }, voicemails);
    await takeKey(pressed, '');
    return undefined;
  },
  async standardGreeting(hearing) {
    await hearing.voicemails.greetingRemoved(hearing.box.channelId, hearing.box);
    return await say(hearing, 'standard-greeting');
  },
  async changePin({ leg, pressed, box, voicemails }) {
    await changePin(leg, pressed, box, voicemails);
    await takeKey(pressed, '');
    return undefined;
  },
  async sayCounts(hearing) {
    const fresh = hearing.messages.filter(({ isNew }) => isNew).length;
    const counts = { fresh, heard: hearing.messages.length - fresh };
    return keyed(await hear(hearing, saidCounts(counts, hearing.box.locale)));
  },
  async sayWho(hearing) {
    const message = hearing.known.get(hearing.state.index);
    if (!message) return undefined;
    return keyed(await hear(hearing, saidOf(message, hearing.clock.now(), hearing.box.locale)));
  },
  sayKeys: (hearing) => say(hearing, 'keys'),
  sayKept: (hearing) => say(hearing, 'kept'),
  sayKeptNew: (hearing) => say(hearing, 'kept-new'),
  sayGone: (hearing) => say(hearing, 'gone'),
  sayWrongKey: async (hearing) => keyed(await hear(hearing, [soundFile('wrongKey', hearing.box.locale)])),
  askMessage: (hearing) => ask(hearing, 'choices'),
  askDeleted: (hearing) => ask(hearing, 'deleted'),
  askEnd: (hearing) => ask(hearing, 'end'),
  askSettings: (hearing) => ask(hearing, 'settings'),
  async goodbye({ leg }) {
    await leg.play('confirmation');
    return 'left';
  },
};

const current = ({ messages, state }: Pick<Hearing, 'messages' | 'state'>) => messages[state.index];

async function remove({ voicemails, box, messages }: Hearing, index: number): Promise<void> {
  const message = messages[index];
  if (message) await voicemails.removeMessage(message.id, box.userId);
}

async function play(hearing: Hearing): Promise<Done> {
  const { voicemails, box, state, known } = hearing;
  const message = current(hearing);
  if (!message) return 'gone';
  const path = voicemails.passing(box.newId());
  try {
    const taken = await voicemails.takeOut(message.id, box.userId, path);
    if (!taken) return 'gone';
    known.set(state.index, taken);
    return keyed(await hear(hearing, [beep, path], keysHeard(state)));
  } finally {
    await rm(path, { force: true });
  }
}

async function callBack(hearing: Hearing): Promise<Done> {
  const { known, state, callOn, box, leg } = hearing;
  const number = known.get(state.index)?.number ?? null;
  if (number !== null) {
    await leg.play({ file: mailboxFile('connecting', box.locale), loop: false });
    if (await callOn(number)) return 'left';
  }
  return (await say(hearing, number === null ? 'no-number' : 'no-call-back')) ?? 'refused';
}

const keyed = (key: string | null): Done => (key === null ? undefined : { key });

const say = async (hearing: Hearing, name: MailboxSound): Promise<Done> =>
  keyed(await hear(hearing, [mailboxFile(name, hearing.box.locale)]));

/** Says what can be pressed, and waits for it. */
async function ask(hearing: Hearing, name: MailboxSound): Promise<Done> {
  const early = await say(hearing, name);
  return early ?? keyed(await hearing.pressed.next(patienceMs));
}

/** One sound after the other, until one of the keys is pressed. Keys that were pressed before count as well. */
async function hear(
  { leg, pressed }: Pick<Hearing, 'leg' | 'pressed'>,
  sounds: readonly (string | Sound)[],
  keys = anyKey,
): Promise<string | null> {
  for (const sound of sounds) {
    const early = await takeKey(pressed, keys);
    if (early !== null) return early;
    await leg.play(typeof sound === 'string' ? { file: sound, loop: false } : sound, keys);
  }
  return await takeKey(pressed, keys);
}

/** The first of these keys that was pressed already; the others before it are forgotten. */
async function takeKey(pressed: KeysPressed, keys: string): Promise<string | null> {
  while (pressed.isWaiting()) {
    const key = await pressed.next(0);
    if (key !== null && keys.includes(key)) return key;
  }
  return null;
}
