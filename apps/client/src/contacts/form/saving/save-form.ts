import type { Contact } from '@sidetone/contract/entities/contact.ts';
import { contactRoutes } from '@sidetone/contract/http/contact-routes.ts';
import type { NumberPlace } from '@sidetone/contract/rules/numbers/dialable.ts';
import { readNumber } from '@sidetone/contract/rules/numbers/number-reading.ts';
import { call } from '#live/line/http.ts';
import { saidOf } from '../../integration-problem.ts';
import { bodyOf, type ContactValues, differences, missingOf, valuesOf } from '../contact-values.ts';
import type { FormOptions } from '../form-options.ts';
import { clashesAnew, type FormState, hear } from '../form-state.ts';
import type { KeptDraft, keptDrafts } from './kept-draft.ts';
import { mayBeWritten, type SaveProblem, type SaveToast, saveProblem } from './save-problem.ts';
import { sendContact } from './send-contact.ts';

/** A form as saving finds it, also long after it was drawn. */
export interface FormAtWork {
  /** The form as it was drawn last. */
  readonly latest: { readonly current: { readonly state: FormState; readonly options: FormOptions } };
  readonly setState: (change: (before: FormState) => FormState) => void;
  readonly drafts: ReturnType<typeof keptDrafts>;
  readonly draftId: string;
  readonly draftOf: (state: FormState) => KeptDraft;
  readonly isShown: { readonly current: boolean };
  /** It is saved, or was given up. */
  readonly left: { current: boolean };
  /** A save went out, and it is not known whether it succeeded. */
  readonly unsure: { current: boolean };
}

/** Saves what the form has in it. Says what is missing instead, and waits where the server cannot be reached. */
export async function saveForm(work: FormAtWork): Promise<void> {
  const { latest, setState, left } = work;
  const { state, options } = latest.current;
  if (state.phase === 'saving' || left.current) return;
  const goTo = (phase: FormState['phase']) => setState((before) => ({ ...before, phase }));
  if (missingOf(state.values, options.rules, options.place, state.base).length > 0) {
    goTo('editing');
    return options.onMissing();
  }
  if (options.integration === null) {
    goTo('editing');
    return options.onProblem('integration', false);
  }
  if (!navigator.onLine) return goTo('waiting');
  const theirs = options.contact && valuesOf(options.contact, options.rules);
  if (theirs && clashesAnew(state, theirs)) {
    return setState((before) => ({ ...hear(before, theirs), phase: 'editing' }));
  }
  setState((before) => ({ ...before, phase: 'saving', refused: {} }));
  await send(work, options, options.integration.id, theirs ? hear(state, theirs) : state);
}

async function send(work: FormAtWork, options: FormOptions, integrationId: string, state: FormState): Promise<void> {
  const { drafts, draftId, isShown, left, unsure } = work;
  try {
    const body = bodyOf(state.values, options.rules, options.place, state.base);
    const saved = await sendContact({ body, integrationId, before: options.contact, draftId, unsure: unsure.current });
    // A form given up in the meantime may have made room for another draft.
    if (!left.current && (isShown.current || isKeptAsLeft(work))) drafts.forget(options.form);
    left.current = true;
    options.onSaved(saved, !isShown.current);
  } catch (error) {
    await handleRefusal(work, options.contact?.id ?? null, error);
  }
}

/** Whether the draft is as this form left it: the user has not come back and written more, or given it up. */
function isKeptAsLeft({ latest, drafts }: FormAtWork): boolean {
  const { state, options } = latest.current;
  const now = drafts.read(options.form);
  return now?.integrationId === options.integrationId && differences(now.values, state.values).length === 0;
}

async function handleRefusal(work: FormAtWork, contactId: string | null, error: unknown): Promise<void> {
  const { latest, left, unsure, isShown } = work;
  const { options } = latest.current;
  const doing = contactId === null ? 'create' : 'update';
  const problem = saveProblem(error, doing, options.mayWrite);
  // Only a success settles whether it was written: a later refusal is about that attempt alone.
  unsure.current ||= mayBeWritten(error);
  if (left.current) return;
  if (isShown.current) return showRefusal(work, problem, contactId, error);
  // Users who come back find it as they left it.
  const phase = problem.kind === 'unreached' ? 'waiting' : 'editing';
  const { drafts, draftOf } = work;
  if (isKeptAsLeft(work)) drafts.write(options.form, draftOf({ ...latest.current.state, phase }));
  options.onProblem(toastOf(problem, doing), true, error);
}

async function showRefusal(
  work: FormAtWork,
  problem: SaveProblem,
  contactId: string | null,
  error: unknown,
): Promise<void> {
  const { latest, setState } = work;
  const { options } = latest.current;
  const edit = (change: (before: FormState) => FormState) =>
    setState((before) => ({ ...change(before), phase: 'editing' }));
  switch (problem.kind) {
    case 'unreached':
      return setState((before) => ({ ...before, phase: 'waiting' }));
    case 'emailTaken':
      return edit((before) => ({ ...before, refused: { email: options.words.emailTaken } }));
    case 'fields': {
      const named = refusedFields(problem.paths, latest.current.state.values, options.place, options.words);
      if (Object.keys(named).length === 0) options.onProblem(contactId === null ? 'create' : 'update', false, error);
      return edit((before) => ({ ...before, refused: named }));
    }
    case 'maybeStale': {
      const theirs = await currentContact(contactId);
      const heard = theirs === null ? null : valuesOf(theirs, options.rules);
      const hasChanged = heard !== null && hear(latest.current.state, heard) !== latest.current.state;
      // Where no change shows here, the address book says best why it refused.
      const unseen = saidOf(error) === null ? 'conflict' : 'update';
      options.onProblem(hasChanged ? 'stale' : unseen, !work.isShown.current, error);
      return edit((before) => (heard === null ? before : hear(before, heard)));
    }
    case 'toast':
      options.onProblem(problem.toast, false, error);
      return edit((before) => before);
  }
}

/** What users are told of a problem after they have left the form. */
function toastOf(problem: SaveProblem, doing: 'create' | 'update'): SaveToast {
  switch (problem.kind) {
    case 'unreached':
      return 'unreached';
    case 'emailTaken':
      return 'emailTaken';
    case 'maybeStale':
      return 'stale';
    case 'fields':
      return doing;
    case 'toast':
      return problem.toast;
  }
}

/** The contact as the server has it; null where it cannot be loaded. */
async function currentContact(contactId: string | null): Promise<Contact | null> {
  if (contactId === null) return null;
  return call(contactRoutes.contact, { params: { contactId } }).catch(() => null);
}

/** The problems by field, or by the key of a number, for paths of the body. */
function refusedFields(
  paths: readonly string[],
  values: ContactValues,
  place: NumberPlace,
  words: FormOptions['words'],
): Record<string, string> {
  const sent = values.phoneNumbers.filter(
    ({ typed, origin }) => origin !== 'fixed' && readNumber(typed, place).is === 'number',
  );
  return Object.fromEntries(
    paths.flatMap((path) => {
      const [field = '', place] = path.split('.');
      if (field === 'phoneNumbers') {
        const key = sent[Number(place)]?.key;
        return key === undefined ? [] : [[key, words.number]];
      }
      return field in values ? [[field, words.field]] : [];
    }),
  );
}
