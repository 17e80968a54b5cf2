import { type Editor, useEditorState } from '@tiptap/react';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { isNoteLink } from './clean-html.ts';
import { linkAddress } from './link-address.ts';

interface LinkFormProps {
  editor: Editor;
  onClose: () => void;
}

/** Makes the selection a link, or changes or removes the link at the cursor. */
export function LinkForm({ editor, onClose }: LinkFormProps) {
  const { t } = useWords();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const current = useEditorState({
    editor,
    selector: ({ editor }) => (editor.getAttributes('link')['href'] as string | undefined) ?? '',
  });
  const [written, setWritten] = useState(current);
  const [wrong, setWrong] = useState(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  const close = () => {
    onClose();
    editor.commands.focus();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const href = linkAddress(written);
    if (href === null) return setWrong(true);
    const { empty } = editor.state.selection;
    const chain = editor.chain().focus();
    if (empty && current === '') {
      chain.insertContent({ type: 'text', text: written.trim(), marks: [{ type: 'link', attrs: { href } }] }).run();
    } else chain.extendMarkRange('link').setLink({ href }).run();
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // The page of the call stays open.
    event.stopPropagation();
    event.preventDefault();
    close();
  };
  return (
    <form onSubmit={submit} onKeyDown={onKeyDown} className="flex flex-wrap items-center gap-2 px-2 pb-2" noValidate>
      <label htmlFor={id} className="sr-only">
        {t(($) => $.notes.address)}
      </label>
      <input
        ref={field}
        id={id}
        type="url"
        value={written}
        placeholder={t(($) => $.notes.addressHint)}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? `${id}-wrong` : undefined}
        onChange={({ target }) => {
          setWritten(target.value);
          setWrong(false);
        }}
        className={cn(
          'h-7 min-w-40 flex-1 rounded-s border border-line-control bg-raised px-2 text-ink placeholder:text-ink-3 focus-visible:outline-offset-[-1px]',
          wrong && 'border-missed',
        )}
      />
      <Button type="submit" size="s">
        {t(($) => $.notes.setLink)}
      </Button>
      {current === '' ? null : (
        <Button size="s" tone="ghost" onClick={remove}>
          {t(($) => $.notes.removeLink)}
        </Button>
      )}
      {isNoteLink(current) ? (
        <a
          href={current}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="rounded-s px-1 text-accent underline"
        >
          {t(($) => $.notes.openLink)}
        </a>
      ) : null}
      <p id={`${id}-wrong`} role="alert" className="w-full text-12 text-missed empty:hidden">
        {wrong ? t(($) => $.notes.addressWrong) : ''}
      </p>
    </form>
  );
}
