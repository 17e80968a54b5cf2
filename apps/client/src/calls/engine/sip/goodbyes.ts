import type { Log } from '../../conductor/parts.ts';
import type { Clock } from '../../core/clock.ts';
import type { Refusal } from '../call-engine.ts';
import { isLost } from '../until-back.ts';
import type { SipServer } from './sip-server.ts';

/** How the user left a leg. */
interface Goodbye {
  readonly sipCallId: string;
  readonly sessionId: string;
  readonly how: 'hungUp' | Refusal;
  /** Says it by SIP. */
  readonly send: () => void;
}

/** Goodbyes, which all reach the server: by SIP, else by HTTP. */
export interface Goodbyes {
  /** Says goodbye as soon as requests can leave, and by HTTP where no answer comes. */
  say(goodbye: Goodbye): void;
  /** A message of the server has arrived. */
  heard(message: string): void;
  /** The line is back: sends the goodbyes that waited for it. */
  lineBack(): void;
  /** How the user turned down a session that the server rings again because the refusal has not arrived; else null. */
  refusalOf(sessionId: string): Refusal | null;
  /** Forgets the goodbyes that wait for the line. Those by HTTP are still sent. */
  stop(): void;
}

interface GoodbyeParts {
  readonly server: Pick<SipServer, 'hangUp'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether requests can leave, as far as this page knows. */
  readonly isConnected: () => boolean;
  /** A goodbye had no answer: the line must be tested. */
  readonly onSilence: () => void;
}

/** A live server answers within one round trip. */
const answeredWithinMs = 2_000;
/** How long after each failed attempt by HTTP the next one is made. */
const againMs = 1_500;
/** After this the server has missed the audio of the leg, and asks for it itself. */
const patienceMs = 90_000;

/** A goodbye without an answer so far; `cancel` ends the wait for one, or for the next try. */
interface Open {
  readonly goodbye: Goodbye;
  cancel: () => void;
}

/** A goodbye by SIP may go into a socket that is dead without a sign, so HTTP follows; the first answer counts. */
export function createGoodbyes(parts: GoodbyeParts): Goodbyes {
  const { clock, isConnected, onSilence } = parts;
  const open = new Map<string, Open>();
  const unsent: Goodbye[] = [];

  function settle(sipCallId: string) {
    open.get(sipCallId)?.cancel();
    open.delete(sipCallId);
  }

  async function sayByHttp(said: Open, until = clock.now() + patienceMs): Promise<void> {
    const { sipCallId, how } = said.goodbye;
    const isOpen = () => open.get(sipCallId) === said;
    if (!isOpen()) return;
    if (await isHeard(said.goodbye, parts, until)) {
      if (!isOpen()) return;
      // It was for this device alone: where the server rings it again, it hears it again.
      if (asBusy(how)) said.cancel = clock.after(patienceMs, () => settle(sipCallId));
      else settle(sipCallId);
    } else if (isOpen()) {
      said.cancel = clock.after(againMs, () => void sayByHttp(said, until));
    }
  }

  return {
    say(goodbye) {
      const said: Open = { goodbye, cancel: () => {} };
      open.set(goodbye.sipCallId, said);
      if (!isConnected()) {
        unsent.push(goodbye);
        void sayByHttp(said);
        return;
      }
      said.cancel = clock.after(answeredWithinMs, () => {
        onSilence();
        void sayByHttp(said);
      });
      goodbye.send();
    },

    heard(message) {
      const said = open.size === 0 ? undefined : open.get(sipCallIdOf(message));
      if (said !== undefined && isAnswer(message, said.goodbye)) settle(said.goodbye.sipCallId);
    },

    lineBack() {
      for (const goodbye of unsent.splice(0)) goodbye.send();
    },

    refusalOf(sessionId) {
      for (const { goodbye } of open.values()) {
        if (goodbye.sessionId === sessionId && goodbye.how !== 'hungUp') return goodbye.how;
      }
      return null;
    },

    stop: () => void unsent.splice(0),
  };
}

/** Gives the order by HTTP. False where it must be repeated, because it may not have arrived. */
async function isHeard(
  { sipCallId, sessionId, how }: Goodbye,
  { server, clock, log }: GoodbyeParts,
  until: number,
): Promise<boolean> {
  try {
    await server.hangUp(sipCallId, asBusy(how));
    log('info', 'goodbye by HTTP', { sessionId });
  } catch (cause) {
    if (isLost(cause) && clock.now() < until) return false;
    // The server no longer has such a call: the goodbye has arrived.
    if ((cause as { code?: unknown }).code !== 'NOT_FOUND')
      log('warn', 'goodbye not heard', { sessionId, cause: String(cause) });
  }
  return true;
}

/** Said of this device alone. */
const asBusy = (how: Goodbye['how']): 'busy' | undefined => (how === 'busy' || how === 'occupied' ? 'busy' : undefined);

const sipCallIdOf = (message: string): string => /^(?:call-id|i)\s*:\s*(\S+)/im.exec(message)?.[1] ?? '';

/** A refusal gets an ACK; a BYE or CANCEL gets a response of its own. */
function isAnswer(message: string, { how }: Goodbye): boolean {
  const method = /^cseq\s*:\s*\d+\s+(\w+)/im.exec(message)?.[1];
  return how === 'hungUp' ? method === 'BYE' || method === 'CANCEL' : method === 'ACK';
}
