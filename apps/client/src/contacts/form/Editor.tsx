import type { Contact } from '@sidetone/contract/entities/contact.ts';
import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import { useBlocker } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { onceUncovered } from '#ui/any-dialog.ts';
import { toast } from '#ui/toasts.ts';
import { isOrganization, nameOf } from '../contact-as-remote.ts';
import type { ContactChannel } from '../contact-channel.ts';
import type { FormPlace } from '../form-place.ts';
import { useNumberPlace } from '../number-place.ts';
import { BarrierNote } from './BarrierNote.tsx';
import type { Barrier } from './barrier.ts';
import { type ContactValues, differences, type FormRules } from './contact-values.ts';
import { DeleteContact } from './DeleteContact.tsx';
import { Fields } from './Fields.tsx';
import { FormFoot } from './FormFoot.tsx';
import { FormAvatar, FormPage } from './FormPage.tsx';
import { IntegrationChooser } from './IntegrationChooser.tsx';
import { LeaveDialog } from './LeaveDialog.tsx';
import { MissedCalls } from './MissedCalls.tsx';
import { namedSoFar, stillThere } from './missed-calls.ts';
import { NumberRows } from './NumberRows.tsx';
import { TheirChanges } from './TheirChanges.tsx';
import { type Form, useForm } from './use-form.ts';
import { useProblemToast } from './use-problem-toast.ts';

export interface EditorProps {
  webUserId: string;
  mayWrite: boolean;
  /** Names what the form is about. */
  form: string;
  contact: (Contact & { readonly rev: number }) | null;
  start: { readonly base: ContactValues; readonly values: ContactValues };
  /** What was written already elsewhere; null for nothing. */
  written: ContactValues | null;
  /** The number that the form was opened with, as it came; null for none. */
  openedWith: string | null;
  /** Channels of the signed-in person. */
  channels: readonly ContactChannel[];
  /** Where the contact is to be kept, whether that is connected or not. */
  integrationId: string | null;
  /** Where the contact is kept; null where that is no longer connected. */
  integration: ConnectedIntegration | null;
  /** Its name, or what it was while it was connected. */
  integrationName: string;
  /** Why it cannot be saved as it is; null where it can. */
  barrier: Barrier | null;
  rules: FormRules;
  /** Where a new contact can be kept. */
  choices: readonly ConnectedIntegration[];
  onChoose: (integrationId: string) => void;
  /** Whether an address shows this form still, so that going there leaves nothing. */
  staysAt: (place: FormPlace) => boolean;
  onClose: () => void;
  /** It is saved: the form closes. */
  onSaved: (contact: Contact) => void;
  /** Leads back to the form, for who has left it. */
  onReturn: () => void;
  onOpen: (contact: Contact) => void;
  /** Makes a new contact of what was written; null where that helps nobody. */
  onAsNew: ((values: ContactValues) => void) | null;
  /** Null where it may not be deleted. */
  onDeleted: (() => void) | null;
  /** What is in place of a form that cannot be saved and has nothing written in it. */
  closed: ReactNode;
}

