import { isEmptyNote } from '@sidetone/contract/rules/note-markup.ts';
import { type Editor, useEditor } from '@tiptap/react';
import { useEffect, useRef } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { isSendKey } from '#platform/send-key.ts';
import type { NoteDesk } from '../saving/note-desk.ts';
import { sameNote } from '../saving/note-text.ts';
import { cleanHtml, cleanPaste, isNoteLink } from './clean-html.ts';
import { noteExtensions } from './extensions.ts';
import { noteOfMarkdown } from './paste-markdown.ts';

/** The editor of a note that shows `text`, and tells the desk what the user types. */
export function useNoteEditor(desk: NoteDesk, text: string, autoFocus: boolean): Editor {
  const { t } = useWords();
  const words = useRef(t);
  words.current = t;
  const latest = useRef<Editor | null>(null);
  const editor = useEditor({
    extensions: noteExtensions(() => words.current(($) => $.notes.placeholder)),
    content: cleanHtml(text),
    // Markdown is converted as a whole or not at all: the editor's own rules would convert only bold and italics.
    enablePasteRules: ['link'],
    autofocus: autoFocus ? 'end' : false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': t(($) => $.notes.note),
        'aria-placeholder': t(($) => $.notes.placeholder),
        class: 'note-text focus-inset min-h-14 rounded-m px-3 pt-2.5 pb-2 text-14',
      },
      transformPastedHTML: cleanPaste,
      handlePaste: (_view, event) => pasteMarkdown(latest.current, event),
      // Tab leaves the note also out of a list, and Escape is for the page around it: the keyboard is never trapped in
      // a note. With Ctrl or Cmd, Enter is not a line break: it sends the note.
      handleDOMEvents: { keydown: (_, event) => event.key === 'Tab' || event.key === 'Escape' || isSendKey(event) },
      handleClick: openLink,
    },
    onUpdate: ({ editor }) => desk.type(contentOf(editor)),
    onBlur: () => desk.flush(),
  });

  latest.current = editor;

  useEffect(() => {
    if (sameNote(contentOf(editor), text)) return;
    const { from, to } = editor.state.selection;
    editor
      .chain()
      .setMeta('addToHistory', false)
      .setContent(cleanHtml(text), { emitUpdate: false })
      .setTextSelection({ from, to })
      .run();
  }, [editor, text]);

  return editor;
}

function contentOf(editor: Editor): string {
  const html = editor.getHTML();
  return isEmptyNote(html) ? '' : html;
}

/** Converts plain text in Markdown; returns whether it did. */
function pasteMarkdown(editor: Editor | null, { clipboardData }: ClipboardEvent): boolean {
  // Copied HTML has its own structure.
  if (editor === null || clipboardData === null || clipboardData.types.includes('text/html')) return false;
  const html = noteOfMarkdown(clipboardData.getData('text/plain'));
  return html !== null && editor.commands.insertContent(cleanHtml(html));
}

/** A link opens where a click is meant for it and not for the text. */
function openLink(_view: unknown, _place: number, event: MouseEvent): boolean {
  if (!event.ctrlKey && !event.metaKey) return false;
  const href = event.target instanceof Element ? event.target.closest('a')?.getAttribute('href') : null;
  if (!href || !isNoteLink(href)) return false;
  window.open(href, '_blank', 'noopener,noreferrer');
  return true;
}
