// `npm run deb` builds `dist/sidetone_VERSION_ARCH.deb`: the server with Node and all packages that it runs with, so that a
// start needs no network and no npm. The same commit gives the same bytes. `npm run deb -- --try` installs it in a fresh
// Debian besides and waits until it is ready (try.ts).
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { type Entry, neededPackages } from './needed-packages.ts';
import { tryPackage } from './try.ts';

const root = join(import.meta.dirname, '../..');
const texts = join(root, 'deploy/debian');
/** Where units and commands expect the project. */
const home = 'opt/sidetone';

/** What Debian calls this machine. */
const architecture = (): string => ({ x64: 'amd64', arm64: 'arm64' })[process.arch as string] ?? process.arch;

/** Of the project: tests and what only tests use. */
const isOfTests = (path: string): boolean => /(^|\/)testing(\/|$)|\.test\.tsx?$/.test(path);

/** Of a package, by the path inside it: what no program reads, and what is for other machines. Licences stay. */
function isOfNoUse(path: string): boolean {
  const [, platform] = /(?:^|\/)prebuilds\/([^/]+)/.exec(path) ?? [];
  if (platform !== undefined && platform !== `linux-${process.arch}`) return true;
  if (/\.node$/.test(path) && /(arm64|x64|ia32)/.test(path) && !path.includes(process.arch)) return true;
  if (/^(tests?|__tests__|spec|examples?|benchmarks?|integration)(\/|$)|(^|\/)pgxs(\/|$)/.test(path)) return true;
  return /(^|\/)\.[^/]+$|\.d\.[cm]?ts$|\.map$/.test(path);
}

/** Programs among the packages; scripts there are run by Node, whatever their rights. */
const isProgram = (path: string): boolean => /\/(node_modules\/node|native)\/bin\/[^/]+$/.test(path);

/** Folders and files of the project that a server runs with. */
const own = [
  'package.json',
  'package-lock.json',
  'LICENSE',
  'CHANGELOG.md',
  'CHANGELOG.de.md',
  'apps/client/dist',
  'deploy',
  'docs/OPERATIONS.md',
  'docs/LOGGING.md',
];

function copyTo(tree: string, path: string): void {
  const from = join(root, path);
  const inPackages = path.startsWith('node_modules/');
  cpSync(from, join(tree, home, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter(source) {
      const inside = relative(from, source);
      // Packages within a package are copied where they are needed.
      if (inPackages && /(^|\/)node_modules(\/|$)/.test(inside)) return false;
      return inPackages ? !isOfNoUse(inside) : !isOfTests(inside);
    },
  });
}

/** Everything below /opt/sidetone. */
function layProgram(tree: string): void {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Entry>;
  };
  for (const path of own) copyTo(tree, path);
  const needed = [...neededPackages(packages, 'apps/server'), 'node_modules/node'];
  for (const path of needed) {
    // What is for another platform is not installed here.
    if (existsSync(join(root, path))) copyTo(tree, path);
    else if (packages[path] !== undefined && !('optional' in packages[path])) {
      throw new Error(`${path} is not installed: run npm run prestart`);
    }
    const { name } = path.startsWith('node_modules/') ? {} : packageOf(path);
    if (name === undefined) continue;
    const link = join(tree, home, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(dirname(link), join(tree, home, path)), link);
  }
}

const packageOf = (path: string): { name?: string } =>
  JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));

/** Units, settings, the command `sidetone` and what Debian wants to know. */
function laySystem(tree: string, version: string): void {
  const put = (from: string, to: string, mode = 0o644): void => {
    mkdirSync(dirname(join(tree, to)), { recursive: true });
    copyFileSync(from, join(tree, to));
    chmodSync(join(tree, to), mode);
  };
  for (const unit of readdirSync(join(root, 'deploy/systemd'))) {
    put(join(root, 'deploy/systemd', unit), `usr/lib/systemd/system/${unit}`);
  }
  put(join(texts, 'sidetone'), 'usr/bin/sidetone', 0o755);
  put(join(texts, 'sidetone.env'), 'etc/sidetone/sidetone.env', 0o640);
  put(join(texts, 'copyright'), 'usr/share/doc/sidetone/copyright');
  put(join(texts, 'lintian-overrides'), 'usr/share/lintian/overrides/sidetone');
  for (const script of ['postinst', 'prerm', 'postrm']) put(join(texts, script), `DEBIAN/${script}`, 0o755);
  writeFileSync(join(tree, 'DEBIAN/conffiles'), '/etc/sidetone/sidetone.env\n');
  const kilobytes = execFileSync('du', ['-sk', '--exclude=DEBIAN', tree], { encoding: 'utf8' }).split('\t')[0] ?? '';
  const control = readFileSync(join(texts, 'control'), 'utf8')
    .replace('@VERSION@', version)
    .replace('@ARCH@', architecture())
    .replace('@KILOBYTES@', kilobytes);
  writeFileSync(join(tree, 'DEBIAN/control'), control);
}

/** The same time and the same rights for everything, whatever they are here. */
function settle(folder: string, seconds: number): void {
  for (const one of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, one.name);
    if (one.isDirectory()) settle(path, seconds);
    else if (one.isFile()) {
      const { mode } = statSync(path);
      const isRun = path.includes('/node_modules/') ? isProgram(path) : (mode & 0o100) !== 0;
      chmodSync(path, path.includes('/etc/sidetone/') ? 0o640 : isRun ? 0o755 : 0o644);
    }
    lutimesSync(path, seconds, seconds);
  }
  chmodSync(folder, 0o755);
  lutimesSync(folder, seconds, seconds);
}

/** Builds the package; gives its file. */
function build(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const epoch = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).trim();
  const dist = join(root, 'dist');
  mkdirSync(dist, { recursive: true });
  const tree = mkdtempSync(join(dist, 'deb-'));
  const half = `${tree}.half`;
  const file = join(dist, `sidetone_${version}_${architecture()}.deb`);
  try {
    mkdirSync(join(tree, 'DEBIAN'));
    layProgram(tree);
    laySystem(tree, version);
    settle(tree, Number(epoch));
    execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '-z6', '--threads-max=2', '--build', tree, half], {
      env: { ...process.env, SOURCE_DATE_EPOCH: epoch },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    renameSync(half, file);
  } finally {
    for (const path of [tree, half]) rmSync(path, { recursive: true, force: true });
  }
  return file;
}

const file = build();
console.log(`  ✓ ${relative(root, file)}, ${Math.round(statSync(file).size / 1e6)} MB`);
if (process.argv.includes('--try')) await tryPackage(file, basename(file));
