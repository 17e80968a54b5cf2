import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { knownModels, type RecognizerModel } from './models.ts';

/** The list of an operator's own models cannot be used; the message says why. */
export class ModelListError extends Error {
  override name = 'ModelListError';
}

const webAddress = z.url({ protocol: /^https?$/ });

const file = z.strictObject({
  // It becomes the name of a file.
  name: z
    .string()
    .regex(/^[a-z\d][\w.-]{0,99}$/i)
    .refine((name) => !name.endsWith('.part')),
  role: z.enum(['encoder', 'decoder', 'joiner', 'tokens']),
  url: webAddress,
  bytes: z.int().positive(),
  sha256: z.string().regex(/^[\da-f]{64}$/),
});

const model = z.strictObject({
  // It becomes the name of a folder.
  id: z.string().regex(/^[a-z\d][a-z\d.-]{0,59}$/),
  name: z.string().min(1).max(80),
  kind: z.enum(['transducer', 'whisper']),
  languages: z.array(z.string().regex(/^[a-z]{2,3}$/)).min(1),
  licence: z.strictObject({ name: z.string().min(1).max(80), url: webAddress }),
  megabytes: z.int().positive(),
  files: z
    .array(file)
    .min(1)
    .refine((files) => new Set(files.map(({ name }) => name)).size === files.length, 'two files have one name'),
});

/**
 * The models of an operator's own list, those first, and the known ones; one of the list takes the place of a known one with
 * its id. Throws `ModelListError`.
 */
export function modelsOf(listFile: string | null): readonly RecognizerModel[] {
  if (listFile === null) return knownModels;
  const own = readList(listFile);
  return [...own, ...knownModels.filter(({ id }) => !own.some((one) => one.id === id))];
}

function readList(path: string): readonly RecognizerModel[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new ModelListError(`cannot be read: ${path}`);
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new ModelListError(`is not JSON: ${path}`);
  }
  const read = z.array(model).safeParse(json);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new ModelListError(`is wrong at ${issue?.path.join('.') || 'its top'}: ${issue?.message ?? ''} (${path})`);
}
