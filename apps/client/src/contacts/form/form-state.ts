import { type ContactField, type ContactValues, differences, type FormRules, relabelled } from './contact-values.ts';
import { type Clash, meet } from './meet.ts';

/** `waiting`: it is saved as soon as the server can be reached. */
export type FormPhase = 'editing' | 'saving' | 'waiting';

/** A form about a contact: pure, so that what it does can be read off the functions below. */
export interface FormState {
  readonly values: ContactValues;
  /** How the contact was when the writing began, or when its changes elsewhere were last taken in. */
  readonly base: ContactValues;
  /** What the form showed before anyone wrote in it; leaving it so loses nothing. */
  readonly pristine: ContactValues;
  readonly phase: FormPhase;
  /** What was refused, in words, by field or by the key of a number. */
  readonly refused: Readonly<Record<string, string>>;
  /** Someone else changed the contact in the meantime; null while nobody did. */
  readonly theirs: { readonly clashes: readonly Clash[] } | null;
}

export function beginForm(base: ContactValues, pristine: ContactValues): FormState {
  return { values: pristine, base, pristine, phase: 'editing', refused: {}, theirs: null };
}

/** Goes on with what was written before a reload. */
export function resumeForm(
  begun: FormState,
  { values, base, waiting }: { values: ContactValues; base: ContactValues; waiting?: boolean },
): FormState {
  return { ...begun, values, base, phase: waiting ? 'waiting' : 'editing' };
}

/** What someone writes; what was refused of it no longer counts. */
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

/** The contact as it is now: someone may have changed it since. */
export function hear(state: FormState, theirs: ContactValues): FormState {
  if (differences(state.base, theirs).length === 0) return state;
  const { values, clashes } = meet(state.base, state.values, theirs);
  const pristine = meet(state.base, state.pristine, theirs).values;
  const both = [...(state.theirs?.clashes ?? []), ...clashes];
  const latest = clashes.length === 0 ? both : both.filter((one, at) => both.findLastIndex(sameField(one)) === at);
  // Nothing is saved by itself over what someone else wrote before it was seen here.
  const phase = state.phase === 'waiting' && clashes.length > 0 ? 'editing' : state.phase;
  return { ...state, values, pristine, base: theirs, phase, theirs: { clashes: latest } };
}

/** Whether the contact as it is now says something else than was written here, which nobody has seen here yet. */
export function clashesAnew(state: FormState, theirs: ContactValues): boolean {
  return differences(state.base, theirs).length > 0 && meet(state.base, state.values, theirs).clashes.length > 0;
}

/** What the other one wrote is taken for a field. */
export function takeTheirs(state: FormState, field: ContactField): FormState {
  const clash = state.theirs?.clashes.find((one) => one.field === field);
  if (!clash || !state.theirs) return state;
  const clashes = state.theirs.clashes.filter((one) => one !== clash);
  return { ...write(state, { [field]: clash.theirs }), theirs: { clashes } };
}

/** Another address book was chosen: it may know other kinds of numbers. */
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
