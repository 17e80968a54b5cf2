import { Toolbar as Base } from '@base-ui/react/toolbar';
import { type Editor, useEditorState } from '@tiptap/react';
import { Bold, Italic, Link, List, type LucideIcon, Trash2 } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { IconButton } from '#ui/IconButton.tsx';

interface ToolbarProps {
  editor: Editor;
  linking: boolean;
  onLink: () => void;
  /** Null while there is nothing to delete. */
  onDelete: (() => void) | null;
}

/** The tools for the text of a note. One stop for Tab, arrows within. */
export function Toolbar({ editor, linking, onLink, onDelete }: ToolbarProps) {
  const { t } = useWords();
  const active = useEditorState({
    editor,
    selector: ({ editor }) => ({
      bold: editor.isActive('bold'),
      italic: editor.isActive('italic'),
      list: editor.isActive('bulletList'),
      link: editor.isActive('link'),
    }),
  });
  return (
    <Base.Root aria-label={t(($) => $.notes.format)} className="flex items-center gap-0.5">
      <Tool
        icon={Bold}
        label={t(($) => $.notes.bold)}
        hotkey="Mod+B"
        pressed={active.bold}
        onPress={() => editor.chain().focus().toggleBold().run()}
      />
      <Tool
        icon={Italic}
        label={t(($) => $.notes.italic)}
        hotkey="Mod+I"
        pressed={active.italic}
        onPress={() => editor.chain().focus().toggleItalic().run()}
      />
      <Tool
        icon={List}
        label={t(($) => $.notes.list)}
        pressed={active.list}
        onPress={() => editor.chain().focus().toggleBulletList().run()}
      />
      <Tool icon={Link} label={t(($) => $.notes.link)} pressed={active.link || linking} onPress={onLink} />
      {onDelete ? <Tool icon={Trash2} label={t(($) => $.notes.delete)} onPress={onDelete} /> : null}
    </Base.Root>
  );
}

interface ToolProps {
  icon: LucideIcon;
  label: string;
  hotkey?: string;
  pressed?: boolean;
  onPress: () => void;
}

function Tool({ icon, label, hotkey, pressed, onPress }: ToolProps) {
  return (
    <Base.Button
      aria-pressed={pressed}
      // The selection stays in the note while a button is pressed.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      render={
        <IconButton
          icon={icon}
          label={label}
          tone={pressed ? 'on' : 'default'}
          {...(hotkey === undefined ? {} : { hotkey })}
        />
      }
    />
  );
}
