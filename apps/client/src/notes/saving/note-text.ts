import { isEmptyNote } from '@sidetone/contract/rules/note-markup.ts';

const tag = /<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi;

/** Whether two notes have the same content, whether the editor wrote their HTML or the server cleaned it. */
export function sameNote(one: string, other: string): boolean {
  return one === other || plainForm(one) === plainForm(other);
}

/** One note below the other; a part that both have is there once where one of them is all of it. */
export function joinNotes(upper: string, lower: string): string {
  if (isEmptyNote(lower) || sameNote(upper, lower)) return upper;
  return isEmptyNote(upper) ? lower : upper + lower;
}

/**
 * Merges two notes with a common origin: mine, and below it every paragraph and list of theirs that is neither in mine
 * nor in the origin. No added word is lost.
 */
export function mergeNotes(base: string, mine: string, theirs: string): string {
  if (sameNote(mine, base)) return theirs;
  const known = new Set([...blocksOf(base), ...blocksOf(mine)].map(plainForm));
  const added = blocksOf(theirs).filter((block) => !isEmptyNote(block) && !known.has(plainForm(block)));
  return joinNotes(mine, added.join(''));
}

/** The paragraphs and lists of a note, in order. */
export function blocksOf(html: string): string[] {
  const blocks: string[] = [];
  let depth = 0;
  let begun = 0;
  for (const { 0: whole, 1: closing, 2: name, index } of html.matchAll(tag)) {
    if (name?.toLowerCase() === 'br') continue;
    if (closing === '' && depth === 0 && index > begun) blocks.push(html.slice(begun, index));
    if (closing === '' && depth === 0) begun = index;
    depth = Math.max(0, depth + (closing === '' ? 1 : -1));
    if (depth > 0) continue;
    blocks.push(html.slice(begun, index + whole.length));
    begun = index + whole.length;
  }
  if (begun < html.length) blocks.push(html.slice(begun));
  return blocks.filter((block) => block.trim() !== '');
}

/**
 * HTML without the differences between two writers of the same content: other attributes than `href`, spellings, empty
 * elements.
 */
function plainForm(html: string): string {
  if (isEmptyNote(html)) return '';
  return html
    .replace(tag, (_, closing: string, name: string, attributes: string) => {
      const href = /\bhref\s*=\s*("[^"]*"|'[^']*')/i.exec(attributes)?.[1]?.slice(1, -1);
      return `<${closing}${name.toLowerCase()}${href === undefined || closing !== '' ? '' : ` href="${href}"`}>`;
    })
    .replace(/&nbsp;|&#160;/g, '\u00a0')
    .replace(/&quot;|&#34;/g, '"')
    .replace(/&#39;|&apos;/g, "'")
    .replace(/&gt;/g, '>')
    .trim();
}
