import { testPackages } from './layer-tables.ts';

/** Where a file of ours stands. */
export interface Place {
  readonly app: 'client' | 'server' | 'outside';
  /** As `layer-tables.ts` calls it; outside of client and server the folder, such as `bench` or `packages/sip`. */
  readonly room: string;
  /** The private folder of that room; empty for its door, which is the files at its top. */
  readonly folder: string;
}

/** The place of a path below the project, with slashes. */
export function placeOf(path: string): Place {
  const [, app, rest = ''] = /^apps\/(client|server)\/src\/(.+)$/.exec(path) ?? [];
  if (app === 'client') return clientPlaceOf(rest.split('/'));
  if (app === 'server') return serverPlaceOf(rest.split('/'));
  const [first = '', second = ''] = path.split('/');
  const isNested = first === 'apps' || first === 'packages';
  const room = isNested ? `${first}/${second}` : first;
  // Runs rules of the server, of which the people and bots beside it know nothing.
  return { app: 'outside', room: path.startsWith('apps/simulator/src/cell/') ? `${room}/cell` : room, folder: '' };
}

/** Whether a path is that of a test or a story of components, or lies in a `testing/` folder. */
export const isTest = (path: string): boolean => /\.(test|spec|stories)\.tsx?$|\/testing\//.test(path);

/** Whether a file may import another one as far as that is a package for tests. */
export function mayUseTestPackage(path: string, target: string): boolean {
  const [here, there] = [placeOf(path).room, placeOf(target).room];
  const users = testPackages[there];
  return users === undefined || here === there || users.includes(here) || isTest(path);
}

function clientPlaceOf(parts: readonly string[]): Place {
  const [first, second] = parts;
  const depth = first === 'live' || (first === 'calls' && second === 'core') ? 2 : 1;
  const room = parts.length === 1 ? 'app' : parts.slice(0, depth).join('/');
  return { app: 'client', room, folder: folderBelow(parts, depth) };
}

function serverPlaceOf(parts: readonly string[]): Place {
  const at = (room: string, depth: number): Place => ({ app: 'server', room, folder: folderBelow(parts, depth) });
  const [first = '', second = ''] = parts;
  if (['config-values.ts', 'config-clients.ts'].includes(first)) return at('config', 1);
  if (parts.length === 1) return at(first === 'events.ts' || first === 'config.ts' ? first.slice(0, -3) : 'main', 1);
  // The interface alone: a port.
  if (parts.join('/') === 'pbx/media/media.ts') return { app: 'server', room: 'pbx', folder: '' };
  if (['testing', 'cli', 'services'].includes(first)) return at('main', 1);
  if (first === 'settings') return at('config', 1);
  if (first === 'features') return at(`features/${second}`, 2);
  if (parts.length === 2) return at(first, 1);
  if (first === 'pbx' || first === 'ai') return at(`${first}/${second}`, 2);
  if (first === 'integrations') return at(second === 'vcard' ? 'integrations/vcard' : 'integrations/*', 2);
  return at(first, 1);
}

/** The folder in which a file stands below the first `depth` parts of its path. */
const folderBelow = (parts: readonly string[], depth: number): string =>
  parts.length > depth + 1 ? (parts[depth] ?? '') : '';
