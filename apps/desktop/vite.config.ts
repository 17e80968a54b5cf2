import { defineConfig } from 'vite';

/** The preload script runs in a sandbox, where one file is all that can be loaded; `npm run build -w apps/desktop` makes both. */
const isPreload = process.env['PART'] === 'preload';

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  ssr: { noExternal: true, external: ['electron'] },
  build: {
    ssr: isPreload ? 'src/preload.ts' : 'src/main.ts',
    outDir: 'dist',
    emptyOutDir: !isPreload,
    target: 'node24',
    rolldownOptions: {
      external: ['electron'],
      output: isPreload
        ? { format: 'cjs', entryFileNames: 'preload.cjs' }
        : { format: 'es', entryFileNames: 'main.js' },
    },
  },
});
