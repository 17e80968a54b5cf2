import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A prompt as it is sent. A released version is never edited: another text is another version. */
export interface Prompt {
  /** Id and version, 'summary.v1'. */
  readonly name: string;
  readonly schemaName: string;
  readonly text: string;
}

const read = new Map<string, Prompt>();

export type PromptName = 'summary.v1' | 'reduce.v1' | 'answers.v1' | 'chat.v1';

/** A prompt of `prompts/`, by id and version. */
export function promptNamed(name: PromptName): Prompt {
  const known = read.get(name);
  if (known !== undefined) return known;
  const file = readFileSync(join(import.meta.dirname, 'prompts', `${name}.md`), 'utf8');
  const [, head = '', text = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file) ?? [];
  const field = (key: string) => new RegExp(`^${key}: (.+)$`, 'm').exec(head)?.[1] ?? '';
  const prompt = { name: `${field('id')}.v${field('version')}`, schemaName: field('schema'), text: text.trim() };
  if (prompt.name !== name) throw new Error(`${name}.md says that it is ${prompt.name}`);
  read.set(name, prompt);
  return prompt;
}
