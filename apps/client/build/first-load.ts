import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import { later } from '../src/i18n/en/later.ts';

/** JavaScript and CSS that a browser loads until its phone is registered, gzipped, in kB of 1,000 bytes. */
const limitKb = 438;

/** Files that it loads until then, beside what these import: the app, its window, the phone, and English words. */
const roots = ['/src/main.tsx', '/src/app/inside-pages.tsx', '/src/i18n/en/inside.ts', '/jssip/lib/JsSIP.js'] as const;

/** Words of `i18n/en/later.ts`, in the files that are loaded before them. */
const lateWords = new RegExp(`(?<![\\w.$])\\$\\d?\\.(${Object.keys(later).join('|')})\\b`);

/**
 * Refuses a build whose first load has grown beyond its limit, or shows words that come later. What is counted depends on
 * no machine: the files that the app imports from its first line until it can ring, each as gzip makes it.
 */
export function firstLoad(isWhole: boolean): Plugin {
  return {
    name: 'sidetone-first-load',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        if (!isWhole) return;
        const files = filesOf(bundle);
        const bytes = files.map((file) => gzipSync(textOf(file), { level: 9 }).length);
        const kb = bytes.reduce((sum, one) => sum + one, 0) / 1000;
        if (kb > limitKb) {
          const list = files.map(({ fileName }, at) => `${fileName} ${((bytes[at] ?? 0) / 1000).toFixed(1)}`);
          this.error(`The first load has ${kb.toFixed(1)} kB, gzipped; ${limitKb} is the most: ${list.join(', ')}`);
        }
        for (const file of files) {
          if (file.type !== 'chunk') continue;
          for (const [id, { code }] of Object.entries(file.modules)) {
            const late = /[\\/]src[\\/]/.test(id) && lateWords.exec(code ?? '');
            if (late) this.error(`${id} is loaded first and shows words of "${late[1]}", which come later`);
          }
        }
      },
    },
  };
}

type File = Rolldown.OutputChunk | Rolldown.OutputAsset;

/** The files with the roots, all that they import before they run, and the style sheets of the whole of it. */
function filesOf(bundle: Rolldown.OutputBundle): File[] {
  const found = new Set<File>();
  const take = (file: File | undefined): void => {
    if (file === undefined || found.has(file)) return;
    found.add(file);
    if (file.type !== 'chunk') return;
    for (const name of file.imports) take(bundle[name]);
    for (const name of file.viteMetadata?.importedCss ?? []) take(bundle[name]);
  };
  for (const root of roots) {
    const chunk = Object.values(bundle).find(
      (file) =>
        file.type === 'chunk' && Object.keys(file.modules).some((id) => id.replaceAll('\\', '/').endsWith(root)),
    );
    if (chunk === undefined) throw new Error(`no file of the build has ${root}`);
    take(chunk);
  }
  return [...found];
}

const textOf = (file: File): string | Uint8Array => (file.type === 'chunk' ? file.code : file.source);
