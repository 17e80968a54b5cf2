// Guards package-lock.json against three silent faults of npm:
//  - a required package is absent (the lockfile was made while a workspace still had its own node_modules),
//  - an optional package of another platform is absent, after which `npm ci` refuses the whole file,
//  - a package of another platform has no checksum, so that there `npm ci` takes whatever it is given.
// `node tools/lockfile.js` reports them; with --repair it writes those of the second and third kind, with checksums that the
// registry tells for exactly these versions.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';

const lockPath = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(lockPath, 'utf8'));
const entries = lock.packages;

const OS_WORDS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const CPU_WORDS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32'];

/** Folders in which Node looks for a package required from `folder`, nearest first. */
function* lookupFolders(folder) {
  let at = folder;
  while (at !== '') {
    yield `${at}/node_modules/`;
    const nested = at.lastIndexOf('/node_modules/');
    if (nested >= 0) at = at.slice(0, nested);
    else if (at.startsWith('node_modules/') || !at.includes('/')) at = '';
    else at = at.slice(0, at.lastIndexOf('/'));
  }
  yield 'node_modules/';
}

const resolveEntry = (folder, name) => {
  for (const base of lookupFolders(folder)) if (entries[base + name]) return entries[base + name];
  return undefined;
};

/** What the name of a platform package, such as `@biomejs/cli-linux-x64-musl`, says about where it runs. */
const platformOf = (name) => {
  const words = name.replaceAll('windows', 'win32').split(/[-/]/);
  const cpu = CPU_WORDS.filter(
    (cpu) => words.includes(cpu) || (cpu === 'arm' && words.some((w) => /^arm(v\d|eabi)/.test(w))),
  );
  const os = OS_WORDS.filter((os) => words.includes(os));
  const libc = words.some((w) => w.startsWith('musl'))
    ? 'musl'
    : words.some((w) => w.startsWith('gnu'))
      ? 'glibc'
      : undefined;
  return { os, cpu, libc: os.includes('linux') ? libc : undefined };
};

const incomplete = [];
const missingOptional = {};
for (const [folder, entry] of Object.entries(entries)) {
  if (entry.link) continue;
  const hardPeers = Object.keys(entry.peerDependencies ?? {}).filter((n) => !entry.peerDependenciesMeta?.[n]?.optional);
  const needed = [...Object.keys(entry.dependencies ?? {}), ...Object.keys(entry.devDependencies ?? {}), ...hardPeers];
  for (const name of needed) if (!resolveEntry(folder, name)) incomplete.push(`${folder || 'the root'} needs ${name}`);

  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const found = resolveEntry(folder, name);
    if (found && (!/^\d/.test(range) || found.version === range)) continue;
    const { os, cpu, libc } = platformOf(name);
    missingOptional[`${folder ? `${folder}/` : ''}node_modules/${name}`] = {
      version: range.replace(/^\D*/, ''),
      ...(cpu.length > 0 && { cpu }),
      ...(entry.dev && { dev: true }),
      ...(libc && { libc: [libc] }),
      optional: true,
      ...(os.length > 0 && { os }),
    };
  }
}

/** Packages that come from the registry and have no checksum. */
const withoutChecksum = (packages) =>
  Object.entries(packages).filter(
    ([folder, { link, integrity, inBundle }]) => folder.includes('node_modules/') && !link && !integrity && !inBundle,
  );

/** The checksum that the registry tells for one version of a package. Rejects where it tells none. */
const checksumOf = async (name, version) => {
  const { stdout } = await promisify(execFile)('npm', ['view', `${name}@${version}`, 'dist.integrity']);
  const checksum = stdout.trim();
  if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(checksum))
    throw new Error(`The registry has no checksum of ${name}@${version}.`);
  return checksum;
};

const repair = async () => {
  const packages = { ...entries, ...missingOptional };
  const lacking = withoutChecksum(packages);
  for (const [folder, { version, ...rest }] of lacking) {
    const name = rest.name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    packages[folder] = { version, integrity: await checksumOf(name, version), ...rest };
  }
  const isNew = Object.keys(missingOptional).length > 0;
  const all = Object.entries(packages);
  if (isNew) all.sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(lockPath, `${JSON.stringify({ ...lock, packages: Object.fromEntries(all) }, null, 2)}\n`);
  return lacking.length;
};

const repairs = Object.keys(missingOptional).length;
const unchecked = withoutChecksum(entries).length;
for (const line of incomplete) console.error(`package-lock.json is incomplete: ${line}`);
if (incomplete.length > 0) console.error('Remove package-lock.json and every node_modules, then run npm install.');
if (repairs + unchecked > 0 && process.argv.includes('--repair')) {
  const checksums = await repair();
  console.log(`package-lock.json: added ${repairs} optional packages of other platforms and ${checksums} checksums`);
} else {
  const how = 'npm run lockfile -- --repair';
  if (repairs > 0) console.error(`package-lock.json lacks ${repairs} optional packages of other platforms: ${how}`);
  if (unchecked > 0) console.error(`package-lock.json lacks the checksums of ${unchecked} packages: ${how}`);
}
process.exitCode = incomplete.length > 0 || (repairs + unchecked > 0 && !process.argv.includes('--repair')) ? 1 : 0;
