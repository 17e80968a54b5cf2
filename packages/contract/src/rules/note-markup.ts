/** Elements that the HTML of a note is made of; the editor makes no others, and the server keeps no others. */
export const noteElements = ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'a'] as const;

/** What a link of a note may begin with; `href` is the only attribute that a note has. */
export const noteLinkSchemes = ['http', 'https', 'mailto', 'tel'] as const;

const tag = /<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi;

/** Whether a note has no word in it: an empty paragraph counts as empty (specification 4.10). */
export function isEmptyNote(html: string): boolean {
  return (
    html
      .replace(tag, '')
      .replace(/&nbsp;|&#160;/g, ' ')
      .trim() === ''
  );
}
