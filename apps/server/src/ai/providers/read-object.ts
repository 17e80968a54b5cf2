import type { z } from 'zod';
import { ProviderFailure } from './failure.ts';

/** The object that a model wrote, by its schema, out of fences and of words around it. Throws `ProviderFailure`. */
export function readObject<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> {
  for (const candidate of candidates(text)) {
    const value = parsed(candidate);
    if (value === undefined) continue;
    const read = schema.safeParse(value);
    if (read.success) return read.data;
  }
  throw new ProviderFailure('badAnswer', 'notTheProtocol');
}

function* candidates(text: string): Generator<string> {
  yield text;
  const from = text.indexOf('{');
  if (from >= 0) yield text.slice(from, endOfObject(text, from));
}

/** Where the object that begins there is closed; braces within strings count for nothing. */
function endOfObject(text: string, from: number): number {
  let depth = 0;
  let isString = false;
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at];
    if (isString) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isString = false;
    } else if (sign === '"') isString = true;
    else if (sign === '{') depth += 1;
    else if (sign === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
