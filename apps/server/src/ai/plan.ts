import type { PartReason } from '@sidetone/contract/entities/documentation.ts';
import type { Flags } from '@sidetone/contract/entities/flags.ts';

/** Parts that are made of what was said. Answers are made of a set of questions, by themselves. */
export const plannedParts = ['transcription', 'summary', 'actionItem', 'smallTalk', 'callHeadline'] as const;
export type PlannedPart = (typeof plannedParts)[number];

/** Switches that the plan asks. */
export type PlanFlags = Pick<
  Flags,
  | 'hasAiDisabled'
  | 'hasCallTranscription'
  | 'hasCallSummary'
  | 'hasCallActionItems'
  | 'hasCallSmallTalk'
  | 'hasCallHeadline'
  | 'hasCallSentimentAnalysis'
>;

/** A service that can be asked; one outside of this server uses up the account's quota. */
export type Service = 'none' | 'local' | 'outside';

/** What the plan of a call is made from. */
export interface CallFacts {
  readonly flags: PlanFlags;
  readonly isEmergency: boolean;
  /** What there is to listen to, or why there is nothing. */
  readonly sound: 'there' | 'none' | 'noConsent' | 'gone';
  readonly recogniser: Service;
  readonly model: Service;
  /** Whether the account may ask services outside of this server about another call this month. */
  readonly hasQuotaLeft: boolean;
}

/** How a part will be: `waiting`, or why it cannot be made. */
export type PlannedState =
  | { readonly status: 'waiting' }
  | { readonly status: 'disabled'; readonly reason: PartReason };

export interface Plan {
  /** What is to be done, in this order. */
  readonly steps: readonly ('transcribe' | 'document' | 'mood' | 'publish')[];
  /** What documents the call: rules always do, a model over them. */
  readonly by: 'basic' | 'model';
  /** Why no model is asked although one is set up. */
  readonly withoutModel: 'quota' | null;
  /** Parts that are wanted. One that nobody switched on is not there at all. */
  readonly parts: Readonly<Partial<Record<PlannedPart, PlannedState>>>;
}

const nothing: Plan = { steps: [], by: 'basic', withoutModel: null, parts: {} };

/** Which steps a call gets and how its parts begin. */
export function planOf(facts: CallFacts): Plan {
  const wanted = wantedParts(facts.flags);
  if (wanted.length === 0) return nothing;
  const reason = obstacleOf(facts);
  if (reason !== null) return { ...nothing, parts: partsAs(wanted, { status: 'disabled', reason }) };
  const mayAsk = facts.model !== 'outside' || facts.hasQuotaLeft;
  const isDocumented = wanted.length > 1;
  return {
    steps: [
      'transcribe',
      ...(facts.flags.hasCallSentimentAnalysis ? (['mood'] as const) : []),
      ...(isDocumented ? (['document'] as const) : []),
      'publish',
    ],
    by: isDocumented && facts.model !== 'none' && mayAsk ? 'model' : 'basic',
    withoutModel: mayAsk ? null : 'quota',
    parts: partsAs(wanted, { status: 'waiting' }),
  };
}

/**
 * Which parts somebody switched on. All of them rest on the transcript; action items on the summary as well. With AI switched off
 * for the account there are none.
 */
export function wantedParts(flags: PlanFlags): PlannedPart[] {
  if (flags.hasAiDisabled || !flags.hasCallTranscription) return [];
  const isWanted: Readonly<Record<PlannedPart, boolean>> = {
    transcription: true,
    summary: flags.hasCallSummary,
    actionItem: flags.hasCallActionItems && flags.hasCallSummary,
    smallTalk: flags.hasCallSmallTalk,
    callHeadline: flags.hasCallHeadline,
  };
  return plannedParts.filter((part) => isWanted[part]);
}

/** Why nothing can be made of a call; null where it can. */
function obstacleOf({ isEmergency, sound, recogniser, hasQuotaLeft }: CallFacts): PartReason | null {
  if (isEmergency) return 'emergency';
  if (recogniser === 'none') return 'noRecognizer';
  if (sound === 'noConsent') return 'noConsent';
  if (sound === 'gone') return 'soundGone';
  if (sound === 'none') return 'noSound';
  return recogniser === 'outside' && !hasQuotaLeft ? 'quota' : null;
}

const partsAs = (parts: readonly PlannedPart[], state: PlannedState): Plan['parts'] =>
  Object.fromEntries(parts.map((part) => [part, state]));

/** Whether a running call is captured for its documentation. */
type Capture = { readonly wanted: true } | { readonly wanted: false; readonly reason: PartReason | null };

/** What decides about that when a call is established. */
interface CaptureFacts extends Pick<CallFacts, 'flags' | 'isEmergency' | 'recogniser'> {
  /** `recorded`: only calls that are recorded anyway are documented. */
  readonly documentation: 'all' | 'recorded';
  /** The user skipped it before. */
  readonly isSkipped: boolean;
}

/** Decides about it. A reason is shown in the parts; without one nobody wanted any. */
export function captureOf({ flags, isEmergency, recogniser, documentation, isSkipped }: CaptureFacts): Capture {
  if (wantedParts(flags).length === 0 || isSkipped) return { wanted: false, reason: null };
  if (isEmergency) return { wanted: false, reason: 'emergency' };
  if (recogniser === 'none') return { wanted: false, reason: 'noRecognizer' };
  if (documentation === 'recorded') return { wanted: false, reason: null };
  return { wanted: true };
}
