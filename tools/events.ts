// `npm run events` writes docs/events.md: every fact of the server, who announces it and who hears it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const server = join(root, 'apps/server/src');

interface Fact {
  readonly name: string;
  /** Its docstring in events.ts. */
  readonly meaning: string;
  /** Its payload as TypeScript. */
  readonly payload: string;
  /** Files below apps/server/src, tests not among them. */
  readonly announcedBy: readonly string[];
  readonly heardBy: readonly string[];
}

export const eventsPage = join(root, 'docs/events.md');

/** The facts that `events.ts` declares, with the places of the code that announce and hear them. */
export function readFacts(): Fact[] {
  const sources = sourcesOf(server).map((file) => ({ file: relative(server, file), text: readFileSync(file, 'utf8') }));
  const using = (name: string, verb: string) =>
    sources.filter(({ text }) => text.includes(`.${verb}('${name}'`)).map(({ file }) => file.replaceAll('\\', '/'));
  const declared = /interface Facts \{\n(.*?)\n\}/s.exec(readFileSync(join(server, 'events.ts'), 'utf8'))?.[1] ?? '';
  return [...declared.matchAll(/(?:\/\*\* ([^\n]*) \*\/\s*)?'([\w.]+)': (\{[^}]*\});/g)].map(
    ([, meaning = '', name = '', payload = '']) => ({
      name,
      meaning,
      payload: payload.replace(/;?\s+\}$/, ' }').replaceAll(/\s+/g, ' '),
      announcedBy: using(name, 'announce'),
      heardBy: using(name, 'on'),
    }),
  );
}

/** The text of docs/events.md. */
export function describeFacts(facts: readonly Fact[]): string {
  const files = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
  const parts = facts.map(
    ({ name, meaning, payload, announcedBy, heardBy }) =>
      `## ${name}\n\n${meaning}\n\n- Payload: \`${payload}\`\n` +
      `- Announced by ${files(announcedBy)}\n- Heard by ${files(heardBy)}\n`,
  );
  return `${introduction}\n${parts.join('\n')}`;
}

const introduction = `# Facts

What the server says happened, after it was stored. Nobody may depend on hearing one: what must not be lost is read from
the database. Written by \`npm run events\` from \`apps/server/src/events.ts\` and the code that uses it; do not edit.
Files are named from \`apps/server/src\`.
`;

const sourcesOf = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === 'testing' ? [] : sourcesOf(path);
      return entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts') ? [path] : [];
    })
    .sort();

if (import.meta.main) writeFileSync(eventsPage, describeFacts(readFacts()));
