/** Ends every exhaustive switch: the compiler proves that no case is missing. */
export function unreachable(value: never): never {
  throw new Error(`No case for ${JSON.stringify(value)}`);
}
