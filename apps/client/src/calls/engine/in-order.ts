/** Runs one command after the other; a failure concerns only the caller of that command. */
export type InOrder = <T>(command: () => Promise<T>) => Promise<T>;

/** Commands that leave in the order in which they were given, each when the one before it was answered. */
export function commandsInOrder(): InOrder {
  let last: Promise<unknown> = Promise.resolve();
  return (command) => {
    const done = last.then(command, command);
    last = done.catch(() => {});
    return done;
  };
}
