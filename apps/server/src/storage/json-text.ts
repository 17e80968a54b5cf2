/**
 * JSON that a jsonb column takes whatever texts are in it. PostgreSQL refuses U+0000 and halves of characters, which
 * clients and people outside can send; one such text must not keep what others want written from being written.
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) =>
    typeof each === 'string' ? each.toWellFormed().replaceAll('\0', '') : each,
  );
}
