import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { monoWav } from '@sidetone/signals/tones.ts';
import { tonesIn } from '../people/audio/recording.ts';
import { Person } from '../people/person.ts';
import { PersonError } from '../people/person-error.ts';
import type { Caller } from '../people/sip/invite.ts';
import type { Wish } from './words.ts';

type Say = (line: string) => void;

/** Calls, talks and hangs up. Throws `PersonError`; `signal` ends the call early. */
export async function callSomebody(person: Person, wish: Wish, say: Say, signal: AbortSignal): Promise<void> {
  person.on('progress', (status) => say(status === 180 ? 'It rings there.' : `They say ${status}.`));
  const giveUp = () => person.hangsUp().catch(() => undefined);
  signal.addEventListener('abort', giveUp);
  say(`Calling ${wish.number}.`);
  await person.calls(wish.number);
  await talk(person, wish, say, signal);
}

/** Answers one call after another, or one alone, until `signal`. */
export async function answerCalls(person: Person, wish: Wish, say: Say, signal: AbortSignal): Promise<void> {
  do {
    const caller = await nextCaller(person, signal);
    if (!caller) return;
    say(`${caller.name} (${caller.number}) calls.`);
    const gaveUp = new AbortController();
    const onEnded = () => gaveUp.abort();
    person.once('ended', onEnded);
    await pauseUnless(wish.after * 1000, AbortSignal.any([signal, gaveUp.signal]));
    person.off('ended', onEnded);
    if (!person.isRinging) say('They gave up.');
    else if (!signal.aborted) {
      await person.answers();
      await talk(person, wish, say, signal);
    }
  } while (!wish.once && !signal.aborted);
}

const nextCaller = (person: Person, signal: AbortSignal): Promise<Caller | undefined> =>
  new Promise((resolve) => {
    person.once('rung', resolve);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
    if (signal.aborted) resolve(undefined);
  });

/** Talks for as long as was wished, or until the other side or `signal` ends it, and tells what was heard. */
async function talk(person: Person, wish: Wish, say: Say, signal: AbortSignal): Promise<void> {
  const theirEnd = new AbortController();
  const onHeld = (isHeld: boolean) => say(isHeld ? 'They put us on hold.' : 'They took us back.');
  const onKey = (key: string) => say(`They press ${key}.`);
  person
    .once('ended', () => theirEnd.abort())
    .on('held', onHeld)
    .on('key', onKey);
  try {
    say(`Talking; ${typeof wish.speaks === 'number' ? `speaking ${wish.speaks} Hz` : `saying ${wish.speaks}`}.`);
    if (wish.presses !== '') {
      // Half a second for the other side to begin to listen.
      await pause(500);
      try {
        await person.presses(wish.presses);
        say(`Pressed ${wish.presses}.`);
      } catch (error) {
        if (!(error instanceof PersonError)) throw error;
        say(`Pressing failed: ${error.message}.`);
      }
    }
    const end = AbortSignal.any([signal, theirEnd.signal]);
    await pauseUnless(wish.seconds * 1000, end);
    say(theirEnd.signal.aborted ? 'They hung up.' : 'Hanging up.');
    await person.hangsUp();
  } finally {
    person.off('held', onHeld).off('key', onKey);
  }
  await report(person, wish, say);
}

/** Waits, but no longer than until `signal`. */
const pauseUnless = async (ms: number, signal: AbortSignal): Promise<void> => {
  try {
    await pause(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};

async function report(person: Person, wish: Wish, say: Say): Promise<void> {
  const { heard } = person;
  say(`Heard ${(heard.length / Person.sampleRate).toFixed(1)} s; ${wordsFor(heard)}.`);
  say(person.keys === '' ? 'No keys came.' : `Keys that came: ${person.keys}`);
  if (wish.record === undefined) return;
  await writeFile(wish.record, monoWav(heard, Person.sampleRate));
  say(`Written to ${wish.record}.`);
}

/** What was heard, in words. */
export function wordsFor(heard: Float32Array): string {
  const tones = tonesIn(heard).slice(0, 5);
  if (tones.length === 0) return 'no steady tone in it';
  return `tones ${tones.map(({ hertz, seconds }) => `${hertz} Hz (${seconds} s)`).join(', ')}`;
}
