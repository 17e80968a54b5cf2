import { type FormEvent, type ReactNode, useId } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';

interface FormPartProps {
  title: string;
  text?: ReactNode;
  editor: {
    dirty: boolean;
    busy: boolean;
    problem: string | null;
    submit: () => Promise<void>;
    form: { reset: () => void };
  };
  children: ReactNode;
}

/** A part of a page with a form of its own; its buttons appear with the first change. */
export function FormPart({ title, text, editor, children }: FormPartProps) {
  const { t } = useWords();
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void editor.submit();
  };
  return (
    <form noValidate aria-labelledby={id} onSubmit={submit} className="grid gap-3">
      <div>
        <h2 id={id} className="font-semi text-14">
          {title}
        </h2>
        {text === undefined ? null : <p className="text-12 text-ink-3">{text}</p>}
      </div>
      {children}
      <div className="flex items-center gap-2 empty:hidden">
        {editor.dirty ? (
          <>
            <Button type="submit" tone="primary" disabled={editor.busy}>
              {t(($) => (editor.busy ? $.admin.saving : $.admin.save))}
            </Button>
            <Button tone="ghost" onClick={() => editor.form.reset()}>
              {t(($) => $.admin.cancel)}
            </Button>
          </>
        ) : null}
        <span role="alert" className="text-12 text-missed empty:hidden">
          {editor.problem}
        </span>
      </div>
    </form>
  );
}
