import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { modelsOf } from './model-list.ts';
import { isOffered, knownModels } from './models.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'list-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const file = { name: 'tokens.txt', role: 'tokens', url: 'https://models.example/t', bytes: 7, sha256: 'a'.repeat(64) };
const model = {
  id: 'own',
  name: 'Own',
  kind: 'whisper',
  languages: ['de'],
  licence: { name: 'MIT', url: 'https://models.example/licence' },
  megabytes: 100,
  files: [file],
};
const listed = (content: unknown) => {
  const path = join(folder, 'list.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return modelsOf(path);
};

test('without a list there are the known models, of which none is offered', () => {
  expect(modelsOf(null)).toBe(knownModels);
  expect(knownModels.filter(isOffered)).toEqual([]);
});

test('those of a list come first, and one takes the place of a known one with its sums', () => {
  const [known] = knownModels;
  const models = listed([model, { ...model, id: known?.id }]);
  expect(models.map(({ id }) => id)).toEqual(['own', known?.id, ...knownModels.slice(1).map(({ id }) => id)]);
  expect(models.filter(isOffered).map(({ id }) => id)).toEqual(['own', known?.id]);
});

test.each<[string, unknown]>([
  ['is not JSON', '{'],
  ['is wrong at its top', {}],
  ['is wrong at 0.id', [{ ...model, id: '../key' }]],
  ['is wrong at 0.files.0.name', [{ ...model, files: [{ ...file, name: '../key' }] }]],
  ['is wrong at 0.files.0.name', [{ ...model, files: [{ ...file, name: '.hidden' }] }]],
  ['is wrong at 0.files.0.name', [{ ...model, files: [{ ...file, name: 'model.part' }] }]],
  ['is wrong at 0.files.0.sha256', [{ ...model, files: [{ ...file, sha256: null }] }]],
  ['is wrong at 0.files.0.bytes', [{ ...model, files: [{ ...file, bytes: 0 }] }]],
  ['is wrong at 0.files.0.url', [{ ...model, files: [{ ...file, url: 'file:///etc/passwd' }] }]],
  ['is wrong at 0.licence.url', [{ ...model, licence: { name: 'MIT', url: 'javascript:alert(1)' } }]],
  ['is wrong at 0.files: two files have one name', [{ ...model, files: [file, file] }]],
])('a list that cannot be used says where it is wrong: %s', (words, content) => {
  expect(() => listed(content)).toThrow(words);
});

test('a list that is not there is told', () => {
  expect(() => modelsOf(join(folder, 'none.json'))).toThrow('cannot be read');
});
