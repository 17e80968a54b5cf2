import type { Logger } from 'pino';
import { CallCommandError } from '../../commands.ts';
import type { Media, MediaFact } from '../../media/media.ts';
import { beep, soundFile } from '../../media/sounds.ts';
import type { ExchangeClock } from '../../ports.ts';
import type {
  ShownSupervision,
  Supervision,
  SupervisionBoard,
  SupervisionEnd,
  SupervisionMode,
  SupervisionRule,
  Supervisions,
} from '../../supervision.ts';
import type { MediaQueue } from '../media-orders.ts';
import { type Asking, askConsent } from '../recording/ask-consent.ts';
import type { LegConsents } from '../recording/leg-consents.ts';
import { CallerLeft, type ServiceLeg } from '../service/service-leg.ts';
import type { Supervisable } from './supervised-call.ts';

export interface SessionParts {
  readonly media: Media;
  readonly inTurn: MediaQueue['inTurn'];
  readonly clock: ExchangeClock;
  readonly log: Logger;
  readonly supervisions: Supervisions | undefined;
  readonly board: Pick<SupervisionBoard, 'show'>;
  /** Nobody is asked for two things at a time. */
  readonly consents: Pick<LegConsents, 'inTurn'>;
  /** What is shown of these calls, and who is heard in them, has changed. */
  shown(callIds: readonly string[]): void;
  /** A supervisor who had joined is heard no longer. */
  guestLeft(guestId: string): void;
  newId(): string;
}

/** What a session begins with. */
interface Beginning {
  readonly userId: string;
  readonly name: string;
  readonly rule: SupervisionRule;
  readonly asAdministrator: boolean;
  readonly leg: ServiceLeg;
  readonly target: Supervisable;
  /** The media endpoint of the supervisor. */
  readonly guestId: string;
  /** The call of the supervisor. */
  readonly guestCallId: string;
  readonly locale: 'de' | 'en';
}

/** One supervisor who listens to one call. */
export interface Session {
  readonly supervision: Supervision;
  /** Fulfils when it is over; rejects with `CallerLeft` where the supervisor hung up. */
  readonly over: Promise<void>;
  /** Rejects with `CallCommandError`: WRONG_STATE before the supervisor listens, NOT_ALLOWED where the right was withdrawn. */
  setMode(mode: SupervisionMode): Promise<void>;
  end(why: SupervisionEnd): void;
  hear(fact: MediaFact): void;
  /** The call as it is now; null: it is no call of the queue any longer. */
  follow(now: Supervisable | null, areTogether: boolean): void;
  joined(): string[];
  show(state: ShownSupervision['state'] | null): void;
}

/** Keys of the supervisor's phone. */
const modeOfKey: Readonly<Record<string, SupervisionMode>> = { '1': 'listen', '2': 'whisper', '3': 'join' };
/** How long it takes at most until a right that was withdrawn ends it. */
const recheckMs = 10_000;
const firstRetryMs = 500;
const lastRetryMs = 10_000;

export function listenTo(parts: SessionParts, beginning: Beginning): Session {
  const listening = open(parts, beginning);
  const { supervision, state, end, show } = listening;
  const setMode = modeSetter(listening);
  show('begins');
  const over = run(listening, setMode).then(
    () => close(listening, 'callOver'),
    async (error: unknown) => {
      await close(listening, error instanceof CallerLeft ? 'supervisor' : 'failed');
      throw error;
    },
  );
  over.catch(() => undefined);
  return {
    supervision,
    over,
    setMode,
    end,
    show,
    hear: (fact) => state.asking?.hear(fact),
    joined: () => (state.mode === 'join' && state.isAttached && !state.isOver ? [beginning.guestId] : []),
    follow: (now, areTogether) => follow(listening, now, areTogether),
  };
}

interface State {
  mode: SupervisionMode;
  isAttached: boolean;
  isOver: boolean;
  areTogether: boolean;
  target: Supervisable;
  asking: Asking | null;
}

/** What the steps of one session have in common. */
interface Listening {
  readonly parts: SessionParts;
  readonly beginning: Beginning;
  readonly supervision: Supervision;
  readonly state: State;
  readonly ended: Promise<SupervisionEnd>;
  end(why: SupervisionEnd): void;
  show(as: ShownSupervision['state'] | null): void;
  warn(error: unknown): void;
}

