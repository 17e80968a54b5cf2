import sanitizeHtml from 'sanitize-html';

/** Elements that CRMs show in the notes of calls and tasks. */
const elements = ['p', 'br', 'ul', 'ol', 'li', 'b', 'strong', 'i', 'em', 'a', 'h4'];

/**
 * The HTML of a log or task with simple elements and links alone, at most `most` letters long; what is cut off ends with an
 * ellipsis, and every element is closed.
 */
export function logHtml(html: string, most: number): string {
  const whole = cleaned(html);
  if (whole.length <= most) return whole;
  // Closing what was cut open makes it longer again.
  for (let length = most - 1; length > 0; length -= reserve) {
    const cut = cleaned(`${whole.slice(0, length).replace(/<[^>]*$|&[^;\s]{0,9}$/, '')}…`);
    if (cut.length <= most) return cut;
  }
  return '';
}

const reserve = 100;

const cleaned = (html: string): string =>
  sanitizeHtml(html.toWellFormed().replaceAll('\0', ''), {
    allowedTags: elements,
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nestingLimit: 20,
  });
