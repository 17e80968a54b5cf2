/**
 * What no name has: control characters with line ends and tabs, separators of lines and paragraphs, and characters that
 * change the direction of what follows them (Unicode UAX #9 §2), by which a name could show as another one.
 */
const unfit = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** Whether a text is one line that shows as it is written. */
export const isPlainLine = (text: string): boolean => !unfit.test(text);

/** A text without what no name has; line ends and tabs become blanks, several of which become one. */
export const plainLine = (text: string): string =>
  text
    .replace(/[\s\u0085]+/gu, ' ')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .trim();
