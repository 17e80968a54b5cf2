import { superviseCode } from '@sidetone/contract/rules/numbers/feature-codes.ts';
import { CallCommandError } from '../../commands.ts';
import type { Directory } from '../../ports.ts';
import type {
  AllowedSupervision,
  SupervisedName,
  SupervisionBoard,
  SupervisionCommands,
  Supervisions,
} from '../../supervision.ts';
import type { CallTable } from '../call-table.ts';
import type { Transfers } from '../handing-over/transfers.ts';
import type { RunningCall } from '../running-call.ts';
import { areTogether, type Supervisable, supervisableIn } from './supervised-call.ts';
import type { Session, SessionParts } from './supervising.ts';

export interface SupervisionParts extends SessionParts {
  readonly table: CallTable;
  readonly transfers: Pick<Transfers, 'ofCall'>;
  readonly directory: Pick<Directory, 'channelByExtension' | 'callSettings'>;
  /** Without it nobody may listen. */
  readonly supervisions: Supervisions | undefined;
  readonly board: Pick<SupervisionBoard, 'show'>;
  /** Rings the devices of a user, who is connected to the number when they pick up. */
  ring(userId: string, number: string, name: string | null): Promise<{ readonly callId: string }>;
}

/** What a supervisor dialled. */
export interface Dialled {
  readonly userId: string;
  /** Of the member who talks; null: the call that the supervisor chose before. */
  readonly extension: string | null;
}

/** What a supervisor has chosen, until they pick up. */
interface Chosen extends AllowedSupervision {
  readonly userId: string;
  readonly callId: string;
  readonly asAdministrator: boolean;
  /** What rings the supervisor, without a call before there is one; null once it was picked up. */
  ringing: { readonly callId: string | null } | null;
  readonly until: number;
}

/** Which calls supervisors have chosen, and whether they may have them. */
export interface Choices extends Pick<SupervisionCommands, 'supervise'> {
  /** Why this user may not listen to this call now. */
  refusal(userId: string, target: Supervisable): CallCommandError | null;
  /** What the supervisor who is on the line has chosen; nobody else waits for it any longer. */
  picked(dialled: Dialled & { readonly accountId: string }): Promise<Chosen | null>;
  changed(running: RunningCall): void;
}

interface Known {
  readonly parts: SupervisionParts;
  /** By the supervisor. */
  readonly chosen: Map<string, Chosen>;
  /** By the call that is listened to. */
  readonly sessions: ReadonlyMap<string, Session>;
  now(): number;
}

/** How long the devices of a supervisor ring at most. */
const chosenMs = 60_000;

export const noSuchCall = () => new CallCommandError('NO_SUCH_CALL', 'There is no such call of a queue.');
const taken = (message: string) => new CallCommandError('WRONG_STATE', message);

export function choosing(parts: SupervisionParts, sessions: ReadonlyMap<string, Session>): Choices {
  const known: Known = { parts, chosen: new Map(), sessions, now: () => parts.clock.now().getTime() };
  const { chosen } = known;
  return {
    refusal: (userId, target) => refusal(known, userId, target),
    supervise: (userId, call, asAdministrator) => choose(known, { userId, call, asAdministrator }),
    picked: (dialled) => picked(known, dialled),
    /** A supervisor who did not pick up has no longer chosen anything. */
    changed({ call }) {
      for (const choice of chosen.values()) {
        if (choice.ringing?.callId !== call.callId) continue;
        if (call.state === 'talking') choice.ringing = null;
        else if (call.state === 'over') chosen.delete(choice.userId);
      }
    },
  };
}

export const supervisableOf = (table: CallTable, callId: string): Supervisable | null => {
  const running = table.byId(callId);
  return running ? supervisableIn(running.call) : null;
};

const allOf = ({ calls }: CallTable): Supervisable[] => [...calls].flatMap(({ call }) => supervisableIn(call) ?? []);

function refusal({ parts, chosen, sessions, now }: Known, userId: string, target: Supervisable) {
  const { callId, agent, caller } = target;
  if (!areTogether(parts.transfers, target)) return taken('One of the two waits at the moment.');
  if (agent.userId === userId || caller.userId === userId) return taken('That is a call of yours.');
  if (sessions.has(callId)) return taken('Another supervisor listens to this call already.');
  const waits = [...chosen.values()].some(
    (each) => each.callId === callId && each.userId !== userId && each.until > now(),
  );
  if (waits) return taken('Another supervisor is about to listen to this call.');
  const listens = [...sessions.values()].some(({ supervision }) => supervision.supervisorId === userId);
  return listens ? taken('You listen to another call already.') : null;
}

/** Rings the supervisor, who listens to this call when they pick up. */
async function choose(
  known: Known,
  given: { readonly userId: string; readonly call: SupervisedName; readonly asAdministrator: boolean },
): Promise<void> {
  const { parts, chosen, now } = known;
  const { userId, call, asAdministrator } = given;
  const may = await parts.supervisions?.ruleFor({ userId, channelId: call.channelId, asAdministrator });
  if (!may) throw new CallCommandError('NOT_ALLOWED', 'The company does not allow to listen to these calls.');
  const target = allOf(parts.table).find(
    ({ channelId, docId }) => channelId === call.channelId && docId === call.docId,
  );
  if (!target) throw noSuchCall();
  const why = refusal(known, userId, target);
  if (why) throw why;
  const before = chosen.get(userId);
  if (before?.ringing && before.until > now()) throw taken('Your phone rings for a call already.');
  const { callId } = target;
  const ringing = { callId: null };
  const choice: Chosen = { userId, callId, ...may, asAdministrator, ringing, until: now() + chosenMs };
  chosen.set(userId, choice);
  try {
    choice.ringing = await parts.ring(userId, superviseCode, may.channelName);
  } catch (error) {
    if (chosen.get(userId) === choice) chosen.delete(userId);
    throw error;
  }
}

async function picked(known: Known, dialled: Dialled & { readonly accountId: string }): Promise<Chosen | null> {
  const { parts, chosen, now } = known;
  const choice = chosen.get(dialled.userId);
  chosen.delete(dialled.userId);
  if (dialled.extension !== null) return await byExtension(known, dialled.userId, dialled.extension, dialled.accountId);
  if (!choice || choice.until <= now()) return null;
  // What was allowed a minute ago may not be so any longer.
  const target = supervisableOf(parts.table, choice.callId);
  const { userId, asAdministrator } = choice;
  const may = target && (await parts.supervisions?.ruleFor({ userId, channelId: target.channelId, asAdministrator }));
  return may ? { ...choice, ...may } : null;
}

/** The call of the member with this extension. */
async function byExtension(
  { parts, now }: Known,
  userId: string,
  extension: string,
  accountId: string,
): Promise<Chosen | null> {
  const channel = await parts.directory.channelByExtension(accountId, extension);
  const target = allOf(parts.table).find(({ agent }) => agent.userId === channel?.ownerUserId);
  if (!channel || !target) return null;
  const { channelId, callId } = target;
  const may = await parts.supervisions?.ruleFor({ userId, channelId, asAdministrator: false });
  return may ? { userId, callId, ...may, asAdministrator: false, ringing: null, until: now() } : null;
}
