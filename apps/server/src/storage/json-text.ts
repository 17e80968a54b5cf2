/**
 * JSON that a jsonb column takes whatever texts are in it. PostgreSQL refuses U+0000 and halves of characters, which
 * clients and people outside can send; one such text must not keep what others want written from being written.
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) => (typeof each === 'string' ? storableText(each) : each));
}

/** A text that a column of texts takes, whatever is in it: the same is left out of it. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '');