/** The form itself: what is written into it, saved from it, and asked before it is left. */
export function Editor(props: EditorProps) {
  const { contact, integration, integrationName, rules, choices, webUserId, mayWrite, barrier } = props;
  const { t } = useWords();
  const place = useNumberPlace();
  const footId = useId();
  const body = useRef<HTMLFormElement>(null);
  const [tried, setTried] = useState(false);
  const [emailLeft, setEmailLeft] = useState(contact !== null);
  const [deleting, setDeleting] = useState(false);
  const isNew = contact === null;
  const tellProblem = useProblemToast(integrationName, rules);
  /** It was deleted from here: nobody has to be told that it is gone. */
  const deleted = useRef(false);

  const form = useForm({
    webUserId,
    mayWrite,
    form: props.form,
    contact,
    integration,
    rules,
    place,
    start: props.start,
    written: props.written,
    integrationId: props.integrationId,
    words: {
      emailTaken: t(($) => $.contactForm.failed.emailTaken, { integration: integrationName }),
      number: t(($) => $.contactForm.failed.numberRefused),
      field: t(($) => $.contactForm.failed.fieldRefused),
    },
    onSaved: (saved, isLeft) => {
      toast({
        tone: 'ok',
        title: t(($) => (isNew ? $.contactForm.done.created : $.contactForm.done.saved)),
        text: t(($) => $.contactForm.done.where, { name: nameOf(saved), integration: integrationName }),
        action: { label: t(($) => $.contactForm.done.open), run: () => props.onOpen(saved) },
      });
      // Users who went elsewhere stay there.
      if (!isLeft) props.onSaved(saved);
    },
    onProblem: (problem, isLeft, error) => tellProblem(problem, { error, back: isLeft ? props.onReturn : undefined }),
    onMissing: () => {
      setTried(true);
      requestAnimationFrame(() => focusFirstProblem(body.current));
    },
  });
  const { state, missing } = form;
  const readOnly = state.phase === 'saving';
  const comesWith = stillThere(props.openedWith, state.values, place);
  const blocker = useLeaving(form.holdsBack, props.staysAt);
  useFirstFocus(body);
  useRefusedFocus(body, state.refused);

  const isBarred = barrier !== null && !deleting && !deleted.current;
  if (isBarred && props.closed !== null && !form.dirty && state.phase === 'editing') return props.closed;
  const onAsNew = props.onAsNew;

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Keys of a question that stands over the form are not the form's.
    if (!event.currentTarget.contains(event.target as Node)) return;
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (event.metaKey || event.ctrlKey) {
      event.preventDefault();
      if (!event.repeat) void form.save();
    } else if (event.target instanceof HTMLInputElement) {
      event.preventDefault();
      focusNext(event.currentTarget, event.target);
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the fields within
    <div className="flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown}>
      <FormPage
        title={isNew ? t(($) => $.contactForm.title) : t(($) => $.contactForm.editTitle, { name: nameOf(contact) })}
        subtitle={
          isNew
            ? t(($) => $.contactForm.subtitle)
            : t(($) => $.contactForm.writtenBack, { integration: integrationName })
        }
        avatar={
          isNew ? (
            <Avatar size="l" icon={UserPlus} className="max-[559px]:hidden" />
          ) : (
            <FormAvatar name={nameOf(contact)} imageUrl={contact.avatarUrl ?? null} square={isOrganization(contact)} />
          )
        }
        onClose={props.onClose}
      >
        <form
          ref={body}
          noValidate
          aria-busy={readOnly}
          onSubmit={(event) => event.preventDefault()}
          className="focus-inset flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-6 py-5 max-[559px]:px-4"
        >
          {isBarred ? (
            <BarrierNote
              barrier={barrier}
              integrationName={integrationName}
              onAsNew={
                onAsNew &&
                (() => {
                  form.discard();
                  onAsNew(state.values);
                })
              }
            />
          ) : null}
          {state.theirs ? <TheirChanges theirs={state.theirs} onTake={form.take} /> : null}
          {isNew && (choices.length > 1 || integration === null) ? (
            <IntegrationChooser
              integrations={choices}
              value={integration?.id ?? null}
              readOnly={readOnly}
              onChoose={props.onChoose}
            />
          ) : null}
          <Fields
            {...{ rules, readOnly, missing, tried, emailLeft }}
            values={state.values}
            refused={state.refused}
            onChange={(field, text) => form.write({ [field]: text })}
            onEmailLeft={setEmailLeft}
          />
          <NumberRows
            {...{ rules, place, readOnly, integrationName }}
            values={state.values}
            base={state.base}
            refused={state.refused}
            onChange={(phoneNumbers) => form.write({ phoneNumbers })}
          />
          {comesWith === null ? null : (
            <MissedCalls number={comesWith} name={namedSoFar(state.values)} channels={props.channels} />
          )}
        </form>
        <FormFoot
          id={footId}
          phase={state.phase}
          {...{ isNew, integrationName, missing }}
          changed={differences(state.base, state.values)}
          restored={form.restored && form.dirty}
          onSave={() => void form.save()}
          onCancel={props.onClose}
          onStopWaiting={form.stopWaiting}
          onDelete={props.onDeleted && !isBarred ? () => setDeleting(true) : null}
        />
      </FormPage>
      <LeaveDialog
        open={blocker.status === 'blocked'}
        onStay={() => blocker.reset?.()}
        onLeave={() => {
          form.discard();
          blocker.proceed?.();
        }}
      />
      <DeleteContact
        contact={deleting ? contact : null}
        integrationName={integrationName}
        onClose={() => setDeleting(false)}
        onDeleted={() => {
          deleted.current = true;
          form.discard();
          props.onDeleted?.();
        }}
      />
    </div>
  );
}

/** Whatever leaves the form is asked about while something is in it that was not saved, Back and a reload too. */
function useLeaving(holdsBack: Form['holdsBack'], staysAt: EditorProps['staysAt']) {
  const latest = useRef({ holdsBack, staysAt });
  latest.current = { holdsBack, staysAt };
  const shouldBlockFn = useCallback(
    ({ next }: { next: FormPlace }) => latest.current.holdsBack('page') && !latest.current.staysAt(next),
    [],
  );
  const enableBeforeUnload = useCallback(() => latest.current.holdsBack('window'), []);
  return useBlocker({ shouldBlockFn, enableBeforeUnload, withResolver: true });
}

/** The number that a contact was opened for, else the first field. */
function useFirstFocus(body: React.RefObject<HTMLFormElement | null>): void {
  useEffect(
    () =>
      // The search that led here may not have closed yet, and an address may show a dialog over the form.
      onceUncovered(body.current, () => {
        const added = body.current?.querySelector<HTMLInputElement>('input[data-new-number]');
        (added ?? body.current?.querySelector('input'))?.focus();
      }),
    [body],
  );
}

function useRefusedFocus(body: React.RefObject<HTMLFormElement | null>, refused: object): void {
  useEffect(() => {
    if (Object.keys(refused).length > 0) focusFirstProblem(body.current);
  }, [body, refused]);
}

function focusFirstProblem(body: HTMLElement | null): void {
  (body?.querySelector<HTMLElement>('[aria-invalid=true]') ?? body?.querySelector('input'))?.focus();
}

/** Enter goes through the fields, and from the last one to the button that saves. */
function focusNext(form: EventTarget & Element, from: HTMLInputElement): void {
  const inputs = [...form.querySelectorAll('input')];
  const next = inputs[inputs.indexOf(from) + 1] ?? form.querySelector<HTMLElement>('[data-save]');
  next?.focus();
}
