/** Takes the marks of Markdown, signs that nobody sees and doubled spaces out of a text. What is left is shown as it is. */
export function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/\*\*|__|~~|`/g, '')
    .replace(/^\s*(?:#{1,6}|[-*•>]|\d{1,2}\.)\s+/, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Addresses of the web and of mail, with or without what comes before them. */
const address = /(?:[\w.+-]+@)?(?<![\p{L}\d])(?:[a-z\d-]+\.)+[a-z]{2,}(?:\/\S*)?/giu;

/** Whether a text has an address that was not said. */
export const hasForeignAddress = (text: string, said: string): boolean =>
  (text.match(address) ?? []).some((each) => !said.toLowerCase().includes(each.toLowerCase()));
