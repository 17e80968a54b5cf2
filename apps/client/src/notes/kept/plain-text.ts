const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The text of a note for the clipboard or a message: a line for each paragraph, and for each entry of a list. */
export function plainText(html: string): string {
  return html
    .replace(/<li\b[^>]*>\s*(<p\b[^>]*>)?/gi, '- ')
    .replace(/<br\b[^>]*>|<\/p>/gi, '\n')
    .replace(/<\/(li|ul|ol)>/gi, '\n')
    .replace(/<\/?[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi, '')
    .replace(/&(?:#(\d+)|([a-z]+));/gi, (whole, code: string | undefined, name: string | undefined) =>
      code === undefined ? (named[(name ?? '').toLowerCase()] ?? whole) : charOf(Number(code), whole),
    )
    .replace(/\u00a0/g, ' ')
    .replace(/\n{2,}/g, '\n')
    .trim();
}

/** The beginning of a note on one line, by which its writer recognises it. */
export function beginningOf(html: string, length = 60): string {
  const words = plainText(html).replace(/\s+/g, ' ');
  const letters = [...words];
  return letters.length <= length
    ? words
    : `${letters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}

function charOf(code: number, otherwise: string): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : otherwise;
}
