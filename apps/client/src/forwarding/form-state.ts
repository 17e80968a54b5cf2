import type { LineForwarding } from '@sidetone/contract/entities/line-forwarding.ts';
import { type MobileDraft, mobileDraftsOf } from './mobile-draft.ts';
import { draftOf, type RuleDraft } from './rule-draft.ts';

/** What is saved of the rules: without the switch, which applies immediately. */
type SavedRules = Pick<LineForwarding, 'rules' | 'ringSeconds' | 'mobiles' | 'revision'>;

/** What the form shows, and the newest that it knows to be saved. */
export interface FormState {
  readonly rules: readonly RuleDraft[];
  readonly ringSeconds: number;
  readonly mobiles: readonly MobileDraft[];
  readonly isDirty: boolean;
  readonly saved: SavedRules;
  /** The revision of what is shown, or of what was when the user began to change it: only that is replaced. */
  readonly seen: number;
  /** The key of the next draft. */
  readonly nextKey: number;
}

/** The form as it opens. */
export const opened = (saved: SavedRules): FormState =>
  showing(
    {
      rules: [],
      ringSeconds: saved.ringSeconds,
      mobiles: mobileDraftsOf(saved.mobiles),
      isDirty: false,
      saved,
      seen: 0,
      nextKey: 0,
    },
    saved,
  );

/** The user changed something. */
export const edited = (
  state: FormState,
  next: Partial<Pick<FormState, 'rules' | 'ringSeconds' | 'mobiles'>>,
): FormState => ({
  ...state,
  ...next,
  isDirty: true,
});

/** Something was saved, here or elsewhere. It is shown, except where that would take away what the user is entering. */
export function arrived(state: FormState, saved: SavedRules): FormState {
  if (textOf(saved) === textOf(state.saved)) {
    const isSeen = state.seen === state.saved.revision;
    return saved.revision === state.saved.revision
      ? state
      : { ...state, saved, ...(isSeen && { seen: saved.revision }) };
  }
  return state.isDirty ? { ...state, saved } : showing(state, saved);
}

/**
 * What the form had as `sent` was saved, and the server answered `answer`. What arrived since is newer than the answer or the
 * same. What was entered since stays.
 */
export function stored(state: FormState, sent: FormState, answer: SavedRules): FormState {
  const saved = state.saved === sent.saved ? answer : state.saved;
  const isSent = state.rules === sent.rules && state.ringSeconds === sent.ringSeconds && state.mobiles === sent.mobiles;
  return isSent ? showing(state, saved) : { ...state, saved, seen: answer.revision };
}

/** The user was told that others have changed the rules: the next Save replaces theirs. */
export const warned = (state: FormState): FormState => ({ ...state, seen: state.saved.revision });

/** What is saved takes the place of what is shown. A rule in the same place keeps its key, so that its fields stay. */
function showing(state: FormState, saved: SavedRules): FormState {
  const { rules, ringSeconds, mobiles } = saved;
  return {
    rules: rules.map((rule, at) => draftOf(rule, state.rules[at]?.key ?? state.nextKey + at)),
    ringSeconds,
    mobiles: mobileDraftsOf(mobiles),
    isDirty: false,
    saved,
    seen: saved.revision,
    nextKey: state.nextKey + rules.length,
  };
}

const textOf = ({ rules, ringSeconds, mobiles }: SavedRules): string => JSON.stringify([rules, ringSeconds, mobiles]);
