import type { Contact } from '@sidetone/contract/entities/contact.ts';
import type { ContactCreate } from '@sidetone/contract/entities/contact-change.ts';
import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import { phoneRoutes } from '@sidetone/contract/http/phone-routes.ts';
import type { NumberPlace } from '@sidetone/contract/rules/dialable.ts';
import { readNumber } from '@sidetone/contract/rules/number-reading.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { call } from '#live/http.ts';
import { alreadyThere } from './already-there.ts';
import {
  bodyOf,
  type ContactField,
  type ContactValues,
  type FormRules,
  type Missing,
  missingOf,
  valuesOf,
} from './contact-values.ts';
import { beginForm, type FormState, hear, isDirty, relabel, resumeForm, takeTheirs, write } from './form-state.ts';
import { keptDrafts } from './kept-draft.ts';
import { type SaveToast, saveProblem } from './save-problem.ts';
import { whenReached } from './when-reached.ts';

export interface FormOptions {
  readonly webUserId: string;
  readonly mayWrite: boolean;
  /** Names what the form is about, so that its draft is found again. */
  readonly form: string;
  /** The contact that is edited, as it is now; null for a new one. */
  readonly contact: (Contact & { readonly rev: number }) | null;
  /** What the form begins with: the contact as it is, and the same with what comes along. */
  readonly start: { readonly base: ContactValues; readonly values: ContactValues };
  /** Where it is kept; null where that is not connected any more. */
  readonly integration: ConnectedIntegration | null;
  readonly rules: FormRules;
  readonly place: NumberPlace;
  /** In words, for a field that was refused. */
  readonly words: { readonly emailTaken: string; readonly number: string; readonly field: string };
  readonly onSaved: (contact: Contact) => void;
  readonly onProblem: (problem: SaveToast) => void;
  /** Something has to be filled in first. */
  readonly onMissing: () => void;
}

export interface Form {
  readonly state: FormState;
  readonly missing: readonly Missing[];
  readonly dirty: boolean;
  /** What was written before a reload stands in it again. */
  readonly restored: boolean;
  /** The same as `dirty`, for who asks later; false once it was saved. */
  readonly holdsBack: () => boolean;
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
    return kept === null ? begun : resumeForm(begun, kept);
  });
  const left = useRef(false);
  /** A save went out and nobody knows what became of it. */
  const unsure = useRef(false);
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
  const integrationId = options.integration?.id ?? null;
  useEffect(() => {
    if (left.current) return;
    if (!dirty) return drafts.forget(form);
    drafts.write(form, { values: state.values, base: state.base, integrationId, waiting: state.phase === 'waiting' });
  }, [drafts, form, dirty, state, integrationId]);

  const missing = useMemo(
    () => missingOf(state.values, rules, place, state.base),
    [state.values, state.base, rules, place],
  );

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
      return its.onProblem('integration');
    }
    if (!navigator.onLine) return goTo('waiting');
    setState((before) => ({ ...before, phase: 'saving', refused: {} }));
    const body = bodyOf(now.values, its.rules, its.place, now.base);
    try {
      const saved = await send(its.integration, body, its.contact);
      left.current = true;
      drafts.forget(form);
      its.onSaved(saved);
    } catch (error) {
      await refused(error);
    }
  };

  async function send(to: ConnectedIntegration, body: ContactCreate, before: FormOptions['contact']): Promise<Contact> {
    const made = unsure.current ? await alreadyThere(contactId, to.id, body) : null;
    unsure.current = false;
    if (made) return made;
    if (before === null) return call(phoneRoutes.createContact, { body: { ...body, integrationId: to.id } });
    const { id, type, rev } = before;
    return call(phoneRoutes.updateContact, { params: { contactId: id }, body: { ...body, type, rev } });
  }

  async function refused(error: unknown): Promise<void> {
    const { options: its } = latest.current;
    const doing = contactId === null ? 'create' : 'update';
    const problem = saveProblem(error, doing, its.mayWrite);
    const edit = (change: (before: FormState) => FormState) =>
      setState((before) => ({ ...change(before), phase: 'editing' }));
    switch (problem.kind) {
      case 'unreached':
        unsure.current = true;
        return setState((before) => ({ ...before, phase: 'waiting' }));
      case 'emailTaken':
        return edit((before) => ({ ...before, refused: { email: its.words.emailTaken } }));
      case 'fields': {
        const named = refusedFields(problem.paths, latest.current.state.values, its.place, its.words);
        if (Object.keys(named).length === 0) its.onProblem(doing);
        return edit((before) => ({ ...before, refused: named }));
      }
      case 'maybeStale': {
        const theirs = await currentContact(contactId);
        const heard = theirs === null ? null : valuesOf(theirs, its.rules);
        const changed = heard !== null && hear(latest.current.state, heard) !== latest.current.state;
        if (!changed) its.onProblem('conflict');
        return edit((before) => (heard === null ? before : hear(before, heard)));
      }
      case 'toast':
        its.onProblem(problem.toast);
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
    holdsBack: () => !left.current && isDirty(latest.current.state),
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
