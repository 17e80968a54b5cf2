import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { newId } from '#platform/new-id.ts';
import { useIsShown } from '#ui/use-is-shown.ts';
import { type ContactField, type ContactValues, type Missing, missingOf, valuesOf } from './contact-values.ts';
import type { FormOptions } from './form-options.ts';
import { beginForm, type FormState, hear, isDirty, relabel, resumeForm, takeTheirs, write } from './form-state.ts';
import { type KeptDraft, keptDrafts } from './saving/kept-draft.ts';
import { type FormAtWork, saveForm } from './saving/save-form.ts';
import { whenReached } from './saving/when-reached.ts';

export interface Form {
  readonly state: FormState;
  readonly missing: readonly Missing[];
  readonly dirty: boolean;
  /** A draft written before is in it again. */
  readonly restored: boolean;
  /**
   * Whether leaving would lose something now; false once it was saved. While it is being saved only the window has to stay:
   * users who go elsewhere in it lose nothing.
   */
  readonly holdsBack: (what: 'page' | 'window') => boolean;
  write(change: Partial<ContactValues>): void;
  take(field: ContactField): void;
  save(): Promise<void>;
  stopWaiting(): void;
  /** Keeps nothing of it. */
  discard(): void;
}

/** A form about one contact: its values, its draft, and what saving it does. */
export function useForm(options: FormOptions): Form {
  const { webUserId, form, rules, place, integrationId } = options;
  const drafts = useMemo(() => keptDrafts(webUserId), [webUserId]);
  const [kept] = useState(() => drafts.read(form));
  const [state, setState] = useFormState(options, kept);
  const [draftId] = useState(() => kept?.draftId ?? newId());
  const left = useRef(false);
  const isShown = useIsShown();
  const unsure = useRef(kept?.unsure ?? false);
  const latest = useRef({ state, options });
  latest.current = { state, options };

  const dirty = isDirty(state);
  const draftOf = useCallback(
    ({ values, base, phase }: FormState): KeptDraft => ({
      values,
      base,
      integrationId,
      draftId,
      waiting: phase === 'waiting',
      // A reload takes the answer away.
      unsure: unsure.current || phase === 'saving',
    }),
    [integrationId, draftId],
  );
  useEffect(() => {
    if (left.current) return;
    // Users who want to save prefilled values want them after a reload too.
    if (dirty || state.phase !== 'editing') drafts.write(form, draftOf(state));
    else drafts.forget(form);
  }, [drafts, form, dirty, state, draftOf]);

  const missing = useMemo(
    () => missingOf(state.values, rules, place, state.base),
    [state.values, state.base, rules, place],
  );
  const work: FormAtWork = { latest, setState, drafts, draftId, draftOf, isShown, left, unsure };
  useSavingWhenReached(work, state.phase);

  return {
    state,
    missing,
    dirty,
    restored: kept !== null,
    holdsBack: (what) => !left.current && holdsBack(latest.current.state, what),
    write: (change) => setState((before) => write(before, change)),
    take: (field) => setState((before) => takeTheirs(before, field)),
    save: () => saveForm(work),
    stopWaiting: () => setState((before) => ({ ...before, phase: 'editing' })),
    discard: () => {
      left.current = true;
      drafts.forget(form);
    },
  };
}

/** The values of the form: its start or the kept draft, and the contact's changes from elsewhere. */
function useFormState({ contact, start, written, rules }: FormOptions, kept: KeptDraft | null) {
  const [state, setState] = useState<FormState>(() => {
    const begun = beginForm(start.base, start.values);
    if (kept !== null) return resumeForm(begun, kept);
    return written === null ? begun : resumeForm(begun, { values: written, base: begun.base });
  });
  const { phase } = state;
  useEffect(() => {
    // While it is being saved, a change is most likely the user's own.
    if (contact && phase !== 'saving') setState((before) => hear(before, valuesOf(contact, rules)));
  }, [contact, rules, phase]);

  const isNew = contact === null;
  useEffect(() => {
    if (isNew) setState((before) => relabel(before, rules));
  }, [isNew, rules]);
  return [state, setState] as const;
}

/** Saves a form that waits for the server once that can be reached. */
function useSavingWhenReached(work: FormAtWork, phase: FormState['phase']): void {
  const latest = useRef(work);
  latest.current = work;
  useEffect(() => (phase === 'waiting' ? whenReached(() => void saveForm(latest.current)) : undefined), [phase]);
}

function holdsBack(state: FormState, what: 'page' | 'window'): boolean {
  return state.phase === 'saving' ? what === 'window' : state.phase === 'waiting' || isDirty(state);
}
