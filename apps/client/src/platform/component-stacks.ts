const stacks = new WeakMap<object, string>();

/** Remembers in which components an error was caught, innermost first. */
export function noteComponentStack(error: unknown, stack: string | undefined): void {
  if (typeof error === 'object' && error !== null && stack !== undefined) stacks.set(error, stack.trim());
}

/** The components that an error was caught in; empty where they are not known. */
export function componentStackOf(error: unknown): string {
  return typeof error === 'object' && error !== null ? (stacks.get(error) ?? '') : '';
}
