const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** A note as plain text: a line for each paragraph and each point of a list. */
export function textOfNote(html: string): string {
  return html
    .replace(/<br\s*\/?>|<\/(?:p|li)>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => named[name] ?? whole)
    .replace(/\n{2,}/g, '\n')
    .trim();
}
