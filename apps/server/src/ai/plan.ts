import type { PartReason } from '@sidetone/contract/entities/documentation.ts';
import type { Flags } from '@sidetone/contract/entities/flags.ts';

/** Parts that one step makes of the transcript. */
export const documentParts = ['summary', 'actionItem', 'smallTalk', 'callHeadline'] as const;
export type DocumentPart = (typeof documentParts)[number];

/** Parts that are made of what was said. Answers are made of a set of questions, by a step of their own. */
export const plannedParts = ['transcription', ...documentParts, 'smartAnswers'] as const;
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
  | 'hasSmartAnswers'
>;

/** A service that can be asked; one outside of this server uses up the account's quota. */
export type Service = 'none' | 'local' | 'outside';

/** What the plan of a call is made from. */
export interface CallFacts {
  readonly flags: PlanFlags;
  readonly isEmergency: boolean;
  /** A set with questions is assigned to the call. */
  readonly hasQuestions: boolean;
  /** There is something to listen to. */
  readonly hasSound: boolean;
  readonly recogniser: Service;
  /** Whether the account may ask services outside of this server about another call this month. */
  readonly hasQuotaLeft: boolean;
}

/** How a part will be: `waiting`, or why it cannot be made. */
export type PlannedState =
  | { readonly status: 'waiting' }
  | { readonly status: 'disabled'; readonly reason: PartReason };

/** Parts that are wanted, and how they begin. One that nobody switched on is not there at all. */
export type Plan = Readonly<Partial<Record<PlannedPart, PlannedState>>>;

/** How the parts of a call begin; all of them wait, or none can be made. */
export function planOf(facts: CallFacts): Plan {
  const reason = obstacleOf(facts);
  const state: PlannedState = reason === null ? { status: 'waiting' } : { status: 'disabled', reason };
  const parts = wantedParts(facts.flags).filter((part) => part !== 'smartAnswers' || facts.hasQuestions);
  return Object.fromEntries(parts.map((part) => [part, state]));
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
    smartAnswers: flags.hasSmartAnswers,
  };
  return plannedParts.filter((part) => isWanted[part]);
}

/** Why nothing can be made of a call; null where it can. */
function obstacleOf({ isEmergency, hasSound, recogniser, hasQuotaLeft }: CallFacts): PartReason | null {
  if (isEmergency) return 'emergency';
  if (recogniser === 'none') return 'noRecognizer';
  if (!hasSound) return 'noSound';
  return recogniser === 'outside' && !hasQuotaLeft ? 'quota' : null;
}

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
