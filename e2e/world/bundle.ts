import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Bundles a page script of this folder's neighbours, given as a file URL, into one classic script. */
export async function bundle(entry: URL): Promise<string> {
  const path = fileURLToPath(entry);
  const result = await build({
    configFile: false,
    root: dirname(path),
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    build: { write: false, minify: false, lib: { entry: path, formats: ['iife'], name: 'page' } },
  });
  const [first] = Array.isArray(result) ? result : [result];
  if (!first || !('output' in first)) throw new Error(`Nothing was built from ${path}`);
  return first.output[0].code;
}
