// Who may import whom. Walks every source file, resolves its imports and fails where the two tables are broken.
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourcesBelow } from './source-files.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const plumbing = ['live', 'platform', 'ui', 'i18n', 'contract'];
const callers = ['calls', ...plumbing];

/** Client: room → rooms it may import besides itself. */
const clientRooms: Record<string, readonly string[]> = {
  ui: [],
  i18n: [],
  platform: ['contract'],
  live: ['contract', 'platform'],
  'calls/core': ['contract'],
  audio: ['platform', 'contract'],
  calls: ['calls/core', 'audio', ...plumbing],
  contacts: callers,
  channels: ['contacts', ...callers],
  player: plumbing,
  transcript: ['player', ...plumbing],
  notes: ['contacts', ...plumbing],
  'call-detail': ['player', 'transcript', 'notes', 'contacts', ...callers],
  inbox: ['player', 'call-detail', 'channels', 'contacts', ...callers],
  threads: ['player', 'call-detail', 'inbox', 'channels', 'contacts', ...callers],
  feedback: callers,
  omnibar: ['call-detail', 'channels', 'contacts', ...callers],
  admin: ['channels', 'contacts', ...plumbing],
  onboarding: ['audio', 'channels', 'contacts', ...plumbing],
  settings: ['audio', 'channels', 'contacts', ...callers],
  app: ['*'],
};

const sharedGround = ['identity', 'documents', 'sound', 'jobs', 'storage', 'events', 'network', 'contract'];

/** Server: room → rooms it may import besides itself. `pbx` means its door files, `ports.ts` among them. */
const serverRooms: Record<string, readonly string[]> = {
  'pbx/calls': ['contract', 'pbx', 'pbx/routing'],
  'pbx/routing': ['contract', 'pbx'],
  'pbx/sip': ['pbx', 'pbx/calls', 'sip', 'contract'],
  'pbx/control': ['pbx', 'pbx/calls', 'pbx/routing', 'pbx/media', 'contract', 'sip'],
  'pbx/media': ['pbx', 'pbx/calls', 'sip', 'contract'],
  pbx: ['pbx/calls', 'pbx/routing', 'pbx/sip', 'pbx/control', 'pbx/media', 'contract', 'sip'],
  storage: ['contract'],
  events: ['contract'],
  sound: [],
  // Which networks are whose, for rooms that speak to hosts which someone entered.
  network: [],
  tls: [],
  supervisor: ['storage', 'config', 'tls', 'contract'],
  backup: ['storage', 'contract'],
  jobs: ['storage', 'events', 'contract'],
  documents: ['storage', 'events', 'contract'],
  identity: ['storage', 'documents', 'jobs', 'events', 'contract'],
  realtime: ['identity', 'documents', 'events', 'contract'],
  features: [...sharedGround, 'integrations/vcard'],
  // The door holds what all of them share; each folder below is one address book or CRM.
  integrations: ['integrations/*', ...sharedGround],
  'integrations/*': ['integrations', 'integrations/vcard', ...sharedGround],
  // The form of contacts that address books and files have in common.
  'integrations/vcard': ['integrations', 'contract'],
  api: ['identity', 'contract'],
  demo: sharedGround,
  config: ['contract'],
  main: ['*'],
};

interface Found {
  readonly file: string;
  readonly target: string;
}

const sourcesIn = (folder: string): string[] => sourcesBelow(folder).filter((file) => !file.endsWith('.js'));

const isTest = (file: string) => /\.test\.tsx?$|\/testing\/|\.browser\.test\./.test(file);

const importPatterns = [
  /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^\s*import\s*['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
];

const importsOf = (file: string): Found[] => {
  const text = readFileSync(file, 'utf8');
  return importPatterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({ file, target: match[1] ?? '' })),
  );
};

/** The client room of a path below `apps/client/src`. */
const clientRoomOf = (path: string): string => {
  const [first = '', second = ''] = path.split('/');
  if (first === 'calls' && second === 'core') return 'calls/core';
  return path.includes('/') ? first : 'app';
};

