import { useBlocker } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { onceUncovered } from '#ui/any-dialog.ts';
import { toast } from '#ui/toasts.ts';
import { isOrganization, nameOf } from '../contact-as-remote.ts';
import type { FormPlace } from '../form-place.ts';
import { useNumberPlace } from '../number-place.ts';
import { differences } from './contact-values.ts';
import { DeleteContact } from './DeleteContact.tsx';
import type { EditorProps } from './editor-props.ts';
import { FormBody } from './FormBody.tsx';
import { FormFoot } from './FormFoot.tsx';
import { FormAvatar, FormPage } from './FormPage.tsx';
import { LeaveDialog } from './LeaveDialog.tsx';
import { type Form, useForm } from './use-form.ts';
import { useProblemToast } from './use-problem-toast.ts';

/** The form itself: its values, saving them, and the question before it is left. */
export function Editor(props: EditorProps) {
  const { contact, integrationName, barrier } = props;
  const footId = useId();
  const body = useRef<HTMLFormElement>(null);
  const [tried, setTried] = useState(false);
  const [deleting, setDeleting] = useState(false);
  /** It was deleted from here: the user need not be told that it is gone. */
  const deleted = useRef(false);
  const form = useEditorForm(props, () => {
    setTried(true);
    requestAnimationFrame(() => focusFirstProblem(body.current));
  });
  const { state, missing } = form;
  const blocker = useLeaving(form.holdsBack, props.staysAt);
  useFirstFocus(body);
  useRefusedFocus(body, state.refused);

  const isBarred = barrier !== null && !deleting && !deleted.current;
  if (isBarred && props.closed !== null && !form.dirty && state.phase === 'editing') return props.closed;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the fields within
    <div className="flex min-h-0 flex-1 flex-col" onKeyDown={(event) => obeyKey(event, form)}>
      <EditorPage editor={props}>
        <FormBody editor={props} form={form} body={body} isBarred={isBarred} tried={tried} />
        <FormFoot
          id={footId}
          phase={state.phase}
          isNew={contact === null}
          integrationName={integrationName}
          missing={missing}
          changed={differences(state.base, state.values)}
          restored={form.restored && form.dirty}
          onSave={() => void form.save()}
          onCancel={props.onClose}
          onStopWaiting={form.stopWaiting}
          onDelete={props.onDeleted && !isBarred ? () => setDeleting(true) : null}
        />
      </EditorPage>
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

/** The form, and what users are told once it is saved or was refused. */
function useEditorForm(props: EditorProps, onMissing: () => void): Form {
  const { webUserId, mayWrite, contact, integrationId, integration, integrationName, rules, start, written } = props;
  const { t } = useWords();
  const place = useNumberPlace();
  const tellProblem = useProblemToast(integrationName, rules);
  const isNew = contact === null;
  return useForm({
    webUserId,
    mayWrite,
    form: props.form,
    contact,
    integration,
    rules,
    place,
    start,
    written,
    integrationId,
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
    onMissing,
  });
}

/** The page around the form: the contact's name, and where it is kept. */
function EditorPage({ editor, children }: { editor: EditorProps; children: ReactNode }) {
  const { contact, integrationName, onClose } = editor;
  const { t } = useWords();
  const isNew = contact === null;
  return (
    <FormPage
      title={isNew ? t(($) => $.contactForm.title) : t(($) => $.contactForm.editTitle, { name: nameOf(contact) })}
      subtitle={
        isNew ? t(($) => $.contactForm.subtitle) : t(($) => $.contactForm.writtenBack, { integration: integrationName })
      }
      avatar={
        isNew ? (
          <Avatar size="l" icon={UserPlus} className="max-[559px]:hidden" />
        ) : (
          <FormAvatar name={nameOf(contact)} imageUrl={contact.avatarUrl ?? null} square={isOrganization(contact)} />
        )
      }
      onClose={onClose}
    >
      {children}
    </FormPage>
  );
}

/** Enter goes from field to field; with Ctrl or Command it saves. */
function obeyKey(event: KeyboardEvent<HTMLElement>, form: Form): void {
  // Keys of a question over the form are not the form's.
  if (!event.currentTarget.contains(event.target as Node)) return;
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  if (event.metaKey || event.ctrlKey) {
    event.preventDefault();
    if (!event.repeat) void form.save();
  } else if (event.target instanceof HTMLInputElement) {
    event.preventDefault();
    focusNext(event.currentTarget, event.target);
  }
}

/** Asks before anything leaves the form while it holds unsaved changes; Back and a reload too. */
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

/** The focus starts in the number that the form was opened for, else in the first field. */
function useFirstFocus(body: RefObject<HTMLFormElement | null>): void {
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

function useRefusedFocus(body: RefObject<HTMLFormElement | null>, refused: object): void {
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
