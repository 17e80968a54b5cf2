import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { SlideOver } from '#ui/SlideOver.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface EditorPanelProps {
  title: string;
  subtitle?: ReactNode;
  onClose: () => void;
  /** There are unsaved changes: closing asks first. */
  dirty?: boolean;
  busy?: boolean;
  /** How far it is, while it is busy. */
  busyLabel?: string | null;
  /** There is nothing to submit. */
  idle?: boolean;
  /** The problem of the form as a whole. */
  problem?: string | null;
  onSubmit?: (event: FormEvent) => void;
  submitLabel?: string;
  /** What was to be submitted is done: there is nothing to cancel. */
  done?: boolean;
  /** At the foot's left end, such as a way to delete. */
  extra?: ReactNode;
  children: ReactNode;
}

/** The slide-over in which one thing is viewed or changed. */
export function EditorPanel(props: EditorPanelProps) {
  const { title, subtitle, onClose, dirty = false, busy = false, idle = false, problem = null, done = false } = props;
  const { onSubmit, submitLabel, busyLabel, extra } = props;
  const { t } = useWords();
  const formId = useId();
  const [leaving, setLeaving] = useState(false);
  const close = () => (dirty ? setLeaving(true) : onClose());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A dialog inside is a child of the form for React, though not for the browser.
    event.stopPropagation();
    onSubmit?.(event);
  };
  return (
    <>
      <SlideOver
        open
        onClose={close}
        title={title}
        {...(subtitle === undefined ? {} : { subtitle })}
        closeLabel={t(($) => $.app.close)}
        actions={
          onSubmit || extra ? (
            <>
              {extra}
              <span role="alert" className="min-w-0 flex-1 text-12 text-missed">
                {problem}
              </span>
              <Button tone="ghost" onClick={close}>
                {t(($) => (onSubmit && !done ? $.admin.cancel : $.app.close))}
              </Button>
              {onSubmit ? (
                <Button type="submit" form={formId} tone="primary" disabled={busy || idle}>
                  {busy ? (busyLabel ?? t(($) => $.admin.saving)) : (submitLabel ?? t(($) => $.admin.save))}
                </Button>
              ) : null}
            </>
          ) : undefined
        }
      >
        {onSubmit ? (
          <form id={formId} noValidate onSubmit={submit} className="grid gap-5">
            {props.children}
          </form>
        ) : (
          <div className="grid gap-5">{props.children}</div>
        )}
      </SlideOver>
      <ConfirmDialog
        question={
          leaving
            ? {
                title: t(($) => $.admin.discard.title),
                text: t(($) => $.admin.discard.text),
                action: t(($) => $.admin.discard.action),
                run: onClose,
              }
            : null
        }
        onClose={() => setLeaving(false)}
      />
    </>
  );
}

/** A part of a form or of a page under a heading of its own. */
export function Group({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div>
        <h2 id={id} className="font-semi">
          {title}
        </h2>
        {text === undefined ? null : <p className="text-12 text-ink-3">{text}</p>}
      </div>
      {children}
    </section>
  );
}
