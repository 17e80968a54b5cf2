import { rowByKey } from './active-row.ts';
import { ownerOf, type ResultRow } from './rows.ts';

/** The order of a key in a search. */
export type SearchOrder =
  | { readonly is: 'create' | 'addNumber' | 'choose' }
  /** Hands a running call over to the active line without asking. */
  | { readonly is: 'handOver' }
  /** Opens or closes the lines below this one. */
  | { readonly is: 'toggle'; readonly row: ResultRow }
  /** Makes the line with this key the active one. */
  | { readonly is: 'go'; readonly key: string };

/** A search as a key finds it. */
export interface SearchAtKey {
  readonly rows: readonly ResultRow[];
  readonly active: string | null;
  /** The user went to a line by a key or with the pointer. */
  readonly hasChosen: boolean;
  readonly shortcutsEnabled: boolean;
  /** A call runs, which can be handed over. */
  readonly handsOver?: boolean;
}

/** A key with the field that it was pressed in. */
export interface SearchKey extends Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> {
  readonly isAltGraph: boolean;
  readonly isMac: boolean;
  readonly field: Pick<HTMLInputElement, 'selectionStart' | 'selectionEnd' | 'value'>;
}

/** The order of a key; null where the key belongs to the text. */
export function orderOfSearchKey(press: SearchKey, search: SearchAtKey): SearchOrder | null {
  if (search.shortcutsEnabled && isContactKey(press)) return { is: press.shiftKey ? 'addNumber' : 'create' };
  const { key, field } = press;
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  if (press.shiftKey) return key === 'Enter' && search.handsOver ? { is: 'handOver' } : null;
  if (key === 'Enter') return { is: 'choose' };
  if (key === 'ArrowRight' || key === 'ArrowLeft') return openOrClose(press, search);
  // These belong to the text until the caret is where they lead.
  if (key === 'Home' && !isCaretAt('start', field)) return null;
  if (key === 'End' && !isCaretAt('end', field)) return null;
  const keys = search.rows.map((row) => row.key);
  const next = rowByKey(key, keys, search.active);
  return next === null ? null : { is: 'go', key: next };
}

/** The arrow to the right opens the lines below the active one, the arrow to the left closes them. */
function openOrClose({ key, field }: SearchKey, { rows, active, hasChosen }: SearchAtKey): SearchOrder | null {
  const opensIt = key === 'ArrowRight';
  // Until the user has gone to a line, these keys move the caret.
  const movesCaret = opensIt ? !isCaretAt('end', field) : !hasChosen;
  const activeRow = rows.find((row) => row.key === active);
  const owner = activeRow ? ownerOf(activeRow) : null;
  if (owner === null || movesCaret) return null;
  const head = rows.find((row) => row.key === owner);
  return head && isOpen(head) !== opensIt ? { is: 'toggle', row: head } : null;
}

/** Whether lines are open below a line. */
export function isOpen(row: ResultRow): boolean {
  return (row.kind === 'contact' || row.kind === 'colleague') && row.open;
}

/** Mod and N, with Alt as the web has it or without; never a letter that AltGr makes. */
function isContactKey({ code, metaKey, ctrlKey, isAltGraph, isMac }: SearchKey): boolean {
  const mod = isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return code === 'KeyN' && mod && !isAltGraph;
}

function isCaretAt(end: 'start' | 'end', { selectionStart, selectionEnd, value }: SearchKey['field']): boolean {
  const place = end === 'start' ? 0 : value.length;
  return selectionStart === place && selectionEnd === place;
}
