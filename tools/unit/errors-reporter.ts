// What went wrong outside of any test, which Vitest's report in JSON leaves out.
import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

/** An error that no test waited for, with where it came from as far as Vitest knows. */
export interface StrayError {
  readonly message: string;
  readonly stack?: string;
}

/** Writes what ended a run although no test failed; an empty list where nothing did. */
export class ErrorsReporter implements Reporter {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (_modules, errors) => {
    const found: StrayError[] = errors.map(({ message, stack }) => (stack ? { message, stack } : { message }));
    writeFileSync(this.#file, `${JSON.stringify(found, null, 2)}\n`);
  };
}
