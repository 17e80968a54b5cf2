import type { EventName, EventOpened } from '../ports.ts';
import type { LateMembers, RoutePlan } from '../routing/route-plan.ts';
import type { Along, Fork, Refusal, Service, Shown } from './call.ts';

/**
 * What comes next for a call that nobody has taken yet; `plan` is what is left to try after it, null for nothing. Chosen
 * outside the core, which has asked for it by the order `nextStage`.
 */
export type Stage = RingStage | ServeStage | EndStage;

/** A device sent the call where this stage takes it: the caller is told. */
interface Forwarded {
  /** The line that it left. */
  readonly event: EventName;
  /** The number outside; null where the call goes on in another channel, whose events say so. */
  readonly outside: string | null;
}

/** These devices ring. Without any the caller waits, and hears it ring, until `ringMs` are over. */
export interface RingStage {
  readonly do: 'ring';
  readonly forks: readonly Fork[];
  /** Users whose devices ring, also those that register later. */
  readonly rings: readonly string[];
  readonly ringMs: number;
  /** Mobiles that ring along; left out: none. */
  readonly along?: readonly Along[];
  /** Left out: nobody else could become free. */
  readonly late?: LateMembers | null;
  /** What a caller hears meanwhile who was answered already, a WAV file or, null, nothing; left out: that it rings. */
  readonly music?: string | null;
  readonly shown: Shown;
  /** Inbox events that this stage opens. */
  readonly events: readonly EventOpened[];
  /** The call left the channel of this event for another one, where the events of this stage are. */
  readonly leaves: EventName | null;
  /** The channel on which the call came in first, where it is another one than that which rings now; else null. */
  readonly cameInOn: string | null;
  readonly forwarded?: Forwarded;
  readonly plan: RoutePlan | null;
}

/** The exchange itself answers the caller. */
export interface ServeStage {
  readonly do: 'serve';
  readonly service: Service;
  readonly events: readonly EventOpened[];
  readonly leaves: EventName | null;
  readonly forwarded?: Forwarded;
  readonly plan: RoutePlan | null;
}

interface EndStage {
  readonly do: 'end';
  readonly refusal: Refusal;
}
