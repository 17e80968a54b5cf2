import { noteLinkSchemes } from '@sidetone/contract/rules/note-markup.ts';

const scheme = /^([a-z][a-z0-9+.-]*):/i;

/**
 * The address that the user means: as they wrote it, or a mail address, a number or a page where it has no scheme. Null
 * for an address that a note may not link to.
 */
export function linkAddress(written: string): string | null {
  const text = written.trim();
  if (text === '') return null;
  if (/^\+?[\d\s()/-]{3,}$/.test(text)) return `tel:${text.replace(/[^+\d]/g, '')}`;
  if (/^[^\s@:/]+@[^\s@:/]+$/.test(text)) return `mailto:${text}`;
  const named = /^[^/?#]+:\d/.test(text) ? null : scheme.exec(text)?.[1]?.toLowerCase();
  if (named !== null && named !== undefined) {
    const known = noteLinkSchemes.some((one) => one === named);
    return known && text.length > named.length + 1 && isAddress(text) ? text : null;
  }
  const address = `https://${text.replace(/^\/+/, '')}`;
  return isAddress(address) && /^[^/?#\s]+\.[^/?#\s]+|^localhost/i.test(text) ? address : null;
}

function isAddress(text: string): boolean {
  return !/\s/.test(text) && URL.canParse(text);
}
