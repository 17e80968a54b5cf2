import type { MenuItemConstructorOptions } from 'electron';
import type { Words } from './words.ts';

/**
 * The menu over text, which Electron leaves to its programs: words that were meant, what can be done with a selection, and
 * the address of a link. Empty where there is nothing to do. Menus that the page draws itself never come here.
 */
export function textMenu(
  params: TextUnderPointer,
  words: Words,
  act: { correct(word: string): void; copy(text: string): void },
): MenuItemConstructorOptions[] {
  const { isEditable, selectionText, linkURL, dictionarySuggestions, editFlags } = params;
  const suggestions = isEditable
    ? dictionarySuggestions.map((word) => ({ label: word, click: () => act.correct(word) }))
    : [];
  const groups: MenuItemConstructorOptions[][] = [
    suggestions,
    linkURL === '' ? [] : [{ label: words.copyLink, click: () => act.copy(linkURL) }],
    isEditable
      ? [
          { role: 'cut', label: words.cut, enabled: editFlags.canCut },
          { role: 'copy', label: words.copy, enabled: editFlags.canCopy },
          { role: 'paste', label: words.paste, enabled: editFlags.canPaste },
          { role: 'selectAll', label: words.selectAll, enabled: editFlags.canSelectAll },
        ]
      : selectionText.trim() === ''
        ? []
        : [{ role: 'copy', label: words.copy }],
  ];
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, place) => (place === 0 ? group : [{ type: 'separator' as const }, ...group]));
}

interface TextUnderPointer {
  readonly isEditable: boolean;
  readonly selectionText: string;
  readonly linkURL: string;
  readonly dictionarySuggestions: readonly string[];
  readonly editFlags: {
    readonly canCut: boolean;
    readonly canCopy: boolean;
    readonly canPaste: boolean;
    readonly canSelectAll: boolean;
  };
}
