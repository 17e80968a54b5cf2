import { superviseCode } from '@sidetone/contract/rules/numbers/feature-codes.ts';
import { CallCommandError } from '../../commands.ts';
import type { MediaFact } from '../../media/media.ts';
import type { Directory } from '../../ports.ts';
import type {
  AllowedSupervision,
  SupervisedName,
  SupervisionBoard,
  SupervisionCommands,
  Supervisions,
} from '../../supervision.ts';
import type { CallTable } from '../call-table.ts';
import type { Follower } from '../followers.ts';
import type { Transfers } from '../handing-over/transfers.ts';
import type { RunningCall } from '../running-call.ts';
import { CallerLeft, type ServiceLeg } from '../service/service-leg.ts';
import { areAlone, isOnHold, type Supervisable, supervisableIn } from './supervised-call.ts';
import { listenTo, type Session, type SessionParts } from './supervising.ts';

/** Supervisors who listen to calls of queues. */
export interface SupervisionDesk extends Follower, SupervisionCommands {
  /** A supervisor is on the line; fulfils when they have listened, with false where there is nothing that they may listen to. */
  serve(leg: ServiceLeg, running: RunningCall, dialled: Dialled): Promise<boolean>;
  /** Media endpoints of supervisors who have joined this call. */
  joinedIn(callId: string): string[];
}

interface Dialled {
  readonly userId: string;
  /** Of the member who talks; null: the call that the supervisor chose before. */
  readonly extension: string | null;
}

export interface SupervisionParts extends SessionParts {
  readonly table: CallTable;
  readonly transfers: Pick<Transfers, 'ofCall'>;
  readonly directory: Pick<Directory, 'channelByExtension' | 'callSettings'>;
  /** Without it nobody may listen. */
  readonly supervisions: Supervisions | undefined;
  readonly board: Pick<SupervisionBoard, 'show'>;
  /** Rings the devices of a user; who picks up goes on to the number. */
  ring(userId: string, number: string, name: string | null): Promise<{ readonly callId: string }>;
}

/** What a supervisor has chosen, until they pick up. */
interface Chosen extends AllowedSupervision {
  readonly userId: string;
  readonly callId: string;
  readonly asAdministrator: boolean;
  /** The call that rings the supervisor; null before there is one, and once it was picked up. */
  ringing: string | null;
  readonly until: number;
}

/** The devices of a supervisor ring no longer than this. */
const chosenMs = 60_000;

const noSuchCall = () => new CallCommandError('NO_SUCH_CALL', 'There is no such call of a queue.');
const taken = (message: string) => new CallCommandError('WRONG_STATE', message);

export function supervisionDesk(parts: SupervisionParts): SupervisionDesk {
  const { table, transfers } = parts;
  /** By the supervisor. */
  const chosen = new Map<string, Chosen>();
  /** By the call that is listened to. */
  const sessions = new Map<string, Session>();
  const choices = choosing(parts, chosen, sessions);
  const own = (userId: string, call: SupervisedName): Session => {
    const session = [...sessions.values()].find(
      ({ supervision: it }) => it.supervisorId === userId && it.channelId === call.channelId && it.docId === call.docId,
    );
    if (!session) throw noSuchCall();
    return session;
  };
  return {
    async serve(leg, running, dialled) {
      const choice = await choices.picked({ ...dialled, accountId: running.call.accountId });
      const target = choice && supervisableOf(table, choice.callId);
      if (!choice || !target || choices.refusal(dialled.userId, target)) return false;
      const { locale } = await parts.directory.callSettings(target.accountId);
      // After all that takes its time: two who pick up at the same moment must not both listen.
      if (choices.refusal(dialled.userId, target)) return false;
      const { callId, caller } = running.call;
      const session = listenTo(parts, { ...choice, leg, target, guestId: caller.mediaId, guestCallId: callId, locale });
      sessions.set(target.callId, session);
      try {
        await session.over;
      } catch (error) {
        if (!(error instanceof CallerLeft)) throw error;
      } finally {
        if (sessions.get(target.callId) === session) sessions.delete(target.callId);
        session.show(null);
      }
      return true;
    },
    joinedIn: (callId) => sessions.get(callId)?.joined() ?? [],
    supervise: choices.supervise,
    async setSupervision(userId, call, mode) {
      await own(userId, call).setMode(mode);
    },
    async endSupervision(userId, call) {
      own(userId, call).end('supervisor');
    },
    mediaFact(fact: MediaFact) {
      for (const session of sessions.values()) session.hear(fact);
      return false;
    },
    changed(running) {
      choices.changed(running);
      const { callId } = running.call;
      const session = sessions.get(callId);
      if (session) session.follow(supervisableIn(running.call), areAlone(transfers, callId));
      // TARGET of a transfer has changed, and with it who is with whom in INITIAL.
      const initialId = transfers.ofCall(callId)?.initialId;
      const initial = initialId === undefined || initialId === callId ? undefined : sessions.get(initialId);
      if (initial) initial.follow(supervisableOf(table, initialId ?? ''), areAlone(transfers, initialId ?? ''));
    },
  };
}

