import type { Contact } from '@sidetone/contract/entities/contact.ts';
import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import { phoneRoutes } from '@sidetone/contract/http/phone-routes.ts';
import type { NumberPlace } from '@sidetone/contract/rules/dialable.ts';
import { readNumber } from '@sidetone/contract/rules/number-reading.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { call } from '#live/line/http.ts';
import { newId } from '#platform/new-id.ts';
import { useIsShown } from '#ui/use-is-shown.ts';
import { saidOf } from '../integration-problem.ts';
import {
  bodyOf,
  type ContactField,
  type ContactValues,
  differences,
  type FormRules,
  type Missing,
  missingOf,
  valuesOf,
} from './contact-values.ts';
import {
  beginForm,
  clashesAnew,
  type FormState,
  hear,
  isDirty,
  relabel,
  resumeForm,
  takeTheirs,
  write,
} from './form-state.ts';
import { type KeptDraft, keptDrafts } from './saving/kept-draft.ts';
import { mayBeWritten, type SaveProblem, type SaveToast, saveProblem } from './saving/save-problem.ts';
import { sendContact } from './saving/send-contact.ts';
import { whenReached } from './saving/when-reached.ts';

export interface FormOptions {
  readonly webUserId: string;
  readonly mayWrite: boolean;
  /** Names what the form is about, so that its draft is found again. */
  readonly form: string;
  /** The contact that is edited, as it is now; null for a new one. */
  readonly contact: (Contact & { readonly rev: number }) | null;
  /** What the form begins with: the contact as it is, and the same with what comes along. */
  readonly start: { readonly base: ContactValues; readonly values: ContactValues };
  /** What was written already elsewhere; null for nothing. */
  readonly written: ContactValues | null;
  /** Where it is to be kept, whether that is connected or not. */
  readonly integrationId: string | null;
  /** Where it is kept; null where that is no longer connected. */
  readonly integration: ConnectedIntegration | null;
  readonly rules: FormRules;
  readonly place: NumberPlace;
  /** In words, for a field that was refused. */
  readonly words: { readonly emailTaken: string; readonly number: string; readonly field: string };
  /** `isLeft`: the user who saved it has left the form in the meantime. */
  readonly onSaved: (contact: Contact, isLeft: boolean) => void;
  /** The same for what was not saved, which is kept; `error`: what the server answered, where it was asked. */
  readonly onProblem: (problem: SaveToast, isLeft: boolean, error?: unknown) => void;
  /** Something has to be filled in first. */
  readonly onMissing: () => void;
}

export interface Form {
  readonly state: FormState;
  readonly missing: readonly Missing[];
  readonly dirty: boolean;
  /** What was written before is in it again. */
  readonly restored: boolean;
  /**
   * The same as `dirty`, for who asks later; false once it was saved. While it is being saved only the window has to stay:
   * users who go elsewhere in it lose nothing.
   */
  readonly holdsBack: (what: 'page' | 'window') => boolean;
  write(change: Partial<ContactValues>): void;
  take(field: ContactField): void;
  save(): Promise<void>;
  stopWaiting(): void;
  /** Nothing of it is kept. */
  discard(): void;
}

