/**
 * Whether a text is a complete address of the web, such as `https://dav.example.com/books/`. Addresses that others wrote
 * become links only where it is.
 */
export function isWebAddress(text: string | null | undefined): text is string {
  if (typeof text !== 'string' || !/^https?:\/\/[^/\s]\S*$/i.test(text) || !URL.canParse(text)) return false;
  return new URL(text).hostname !== '';
}
