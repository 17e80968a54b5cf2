import { noteElements, noteLinkSchemes } from '@sidetone/contract/rules/note-markup.ts';
import DOMPurify from 'dompurify';

const linkScheme = new RegExp(`^(?:${noteLinkSchemes.join('|')}):`, 'i');

/** The HTML of a note with the few elements that notes have; anything else keeps its text only. */
export function cleanHtml(html: string): string {
  return DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [...noteElements],
    ALLOWED_ATTR: ['href'],
    ALLOWED_URI_REGEXP: linkScheme,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
}

/** The same to look at: what it links to opens beside this page and learns nothing of it. */
export function shownHtml(html: string): string {
  return cleanHtml(html).replaceAll('<a href=', '<a target="_blank" rel="noopener noreferrer nofollow" href=');
}

/** What was copied elsewhere without what runs, loads or asks; of the rest the editor takes what it knows. */
export function cleanPaste(html: string): string {
  return DOMPurify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'img', 'form', 'input', 'button', 'video', 'audio'],
  });
}

/** Whether a note may link there. */
export function isNoteLink(address: string): boolean {
  return linkScheme.test(address);
}
