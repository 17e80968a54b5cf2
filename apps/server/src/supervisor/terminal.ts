/** Where the supervisor speaks to the person who started it. */
export interface Terminal {
  /** True when a person looks on; logs then go to files, so that they don't bury the addresses. */
  readonly isForPeople: boolean;
  /** One thing more is done. */
  step(text: string): void;
  problem(text: string): void;
  /** Text as it is. */
  print(text: string): void;
}

/** The terminal of this process. Times are seconds since the start. */
export function processTerminal(): Terminal {
  // The reader of our output may be gone, such as an npm that was killed; that is no reason to fall over while stopping.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const isForPeople = process.stdout.isTTY === true;
  const hasColour = isForPeople && process.env['NO_COLOR'] === undefined;
  const paint = (code: number, text: string) => (hasColour ? `\u001b[${code}m${text}\u001b[0m` : text);
  const seconds = () => `${(performance.now() / 1000).toFixed(1)} s`.padStart(7);
  return {
    isForPeople,
    step: (text) => console.log(`  ${paint(32, '✓')} ${paint(90, seconds())}  ${text}`),
    problem: (text) =>
      console.error(
        `  ${paint(31, '✗')} ${paint(90, seconds())}  ${text.trimEnd().replaceAll('\n', '\n             ')}`,
      ),
    print: (text) => console.log(text),
  };
}
