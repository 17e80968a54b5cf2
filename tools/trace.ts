// `npm run trace`: where each row of docs/requirements/ is. `-- --missing` lists those without proof, `-- CONST-001` some.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { routes } from '../packages/contract/src/http/routes.ts';
import { root } from './programs-running.ts';
import { sourcesBelow } from './source-files.ts';
import { countTrace, describeTrace, readRequirements, traceRows } from './trace-rows.ts';

const tables = join(root, 'docs', 'requirements');
const rows = readdirSync(tables)
  .filter((name) => name.endsWith('.csv'))
  .sort()
  .flatMap((name) => readRequirements(readFileSync(join(tables, name), 'utf8')));
const sources = ['packages', 'apps', 'e2e'].flatMap((folder) =>
  sourcesBelow(join(root, folder)).map((file) => ({
    path: relative(root, file).replaceAll('\\', '/'),
    text: readFileSync(file, 'utf8'),
  })),
);
const named = Object.entries(routes).map(([name, { method, path }]) => ({ name, operation: `${method} ${path}` }));
const traced = traceRows(rows, sources, named);

const words = process.argv.slice(2);
const wanted = words.filter((word) => !word.startsWith('-'));
const unknown = wanted.filter((id) => !rows.some((row) => row.id === id));
if (unknown.length > 0) {
  console.error(`docs/requirements/ has no row ${unknown.join(', ')}.`);
  process.exit(1);
}
const shown = words.includes('--missing')
  ? traced.filter(({ places }) => places.length === 0)
  : traced.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
for (const line of describeTrace(shown)) console.log(line);
console.log(countTrace(traced));
