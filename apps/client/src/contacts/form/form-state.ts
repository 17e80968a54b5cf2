import { type ContactField, type ContactValues, differences, type FormRules, relabelled } from './contact-values.ts';
import { type Clash, meet } from './meet.ts';

/** `waiting`: it is saved as soon as the server can be reached. */
export type FormPhase = 'editing' | 'saving' | 'waiting';

/** The state of a form about a contact; changed only by the pure functions below. */
export interface FormState {
  readonly values: ContactValues;
  /** The contact when the form was opened, or when its changes from elsewhere were last taken in. */
  readonly base: ContactValues;
  /** The values before the first change here; leaving the form with them loses nothing. */
  readonly pristine: ContactValues;
  readonly phase: FormPhase;
  /** Problems in words, by field or by the key of a number. */
  readonly refused: Readonly<Record<string, string>>;
  /** Another user changed the contact in the meantime; null while none did. */
  readonly theirs: { readonly clashes: readonly Clash[] } | null;
}

export function beginForm(base: ContactValues, pristine: ContactValues): FormState {
  return { values: pristine, base, pristine, phase: 'editing', refused: {}, theirs: null };
}

/** Continues with a draft from before a reload. */
export function resumeForm(
  begun: FormState,
  { values, base, waiting }: { values: ContactValues; base: ContactValues; waiting?: boolean },
): FormState {
  return { ...begun, values, base, phase: waiting ? 'waiting' : 'editing' };
}

/** Changes values; problems of the changed fields no longer count. */
export function write(state: FormState, change: Partial<ContactValues>): FormState {
  const values = { ...state.values, ...change };
  const refused = Object.fromEntries(
    Object.entries(state.refused).filter(([field]) => {
      if (field in change) return false;
      if (change.phoneNumbers === undefined || field in state.values) return true;
      const typed = (of: ContactValues) => of.phoneNumbers.find(({ key }) => key === field)?.typed;
      return typed(values) !== undefined && typed(values) === typed(state.values);
    }),
  );
  return { ...state, values, refused };
}

/** Takes in the contact as it is now: another user may have changed it. */
export function hear(state: FormState, theirs: ContactValues): FormState {
  if (differences(state.base, theirs).length === 0) return state;
  const { values, clashes } = meet(state.base, state.values, theirs);
  const pristine = meet(state.base, state.pristine, theirs).values;
  const both = [...(state.theirs?.clashes ?? []), ...clashes];
  const latest = clashes.length === 0 ? both : both.filter((one, at) => both.findLastIndex(sameField(one)) === at);
  // A waiting form is not saved over another user's change before the user has seen it.
  const phase = state.phase === 'waiting' && clashes.length > 0 ? 'editing' : state.phase;
  return { ...state, values, pristine, base: theirs, phase, theirs: { clashes: latest } };
}

/** Whether the contact as it is now clashes with the form in a way that the user has not seen yet. */
export function clashesAnew(state: FormState, theirs: ContactValues): boolean {
  return differences(state.base, theirs).length > 0 && meet(state.base, state.values, theirs).clashes.length > 0;
}

/** Takes the other user's value for a field. */
export function takeTheirs(state: FormState, field: ContactField): FormState {
  const clash = state.theirs?.clashes.find((one) => one.field === field);
  if (!clash || !state.theirs) return state;
  const clashes = state.theirs.clashes.filter((one) => one !== clash);
  return { ...write(state, { [field]: clash.theirs }), theirs: { clashes } };
}

/** Another address book was chosen: it may have other kinds of numbers. */
export function relabel(state: FormState, rules: FormRules): FormState {
  return {
    ...state,
    values: relabelled(state.values, rules),
    base: relabelled(state.base, rules),
    pristine: relabelled(state.pristine, rules),
  };
}

export function isDirty({ values, pristine }: FormState): boolean {
  return differences(values, pristine).length > 0;
}

const sameField = (one: Clash) => (other: Clash) => other.field === one.field;
