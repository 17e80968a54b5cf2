import type { MediaFact } from '../../media/media.ts';
import type { SupervisedName, SupervisionCommands } from '../../supervision.ts';
import type { Follower } from '../followers.ts';
import type { RunningCall } from '../running-call.ts';
import { CallerLeft, type ServiceLeg } from '../service/service-leg.ts';
import { choosing, type Dialled, noSuchCall, type SupervisionParts, supervisableOf } from './choices.ts';
import { areTogether } from './supervised-call.ts';
import { listenTo, type Session } from './supervising.ts';

/** Supervisors who listen to calls of queues. */
export interface SupervisionDesk extends Follower, SupervisionCommands {
  /** A supervisor is on the line; fulfils when they have listened, with false where there is nothing that they may listen to. */
  serve(leg: ServiceLeg, running: RunningCall, dialled: Dialled): Promise<boolean>;
  /** Media endpoints of supervisors who have joined this call. */
  joinedIn(callId: string): string[];
}

export function supervisionDesk(parts: SupervisionParts): SupervisionDesk {
  const { table, transfers } = parts;
  /** By the call that is listened to. */
  const sessions = new Map<string, Session>();
  const choices = choosing(parts, sessions);
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
      // After everything that takes time: two who pick up at the same moment must not both listen.
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
      // TARGET of a transfer has changed, and with it who is with whom in INITIAL.
      for (const id of new Set([callId, transfers.ofCall(callId)?.initialId ?? callId])) {
        const target = supervisableOf(table, id);
        sessions.get(id)?.follow(target, target !== null && areTogether(transfers, target));
      }
    },
  };
}