/** A form about one contact: its values, its draft, and what saving it does. */
export function useForm(options: FormOptions): Form {
  const { webUserId, form, contact, start, rules, place } = options;
  const contactId = contact?.id ?? null;
  const drafts = useMemo(() => keptDrafts(webUserId), [webUserId]);
  const [kept] = useState(() => drafts.read(form));
  const [state, setState] = useState<FormState>(() => {
    const begun = beginForm(start.base, start.values);
    if (kept !== null) return resumeForm(begun, kept);
    return options.written === null ? begun : resumeForm(begun, { values: options.written, base: begun.base });
  });
  const [draftId] = useState(() => kept?.draftId ?? newId());
  /** It is saved, or was given up. */
  const left = useRef(false);
  const isShown = useIsShown();
  /** A save went out and nobody knows what became of it. */
  const unsure = useRef(kept?.unsure ?? false);
  const latest = useRef({ state, options });
  latest.current = { state, options };

  const { phase } = state;
  useEffect(() => {
    // While it is being saved, a change is most likely one's own.
    if (contact && phase !== 'saving') setState((before) => hear(before, valuesOf(contact, rules)));
  }, [contact, rules, phase]);

  const isNew = contact === null;
  useEffect(() => {
    if (isNew) setState((before) => relabel(before, rules));
  }, [isNew, rules]);

  const dirty = isDirty(state);
  const { integrationId } = options;
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

  /** Whether nobody came back meanwhile and wrote more, or gave it up. */
  const isKeptAsLeft = (): boolean => {
    const { state: mine, options: its } = latest.current;
    const now = drafts.read(form);
    return now?.integrationId === its.integrationId && differences(now.values, mine.values).length === 0;
  };

  const save = async () => {
    const { state: now, options: its } = latest.current;
    if (now.phase === 'saving' || left.current) return;
    const goTo = (phase: FormState['phase']) => setState((before) => ({ ...before, phase }));
    if (missingOf(now.values, its.rules, its.place, now.base).length > 0) {
      goTo('editing');
      return its.onMissing();
    }
    if (its.integration === null) {
      goTo('editing');
      return its.onProblem('integration', false);
    }
    if (!navigator.onLine) return goTo('waiting');
    const theirs = its.contact && valuesOf(its.contact, its.rules);
    if (theirs && clashesAnew(now, theirs))
      return setState((before) => ({ ...hear(before, theirs), phase: 'editing' }));
    const { values, base } = theirs ? hear(now, theirs) : now;
    setState((before) => ({ ...before, phase: 'saving', refused: {} }));
    try {
      const body = bodyOf(values, its.rules, its.place, base);
      const sent = { body, integrationId: its.integration.id, before: its.contact, draftId, unsure: unsure.current };
      const saved = await sendContact(sent);
      // What was given up meanwhile may have made room for another draft.
      if (!left.current && (isShown.current || isKeptAsLeft())) drafts.forget(form);
      left.current = true;
      its.onSaved(saved, !isShown.current);
    } catch (error) {
      await refused(error);
    }
  };

  async function refused(error: unknown): Promise<void> {
    const { options: its } = latest.current;
    const doing = contactId === null ? 'create' : 'update';
    const problem = saveProblem(error, doing, its.mayWrite);
    // Only a success says what became of it: a later refusal is about that time alone.
    unsure.current ||= mayBeWritten(error);
    // Nobody wants it any more, or it is being made someone new.
    if (left.current) return;
    if (!isShown.current) {
      // Users who come back find it as they left it.
      const phase = problem.kind === 'unreached' ? 'waiting' : 'editing';
      if (isKeptAsLeft()) drafts.write(form, draftOf({ ...latest.current.state, phase }));
      return its.onProblem(toastOf(problem, doing), true, error);
    }
    const tell = (what: SaveToast) => its.onProblem(what, false, error);
    const edit = (change: (before: FormState) => FormState) =>
      setState((before) => ({ ...change(before), phase: 'editing' }));
    switch (problem.kind) {
      case 'unreached':
        return setState((before) => ({ ...before, phase: 'waiting' }));
      case 'emailTaken':
        return edit((before) => ({ ...before, refused: { email: its.words.emailTaken } }));
      case 'fields': {
        const named = refusedFields(problem.paths, latest.current.state.values, its.place, its.words);
        if (Object.keys(named).length === 0) tell(doing);
        return edit((before) => ({ ...before, refused: named }));
      }
      case 'maybeStale': {
        const theirs = await currentContact(contactId);
        const heard = theirs === null ? null : valuesOf(theirs, its.rules);
        const changed = heard !== null && hear(latest.current.state, heard) !== latest.current.state;
        // Where nothing of it shows here, the address book says best what is in the way.
        const unseen = saidOf(error) === null ? 'conflict' : 'update';
        its.onProblem(changed ? 'stale' : unseen, !isShown.current, error);
        return edit((before) => (heard === null ? before : hear(before, heard)));
      }
      case 'toast':
        tell(problem.toast);
        return edit((before) => before);
    }
  }

  const latestSave = useRef(save);
  latestSave.current = save;
  useEffect(() => (phase === 'waiting' ? whenReached(() => void latestSave.current()) : undefined), [phase]);

  return {
    state,
    missing,
    dirty,
    restored: kept !== null,
    holdsBack: (what) => {
      const { state: now } = latest.current;
      if (left.current) return false;
      return now.phase === 'saving' ? what === 'window' : now.phase === 'waiting' || isDirty(now);
    },
    write: (change) => setState((before) => write(before, change)),
    take: (field) => setState((before) => takeTheirs(before, field)),
    save,
    stopWaiting: () => setState((before) => ({ ...before, phase: 'editing' })),
    discard: () => {
      left.current = true;
      drafts.forget(form);
    },
  };
}

/** What is told of a problem to someone who does not see the form any more. */
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

/** The contact as the server has it; null where it cannot be had. */
async function currentContact(contactId: string | null): Promise<Contact | null> {
  if (contactId === null) return null;
  return call(phoneRoutes.contact, { params: { contactId } }).catch(() => null);
}

/** Which field, or the number with which key, a path of the body belongs to. */
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
