const stacks = new WeakMap<object, string>();

/** Keeps which components an error was caught in, from the innermost. */
export function noteComponentStack(error: unknown, stack: string | undefined): void {
  if (typeof error === 'object' && error !== null && stack !== undefined) stacks.set(error, stack.trim());
}

/** The components that an error was caught in; empty where nobody noted them. */
export function componentStackOf(error: unknown): string {
  return typeof error === 'object' && error !== null ? (stacks.get(error) ?? '') : '';
}
