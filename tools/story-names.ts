// From what a person types after `npm run e2e --` to what Playwright wants: names of story files, and its own options.

/** Playwright's options that take the next word as their value. */
const optionsWithValue = new Set(
  (
    '-c --config -g --grep -gv --grep-invert --global-timeout -j --workers --max-failures --name --only-changed ' +
    '--output --project --repeat-each --reporter --retries --shard --test-list --timeout --trace --tsconfig --ui-host ' +
    '--ui-port --video'
  ).split(' '),
);

interface AskedStories {
  /** Files such as `inbox.spec.ts`, or `inbox.spec.ts:12`; none means all. */
  readonly files: readonly string[];
  /** What is passed on as it is. */
  readonly options: readonly string[];
}

/** Sorts the words into story files and options; a name without a file is told in one sentence. */
export function readStoryWords(words: readonly string[], known: readonly string[]): AskedStories | { unknown: string } {
  const files: string[] = [];
  const options: string[] = [];
  const waiting = [...words];
  for (let word = waiting.shift(); word !== undefined; word = waiting.shift()) {
    if (word.startsWith('-')) {
      options.push(word);
      const value = optionsWithValue.has(word) ? waiting.shift() : undefined;
      if (value !== undefined) options.push(value);
      continue;
    }
    const [, name = '', line = ''] = /^(?:e2e\/)?(?:stories\/)?(.*?)(?:\.spec(?:\.ts)?)?(:\d+)?$/.exec(word) ?? [];
    if (!known.includes(`${name}.spec.ts`)) return { unknown: describeUnknown(name, known) };
    files.push(`${name}.spec.ts${line}`);
  }
  return { files: [...new Set(files)], options };
}

/** The pattern by which Playwright finds exactly this file. */
export function patternOf(file: string): string {
  const [, name = '', line = ''] = /^(.*?)(:\d+)?$/.exec(file) ?? [];
  return `[\\\\/]stories[\\\\/]${name.replaceAll('.', '\\.')}$${line}`;
}

function describeUnknown(name: string, known: readonly string[]): string {
  const names = known.map((file) => file.replace(/\.spec\.ts$/, ''));
  const near = names
    .map((other) => ({ other, distance: other.includes(name) ? 0 : editsBetween(name, other) }))
    .filter(({ distance }) => distance <= Math.max(2, name.length / 3))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 5)
    .map(({ other }) => other);
  const advice = near.length > 0 ? `Nearest: ${near.join(', ')}.` : 'The names are those of the files in e2e/stories.';
  return `There is no story file "${name}". ${advice}`;
}

/** Letters to add, remove or replace until one word is the other. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1];
    for (const [column, against] of [...other].entries()) {
      const replaced = (row[column] ?? 0) + (letter === against ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
