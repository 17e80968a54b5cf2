/** What a text says as JSON; undefined for one that is none. */
export function jsonAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
