import { noteElements, noteLinkSchemes } from '@sidetone/contract/rules/note-markup.ts';
import DOMPurify from 'dompurify';

const linkScheme = new RegExp(`^(?:${noteLinkSchemes.join('|')}):`, 'i');

const ofNotes = {
  ALLOWED_TAGS: [...noteElements],
  ALLOWED_ATTR: ['href'],
  ALLOWED_URI_REGEXP: linkScheme,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/**
 * Sets the attributes of a note's links while they are elements: text that is changed after cleaning can become
 * something else.
 */
const showing = DOMPurify();
showing.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName !== 'A' || !node.hasAttribute('href')) return;
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer nofollow');
});

/** The HTML of a note with the few elements that notes may have; anything else keeps only its text. */
export function cleanHtml(html: string): string {
  return DOMPurify.sanitize(html, ofNotes);
}

/** The same for reading: its links open beside this page, and learn nothing of it. */
export function shownHtml(html: string): string {
  return showing.sanitize(html, ofNotes);
}

/** Copied HTML without anything that runs, loads or asks; of the rest the editor takes what it knows. */
export function cleanPaste(html: string): string {
  const fragment = DOMPurify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'img', 'form', 'input', 'button', 'video', 'audio'],
    RETURN_DOM_FRAGMENT: true,
  });
  // A link that a note may not have becomes its words; as an element of its own it would lose the space beside it.
  for (const element of fragment.querySelectorAll('a')) {
    if (!isNoteLink(element.getAttribute('href') ?? '')) element.replaceWith(...element.childNodes);
  }
  // The innermost first: a table within a cell becomes words of that cell.
  for (const table of [...fragment.querySelectorAll('table')].reverse()) table.replaceWith(...rowsOf(table));
  for (const head of fragment.querySelectorAll('h1, h2, h3, h4, h5, h6')) head.replaceWith(asBoldLine(head));
  fragment.normalize();
  const holder = document.createElement('div');
  holder.append(fragment);
  return holder.innerHTML;
}

/** A paragraph for each row of a table, its cells separated. */
function rowsOf(table: HTMLTableElement): HTMLElement[] {
  return [...table.rows].map((row) => {
    const line = document.createElement('p');
    [...row.cells].forEach((cell, at) => {
      if (at > 0) line.append(' | ');
      line.append((cell.textContent ?? '').replace(/\s+/g, ' ').trim());
    });
    return line;
  });
}

function asBoldLine(head: Element): HTMLElement {
  const line = document.createElement('p');
  const bold = document.createElement('strong');
  bold.append(...head.childNodes);
  line.append(bold);
  return line;
}

/** Whether a note may link to an address. */
export function isNoteLink(address: string): boolean {
  return linkScheme.test(address);
}