const supervisableOf = (table: CallTable, callId: string): Supervisable | null => {
  const running = table.byId(callId);
  return running ? supervisableIn(running.call) : null;
};

interface Choices extends Pick<SupervisionCommands, 'supervise'> {
  /** Why this user may not listen to this call now. */
  refusal(userId: string, target: Supervisable): CallCommandError | null;
  /** What the supervisor who is on the line has chosen; nobody else waits for it any longer. */
  picked(dialled: Dialled & { readonly accountId: string }): Promise<Chosen | null>;
  changed(running: RunningCall): void;
}

/** Which calls supervisors have chosen, and whether they may have them. */
function choosing(
  parts: SupervisionParts,
  chosen: Map<string, Chosen>,
  sessions: ReadonlyMap<string, Session>,
): Choices {
  const { table, transfers, clock, supervisions, directory } = parts;
  const now = () => clock.now().getTime();
  const supervisable = () => [...table.calls].flatMap(({ call }) => supervisableIn(call) ?? []);

  const refusal = (userId: string, target: Supervisable): CallCommandError | null => {
    const { callId, agent, caller } = target;
    if (!areAlone(transfers, callId) || isOnHold(target)) return taken('One of the two waits at the moment.');
    if (agent.userId === userId || caller.userId === userId) return taken('That is a call of yours.');
    if (sessions.has(callId)) return taken('Somebody listens to this call already.');
    const waits = [...chosen.values()].some(
      (each) => each.callId === callId && each.userId !== userId && each.until > now(),
    );
    if (waits) return taken('Somebody is about to listen to this call.');
    const listens = [...sessions.values()].some(({ supervision }) => supervision.supervisorId === userId);
    return listens ? taken('You listen to another call already.') : null;
  };

  /** The call of the member with this extension. */
  const byExtension = async ({ userId, extension }: Dialled, accountId: string): Promise<Chosen | null> => {
    if (extension === null) return null;
    const channel = await directory.channelByExtension(accountId, extension);
    const target = supervisable().find(({ agent }) => agent.userId === channel?.ownerUserId);
    if (!channel || !target) return null;
    const { channelId, callId } = target;
    const may = await supervisions?.ruleFor({ userId, channelId, asAdministrator: false });
    if (!may) return null;
    return { userId, callId, ...may, asAdministrator: false, ringing: null, until: now() };
  };

  return {
    refusal,
    async supervise(userId, call, asAdministrator) {
      const may = await supervisions?.ruleFor({ userId, channelId: call.channelId, asAdministrator });
      if (!may) throw new CallCommandError('NOT_ALLOWED', 'The company does not allow to listen to these calls.');
      const target = supervisable().find(
        ({ channelId, docId }) => channelId === call.channelId && docId === call.docId,
      );
      if (!target) throw noSuchCall();
      const why = refusal(userId, target);
      if (why) throw why;
      const choice: Chosen = {
        userId,
        callId: target.callId,
        ...may,
        asAdministrator,
        ringing: null,
        until: now() + chosenMs,
      };
      chosen.set(userId, choice);
      try {
        const { callId } = await parts.ring(userId, superviseCode, may.channelName);
        choice.ringing = callId;
      } catch (error) {
        if (chosen.get(userId) === choice) chosen.delete(userId);
        throw error;
      }
    },
    async picked(dialled) {
      const choice = chosen.get(dialled.userId);
      chosen.delete(dialled.userId);
      if (dialled.extension !== null) return await byExtension(dialled, dialled.accountId);
      if (!choice || choice.until <= now()) return null;
      // What was allowed a minute ago may not be so any longer.
      const target = supervisableOf(table, choice.callId);
      const { userId, asAdministrator } = choice;
      const may = target && (await supervisions?.ruleFor({ userId, channelId: target.channelId, asAdministrator }));
      return may ? { ...choice, ...may } : null;
    },
    /** Who let their devices ring has chosen nothing any longer. */
    changed({ call }) {
      for (const choice of chosen.values()) {
        if (choice.ringing !== call.callId) continue;
        if (call.state === 'talking') choice.ringing = null;
        else if (call.state === 'over') chosen.delete(choice.userId);
      }
    },
  };
}
