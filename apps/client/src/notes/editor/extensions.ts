import { Placeholder } from '@tiptap/extensions';
import StarterKit from '@tiptap/starter-kit';
import { isNoteLink } from './clean-html.ts';

/** The extensions of the editor: exactly the elements that a note may have. */
export const noteExtensions = (placeholder: () => string) => [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    heading: false,
    horizontalRule: false,
    strike: false,
    underline: false,
    trailingNode: false,
    link: {
      openOnClick: false,
      autolink: true,
      linkOnPaste: true,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null, class: null },
      isAllowedUri: isNoteLink,
    },
  }),
  Placeholder.configure({ placeholder }),
];