function open(parts: SessionParts, beginning: Beginning): Listening {
  const { log, board, newId } = parts;
  const { userId, name, rule, target } = beginning;
  const { accountId, channelId, docId, callId, agent } = target;
  const supervisionId = newId();
  const state: State = { mode: 'listen', isAttached: false, isOver: false, areTogether: true, target, asking: null };
  const { promise: ended, resolve } = Promise.withResolvers<SupervisionEnd>();
  return {
    parts,
    beginning,
    supervision: { supervisionId, accountId, channelId, docId, supervisorId: userId, agentId: agent.userId, rule },
    state,
    ended,
    end(why) {
      if (state.isOver) return;
      state.isOver = true;
      state.asking?.giveUp(isOver());
      resolve(why);
    },
    show(as) {
      board.show({ callId, accountId }, as && { userId, name, channelId, docId, mode: state.mode, state: as });
      parts.shown([callId, beginning.guestCallId]);
    },
    warn: (error) => log.warn({ err: error, callId, channelId }, 'supervision: a step failed'),
  };
}

const isOver = () => new CallCommandError('WRONG_STATE', 'It is over.');

/** Whether the company still allows it. */
async function mayListen({ parts: { supervisions }, beginning, supervision: { channelId } }: Listening) {
  const { userId, asAdministrator } = beginning;
  return Boolean(await supervisions?.ruleFor({ userId, channelId, asAdministrator }));
}

const showNow = ({ state, show }: Listening): void => show(state.areTogether ? 'active' : 'waits');

/** Changes the mode, one change after the other. */
function modeSetter(listening: Listening): Session['setMode'] {
  const { parts, beginning, supervision, state, end } = listening;
  let turn: Promise<unknown> = Promise.resolve();
  const change = async (mode: SupervisionMode): Promise<void> => {
    if (state.isOver || !state.isAttached) throw new CallCommandError('WRONG_STATE', 'You do not listen yet.');
    if (state.mode === mode) return;
    if (!(await mayListen(listening))) {
      end('withdrawn');
      throw new CallCommandError('NOT_ALLOWED', 'The company does not allow to listen to these calls any longer.');
    }
    await parts.supervisions?.changed(supervision, mode);
    if (state.isOver) return;
    const before = state.mode;
    state.mode = mode;
    await attach(listening).catch((cause: unknown) => {
      end('failed');
      throw new CallCommandError('MEDIA_FAILED', 'The audio of the call could not be changed.', { cause });
    });
    showNow(listening);
    if (before === 'join') parts.guestLeft(beginning.guestId);
  };
  return async (mode) => {
    const done = turn.then(() => change(mode));
    turn = done.catch(() => undefined);
    await done;
  };
}

function follow(listening: Listening, now: Supervisable | null, areTogether: boolean): void {
  const { beginning, state, end, warn } = listening;
  const { agent, caller } = beginning.target;
  if (state.isOver) return;
  // It ends when the member hands the caller over, or when another caller takes their place: they were told nothing.
  if (now?.agent.legId !== agent.legId || now.caller.legId !== caller.legId) {
    end('callOver');
    return;
  }
  const before = state.target;
  const isMoved = now.agent.mediaId !== before.agent.mediaId || now.caller.mediaId !== before.caller.mediaId;
  const isChanged = areTogether !== state.areTogether;
  state.target = now;
  state.areTogether = areTogether;
  if (!state.isAttached) return;
  if (isChanged) showNow(listening);
  if (!isMoved && !isChanged) return;
  attach(listening).catch((error: unknown) => {
    warn(error);
    end('failed');
  });
}

/** Whom the supervisor hears, and who hears them. */
async function attach({ parts, beginning: { guestId }, state }: Listening): Promise<void> {
  const pairOf = () => [state.target.agent.mediaId, state.target.caller.mediaId] as const;
  await parts.inTurn([guestId, ...pairOf()], async () => {
    if (state.isOver) return;
    // A caller who waits believes that nobody hears them.
    if (!state.areTogether) {
      await parts.media.detach(guestId);
      return;
    }
    const pair = pairOf();
    const heardBy = { listen: [], whisper: [pair[0]], join: [...pair] }[state.mode];
    await parts.media.attach(guestId, { pair, heardBy });
  });
}

