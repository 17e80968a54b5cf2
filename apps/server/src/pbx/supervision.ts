import { keyedListeners } from './keyed-listeners.ts';

/** How a supervisor is in a call: heard by nobody, by the member of the queue alone, or by both. */
export type SupervisionMode = 'listen' | 'whisper' | 'join';
/** `shown`: the member sees it and hears a tone; `announced`: both sides are told before somebody listens. */
export type SupervisionRule = 'shown' | 'announced';

/** The call of a queue, by its inbox event. */
export interface SupervisedName {
  readonly channelId: string;
  readonly docId: string;
}

/** Somebody listens to a call. */
export interface Supervision extends SupervisedName {
  readonly supervisionId: string;
  readonly accountId: string;
  readonly supervisorId: string;
  /** The member of the queue who talks. */
  readonly agentId: string;
  readonly rule: SupervisionRule;
}

/** Why it ended: one of them hung up, the member hands the caller over, it was no longer allowed, or it failed. */
export type SupervisionEnd = 'supervisor' | 'callOver' | 'withdrawn' | 'notAnnounced' | 'failed';

/** How somebody may listen. */
export interface AllowedSupervision {
  readonly rule: SupervisionRule;
  /** Of the supervisor. */
  readonly name: string;
  readonly channelName: string | null;
}

/** Who may listen, and who listened to what: each method is durable before its promise fulfils. */
export interface Supervisions {
  /** Null for users who may not listen to calls of this channel. With `asAdministrator` administrators may. */
  ruleFor(who: {
    readonly userId: string;
    readonly channelId: string;
    readonly asAdministrator: boolean;
  }): Promise<AllowedSupervision | null>;
  began(supervision: Supervision): Promise<void>;
  changed(supervision: Supervision, mode: SupervisionMode): Promise<void>;
  ended(supervision: Supervision, why: SupervisionEnd): Promise<void>;
}

/** What supervisors do; everything rejects with `CallCommandError`. */
export interface SupervisionCommands {
  /** Rings the supervisor's own devices; they listen once they pick up. */
  supervise(userId: string, call: SupervisedName, asAdministrator: boolean): Promise<void>;
  setSupervision(userId: string, call: SupervisedName, mode: SupervisionMode): Promise<void>;
  endSupervision(userId: string, call: SupervisedName): Promise<void>;
}

/** Who listens to a call, as it is shown. */
export interface ShownSupervision extends SupervisedName {
  readonly userId: string;
  readonly name: string;
  readonly mode: SupervisionMode;
  /** `begins`: the announcement is played; `waits`: the member talks with somebody else, whom the supervisor does not hear. */
  readonly state: 'begins' | 'active' | 'waits';
}

/** Who listens to which call, kept in memory for boards of queues and for those who talk. */
export interface SupervisionBoard {
  show(call: { readonly callId: string; readonly accountId: string }, now: ShownSupervision | null): void;
  of(callId: string): ShownSupervision | null;
  /** The call that this user listens to. */
  by(userId: string): ShownSupervision | null;
  /** Calls back after a change in this account; gives the way to stop. */
  onChange(accountId: string, listener: () => void): () => void;
}

export function supervisionBoard(): SupervisionBoard {
  const shown = new Map<string, ShownSupervision>();
  const { tell, onChange } = keyedListeners();
  return {
    show({ callId, accountId }, now) {
      if (JSON.stringify(shown.get(callId) ?? null) === JSON.stringify(now)) return;
      if (now) shown.set(callId, now);
      else shown.delete(callId);
      tell(accountId);
    },
    of: (callId) => shown.get(callId) ?? null,
    by: (userId) => [...shown.values()].find((each) => each.userId === userId) ?? null,
    onChange,
  };
}
