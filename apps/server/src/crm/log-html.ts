import sanitizeHtml from 'sanitize-html';

/** Longest HTML that is cleaned, in letters: more than any note has. */
const mostRead = 200_000;

/** What databases and JSON of others do not take. */
const controls = /[^\P{Cc}\t\n\r]/gu;

/** HTML with the elements that CRMs show, every one closed; whatever else is in it keeps its text only. */
export const cleanLogHtml = (html: string): string =>
  sanitizeHtml(html.slice(0, mostRead).toWellFormed(), {
    allowedTags: ['p', 'br', 'ul', 'ol', 'li', 'b', 'i', 'a', 'h4'],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nestingLimit: 20,
    transformTags: { strong: 'b', em: 'i', h1: 'h4', h2: 'h4', h3: 'h4', h5: 'h4', h6: 'h4', pre: 'p' },
  }).replace(controls, '');

/** Plain words as HTML; each line break is one. */
export const escapeHtml = (text: string): string =>
  text
    .toWellFormed()
    .replace(controls, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/\r\n?|\n/g, '<br />');

/** Tags, entities, and letters one by one, of HTML that is clean: there are no `<` and `>` but those of tags. */
const pieces = /<(\/?)([a-z0-9]+)[^>]*>|&#?[a-z0-9]{1,8};|[^<]/giu;

/**
 * The beginning of clean HTML, at most `most` UTF-16 units of it: cut between letters, entities and tags, ended by an
 * ellipsis, and every element closed. Empty where not even an ellipsis fits.
 */
export function cutHtml(html: string, most: number): string {
  if (html.length <= most) return html;
  const open: string[] = [];
  let length = 0;
  let best = '';
  for (const [piece, slash, name] of html.matchAll(pieces)) {
    if (isRoomFor(open, length, most)) best = `${html.slice(0, length)}…${closing(open)}`;
    if (length > most) break;
    length += piece.length;
    if (name === undefined || name === 'br') continue;
    if (slash === '') open.push(name);
    else open.pop();
  }
  return best;
}

/** The last step before HTML leaves for a CRM: clean whatever made it, and at most `most` UTF-16 units of it. */
export const logHtml = (html: string, most: number): string => cutHtml(cleanLogHtml(html), most);

const closing = (open: readonly string[]): string =>
  open
    .toReversed()
    .map((name) => `</${name}>`)
    .join('');

const isRoomFor = (open: readonly string[], length: number, most: number): boolean =>
  length + 1 + open.reduce((sum, name) => sum + name.length + 3, 0) <= most;

/** The beginning of a text, at most `most` UTF-16 units of it, ended by an ellipsis and cut between letters. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  if (most < 1) return '';
  const last = text.charCodeAt(most - 2);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return `${text.slice(0, most - (isHalf ? 2 : 1))}…`;
}