/** From the first line of the audit log to the end. Rejects with `CallerLeft`, or with what failed. */
async function run(listening: Listening, setMode: Session['setMode']): Promise<void> {
  const { parts, beginning, supervision, state, end } = listening;
  await parts.supervisions?.began(supervision);
  if (state.isOver) return;
  if (!(await tell(parts, beginning, state))) {
    end('notAnnounced');
    return;
  }
  if (state.isOver) return;
  await attach(listening);
  state.isAttached = true;
  showNow(listening);
  const keys = beginning.leg.keysPressed();
  try {
    await steer(listening, setMode, keys.next);
  } finally {
    keys.stop();
  }
}

/** Listens until it ends; keys choose the mode. */
async function steer(
  listening: Listening,
  setMode: Session['setMode'],
  next: (patienceMs: number) => Promise<string | null>,
): Promise<void> {
  const { parts, state, ended, end } = listening;
  const now = () => parts.clock.now().getTime();
  // By the clock and not by silence: the right of somebody who keeps pressing keys is checked as well.
  let dueAt = now() + recheckMs;
  while (!state.isOver) {
    const pressed = next(Math.max(0, dueAt - now()));
    pressed.catch(() => undefined);
    const key = await Promise.race([pressed, ended.then(() => null)]);
    if (state.isOver) return;
    const mode = key === null ? undefined : modeOfKey[key];
    if (mode) await setMode(mode).catch(unlessWithdrawn);
    if (now() < dueAt) continue;
    dueAt = now() + recheckMs;
    if (!(await mayListen(listening))) end('withdrawn');
  }
}

/** A right that was withdrawn has ended it already, and is no failure. */
const unlessWithdrawn = (error: unknown): void => {
  if (!(error instanceof CallCommandError && error.code === 'NOT_ALLOWED')) throw error;
};

/** Tells those who talk that somebody listens from now on; false where not both have heard it. */
async function tell(parts: SessionParts, beginning: Beginning, state: State): Promise<boolean> {
  const { media, clock, log, consents } = parts;
  const { leg, rule, locale } = beginning;
  const { agent, caller } = state.target;
  if (rule === 'shown') {
    await media.play(agent.mediaId, beep);
    await leg.play(beep);
    return true;
  }
  const prompt = { file: soundFile('supervisionAnnouncement', locale), loop: false };
  const onTrouble = (error: unknown) => log.warn({ err: error }, 'supervision: announcement failed');
  return await consents.inTurn(agent.legId, async () => {
    if (state.isOver) return false;
    const present = () => (state.isOver ? [] : [state.target.agent.mediaId, state.target.caller.mediaId]);
    state.asking = askConsent(
      { way: 'announcement', whom: [agent.mediaId, caller.mediaId], prompt, present },
      { media, clock, onTrouble },
    );
    const { agreed } = state.asking;
    const heard = agreed.then(
      (whom) => whom.length === 2,
      () => false,
    );
    try {
      // The supervisor hears it as well; anyone who leaves in the meantime ends it.
      await Promise.race([leg.play(prompt), heard]);
      return await heard;
    } finally {
      state.asking?.giveUp(isOver());
      state.asking = null;
    }
  });
}

/** What is done at the end, however it came; `why` where nobody has ended it yet. */
async function close(listening: Listening, why: SupervisionEnd): Promise<void> {
  const { parts, beginning, supervision, state, ended, end, warn } = listening;
  end(why);
  const { agent, caller } = state.target;
  const { guestId } = beginning;
  const reason = await ended;
  // With the endpoint of the supervisor it is over in any case.
  await parts.inTurn([guestId, agent.mediaId, caller.mediaId], () => parts.media.detach(guestId)).catch(warn);
  if (state.mode === 'join') parts.guestLeft(guestId);
  const note = (wait: number): void => {
    parts.supervisions?.ended(supervision, reason).catch((error: unknown) => {
      warn(error);
      parts.clock.after(wait, () => note(Math.min(wait * 2, lastRetryMs)));
    });
  };
  note(firstRetryMs);
}
