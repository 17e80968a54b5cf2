import { isEmptyNote } from '@sidetone/contract/rules/note-markup.ts';

const tag = /<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi;

/** Whether two notes say the same, no matter who wrote their HTML: the editor, or the server that cleaned it. */
export function sameNote(one: string, other: string): boolean {
  return one === other || plainForm(one) === plainForm(other);
}

/** One note under the other, what both have in common only once where one of them is all of it. */
export function joinNotes(upper: string, lower: string): string {
  if (isEmptyNote(lower) || sameNote(upper, lower)) return upper;
  return isEmptyNote(upper) ? lower : upper + lower;
}

/**
 * Two notes that came of the same one, as one: mine, and below it every paragraph and list of theirs that is neither in
 * mine nor in what both began with. No word that someone added is missing.
 */
export function mergeNotes(base: string, mine: string, theirs: string): string {
  if (sameNote(mine, base)) return theirs;
  const known = new Set([...blocksOf(base), ...blocksOf(mine)].map(plainForm));
  const added = blocksOf(theirs).filter((block) => !isEmptyNote(block) && !known.has(plainForm(block)));
  return joinNotes(mine, added.join(''));
}

/** The paragraphs and lists that a note consists of, in order. */
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

/** HTML without what differs between two writers of the same: other attributes than `href`, spellings, nothing at all. */
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
