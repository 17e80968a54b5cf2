import { isEmptyNote, noteElements, noteLinkSchemes } from '@sidetone/contract/rules/note-markup.ts';
import sanitizeHtml from 'sanitize-html';

/**
 * The HTML of a note with the elements of `noteElements` alone and links to what `noteLinkSchemes` names; whatever else
 * is in it keeps its text only. Empty where no word is left.
 */
export function cleanHtml(html: string): string {
  const clean = sanitizeHtml(html.toWellFormed().replaceAll('\0', ''), {
    allowedTags: [...noteElements],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: [...noteLinkSchemes],
    allowProtocolRelative: false,
    transformTags: { b: 'strong', i: 'em', h1: 'p', h2: 'p', h3: 'p', pre: 'p' },
  });
  return isEmptyNote(clean) ? '' : clean;
}