/** The server room of a path below `apps/server/src`; features are one room each. */
const serverRoomOf = (path: string): string => {
  const parts = path.split('/');
  if (parts.length === 1) return ['events.ts', 'config.ts'].includes(path) ? path.slice(0, -3) : 'main';
  if (path === 'pbx/media/media.ts') return 'pbx'; // the interface alone: a port
  if (parts[0] === 'pbx') return parts.length > 2 ? `pbx/${parts[1]}` : 'pbx';
  if (parts[0] === 'testing') return 'main';
  if (parts[0] === 'features') return `features/${parts[1]}`;
  if (parts[0] === 'integrations' && parts.length > 2) {
    return parts[1] === 'vcard' ? 'integrations/vcard' : 'integrations/*';
  }
  return parts[0] === 'cli' ? 'main' : (parts[0] ?? 'main');
};

const packageOf = (specifier: string): string | undefined => /^@sidetone\/([\w-]+)/.exec(specifier)?.[1];

const checkApp = (
  source: string,
  roomOf: (path: string) => string,
  allowedFor: (room: string) => readonly string[] | undefined,
  resolveAlias: (specifier: string) => string | undefined,
): string[] =>
  sourcesIn(source).flatMap((file) => {
    const here = relative(source, file);
    const room = roomOf(here);
    const allowed = allowedFor(room);
    if (!allowed) return [`${relative(root, file)}: the room "${room}" is not in the table of tools/layers.ts`];
    if (allowed.includes('*') || isTest(file)) return [];
    return importsOf(file).flatMap(({ target }) => {
      const owned = packageOf(target);
      const alias = resolveAlias(target);
      const path = target.startsWith('.') ? relative(source, resolve(dirname(file), target)) : alias;
      const other = owned ?? (path === undefined ? undefined : roomOf(path));
      if (other === undefined || other === room || allowed.includes(other)) return [];
      return [`${relative(root, file)}: "${room}" may not import "${other}" (${target})`];
    });
  });

const purePackages = (): string[] =>
  [
    { folder: 'packages/contract/src', may: /^(\.|zod$|zod\/|libphonenumber-js\/)/ },
    { folder: 'packages/sip/src', may: /^\./ },
    { folder: 'apps/client/src/calls/core', may: /^(\.|@sidetone\/contract\/)/ },
    { folder: 'apps/server/src/pbx/calls', may: /^(\.|@sidetone\/contract\/)/ },
    { folder: 'apps/server/src/pbx/routing', may: /^(\.|@sidetone\/contract\/)/ },
  ].flatMap(({ folder, may }) =>
    sourcesIn(join(root, folder))
      .filter((file) => !isTest(file))
      .flatMap(importsOf)
      .filter(({ target }) => !may.test(target))
      .map(({ file, target }) => `${relative(root, file)}: a pure room may not import ${target}`),
  );

const tooLong = (): string[] =>
  ['apps', 'packages', 'e2e', 'bench', 'tools'].flatMap((folder) =>
    sourcesIn(join(root, folder))
      .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
      .filter(({ lines }) => lines > 400)
      .map(({ file, lines }) => `${relative(root, file)}: ${lines} lines; 400 is the most`),
  );

const broken = [
  ...checkApp(
    join(root, 'apps/client/src'),
    clientRoomOf,
    (room) => clientRooms[room],
    (specifier) => (specifier.startsWith('#') ? specifier.slice(1) : undefined),
  ),
  ...checkApp(
    join(root, 'apps/server/src'),
    serverRoomOf,
    (room) => serverRooms[room.startsWith('features/') ? 'features' : room],
    (specifier) => (specifier.startsWith('#server/') ? specifier.slice('#server/'.length) : undefined),
  ),
  ...purePackages(),
  ...tooLong(),
];
for (const line of broken) console.error(line);
process.exitCode = broken.length > 0 ? 1 : 0;
