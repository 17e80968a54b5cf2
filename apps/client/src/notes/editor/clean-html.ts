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

/** Sets what links of notes need while they are elements: text that is changed after cleaning can become something else. */
const showing = DOMPurify();
showing.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName !== 'A' || !node.hasAttribute('href')) return;
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer nofollow');
});

/** The HTML of a note with the few elements that notes have; anything else keeps its text only. */
export function cleanHtml(html: string): string {
  return DOMPurify.sanitize(html, ofNotes);
}

/** The same to look at: what it links to opens beside this page and learns nothing of it. */
export function shownHtml(html: string): string {
  return showing.sanitize(html, ofNotes);
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
