// Who may import whom. Walks every source file, resolves its imports and fails where the tables of layer-tables.ts are
// broken, where files import each other in a circle, by types too, and where a file is too long.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findCircles } from './import-circles.ts';
import { isTest, mayUseTestPackage, placeOf } from './layer-places.ts';
import { clientRooms, openFolders, outside, serverRooms } from './layer-tables.ts';
import { root } from './programs-running.ts';
import { sourcesBelow } from './source-files.ts';
import { type Import, importsOf } from './source-imports.ts';

interface Source {
  /** Below the project, with slashes. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

/** Rooms of client and server that import what the tables do not let them. */
function brokenRooms({ path, imports }: Source): string[] {
  const here = placeOf(path);
  if (here.app === 'outside') return [];
  const rooms = here.app === 'client' ? clientRooms : serverRooms;
  const allowed = rooms[here.room.startsWith('features/') ? 'features' : here.room];
  if (!allowed) return [`${path}: the room "${here.room}" is not in tools/layer-tables.ts`];
  if (isTest(path)) return [];
  return imports.flatMap(({ specifier, target }) => {
    if (target === undefined) return [];
    const there = placeOf(target);
    // The tables call packages by their own names.
    const other = there.room.replace(/^packages\//, '');
    const isOut = there.app !== here.app && !there.room.startsWith('packages/');
    if (!isOut && (other === here.room || allowed.includes(other) || allowed.includes('*'))) return [];
    return [`${path}: "${here.room}" may not import "${other}" (${specifier})`];
  });
}

/** Private folders that another room reaches into, and test support in the product. */
function brokenDoors({ path, imports }: Source): string[] {
  const here = placeOf(path);
  if (here.app === 'outside' || isTest(path)) return [];
  return imports.flatMap(({ specifier, target }) => {
    if (target === undefined) return [];
    if (target.includes('/testing/')) return [`${path}: ${specifier} is for tests`];
    const { app, room, folder } = placeOf(target);
    if (app !== here.app || room === here.room || folder === '') return [];
    const open = openFolders[`${app}/${room}/${folder}`] ?? [];
    if (open.includes(here.room) || open.includes('*')) return [];
    return [`${path}: "${room}/${folder}" is private to "${room}" (${specifier})`];
  });
}

/** Packages for tests that the product imports. */
const brokenTestPackages = ({ path, imports }: Source): string[] =>
  imports
    .filter(({ target }) => target !== undefined && !mayUseTestPackage(path, target))
    .map(({ specifier }) => `${path}: ${specifier} is for tests`);

/** What packages, programs and benches beside client and server import of them. */
function brokenOutside({ path, imports }: Source): string[] {
  const here = placeOf(path);
  if (here.app !== 'outside') return [];
  const allowed = outside[here.room] ?? [];
  return imports.flatMap(({ specifier, target }) => {
    const there = target === undefined ? here : placeOf(target);
    if (there.app === 'outside') return [];
    if (allowed.includes(`${there.app}/*`) || allowed.includes(`${there.app}/${there.room}`)) return [];
    return [`${path}: "${here.room}" may not import "${there.app}/${there.room}" (${specifier})`];
  });
}

const pureRooms: readonly { readonly folder: string; readonly may: RegExp }[] = [
  { folder: 'packages/contract/src/', may: /^(\.|zod$|zod\/|libphonenumber-js\/)/ },
  { folder: 'packages/sip/src/', may: /^\./ },
  { folder: 'apps/client/src/calls/core/', may: /^(\.|@sidetone\/contract\/)/ },
  { folder: 'apps/server/src/pbx/calls/', may: /^(\.|@sidetone\/contract\/)/ },
  { folder: 'apps/server/src/pbx/routing/', may: /^(\.|@sidetone\/contract\/)/ },
  { folder: 'apps/server/src/ai/basic/', may: /^\./ },
  { folder: 'apps/server/src/ai/evidence/', may: /^\./ },
  { folder: 'apps/server/src/ai/transcript/', may: /^\./ },
  { folder: 'apps/server/src/ai/plan.ts', may: /^(\.|@sidetone\/contract\/)/ },
  { folder: 'apps/server/src/ai/states.ts', may: /^(\.|@sidetone\/contract\/)/ },
  { folder: 'apps/server/src/sound/cut.ts', may: /^\./ },
  { folder: 'apps/server/src/sound/speech-regions.ts', may: /^\./ },
];

function brokenPurity({ path, imports }: Source): string[] {
  const room = pureRooms.find(({ folder }) => path.startsWith(folder));
  if (!room || isTest(path)) return [];
  return imports
    .filter(({ specifier }) => !room.may.test(specifier))
    .map(({ specifier }) => `${path}: a pure room may not import ${specifier}`);
}

function tooLong({ path, text }: Source): string[] {
  const lines = text.split('\n').length - 1;
  return lines > 400 ? [`${path}: ${lines} lines; 400 is the most`] : [];
}

function circles(sources: readonly Source[]): string[] {
  const graph = new Map(
    sources.map(({ path, imports }) => [path, imports.flatMap(({ target }) => (target === undefined ? [] : [target]))]),
  );
  return findCircles(graph).map((files) => `these files import each other in a circle: ${files.join(', ')}`);
}

const sources = ['apps', 'packages', 'e2e', 'bench', 'eval', 'tools']
  .flatMap((folder) => sourcesBelow(join(root, folder)))
  .filter((file) => !file.endsWith('.js'))
  .map((file): Source => {
    const [path, text] = [relative(root, file).replaceAll('\\', '/'), readFileSync(file, 'utf8')];
    return { path, text, imports: importsOf(path, text) };
  });
const rules = [brokenRooms, brokenDoors, brokenTestPackages, brokenOutside, brokenPurity, tooLong];
const broken = [...rules.flatMap((rule) => sources.flatMap(rule)), ...circles(sources)];
for (const line of broken) console.error(line);
process.exitCode = broken.length > 0 ? 1 : 0;
