import { ringPlan } from '../../routing/ring-plan.ts';
import type { Refusal } from '../call.ts';
import type { RegisteredContact } from '../legs.ts';
import type { Speaking } from './check-offer.ts';
import type { Step } from './steps.ts';

/** Whoever is called outside has a ring time of their own; this only ends what would ring for ever. */
const outsideRingMs = 180_000;

export interface Targeted extends Speaking {
  readonly targets: readonly RegisteredContact[];
  /** Users whose devices ring, also those that come later. */
  readonly rings: readonly string[];
  readonly nobody: Refusal | null;
  readonly ringMs: number;
}

/** The live devices of all who may ring, never the calling one. With none, the call still stands as missed. */
export const chooseTargets: Step<Speaking, Targeted> = async (given, { contactsOf }) => {
  const { called, caller, invited } = given;
  if (called.kind === 'echo') return { ...given, targets: [], rings: [], nobody: null, ringMs: 0 };
  if (called.kind === 'outside') return { ...given, targets: [], rings: [], nobody: null, ringMs: outsideRingMs };
  const plan = ringPlan(called.channel, caller.userId);
  if ('nobody' in plan) return { ...given, targets: [], rings: [], nobody: refusals[plan.nobody], ringMs: 0 };
  const contacts = await contactsOf(plan.ring);
  const targets = contacts.filter((contact) => contact.endpointId !== invited.from.endpointId);
  const rings = plan.ring;
  return { ...given, targets, rings, nobody: targets.length > 0 ? null : refusals.unavailable, ringMs: plan.forMs };
};

const refusals = {
  doNotDisturb: { status: 486, phrase: 'Busy Here', reason: 'BUSY_HERE' },
  unavailable: { status: 480, phrase: 'Temporarily Unavailable', reason: 'TEMPORARILY_UNAVAILABLE' },
} as const satisfies Record<string, Refusal>;
