// Installs what is missing and builds the client. Runs before anything is installed, so it imports nothing but Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cache = join(root, '.cache');
const distribution = join(root, 'apps', 'client', 'dist');
const isWindows = process.platform === 'win32';

/** Ends with words for a person instead of a trace. */
function giveUp(...lines) {
  console.error('');
  for (const line of lines) console.error(`  ✗ ${line}`);
  console.error('');
  process.exit(1);
}

function step(text) {
  console.log(`  ✓ ${text}`);
}

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

/** Runs a program and shows what it prints. While it is silent, a line every ten seconds says that it still works. */
function run(command, words, options) {
  const began = Date.now();
  const ticker = setInterval(() => console.log(`    … still at it (${seconds(began)})`), 10000);
  return new Promise((resolve) => {
    const child = spawn(command, words, Object.assign({ cwd: root, stdio: 'inherit' }, options));
    const stop = () => child.kill('SIGTERM');
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    const finish = (code) => {
      clearInterval(ticker);
      process.removeListener('SIGINT', stop);
      process.removeListener('SIGTERM', stop);
      resolve(code);
    };
    child.once('error', (error) => {
      console.error(error.message);
      finish(1);
    });
    child.once('exit', (code, signal) => {
      if (signal) process.exit(1);
      finish(code === null ? 1 : code);
    });
  });
}

/** One at a time: two starts in one folder must not install or build at once. */
async function alone(work) {
  const lock = join(cache, 'prepare.lock');
  try {
    mkdirSync(cache, { recursive: true });
  } catch (error) {
    giveUp(`The project folder ${root} cannot be written (${error.code}).`, 'Clone it where you may write.');
  }
  for (let told = false; ; ) {
    try {
      const fd = openSync(lock, 'wx');
      writeFileSync(fd, String(process.pid));
      closeSync(fd);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') giveUp(`${lock} cannot be written: ${error.message}`);
    }
    if (isAbandoned(lock)) {
      removeFile(lock);
      continue;
    }
    if (!told) console.log('    another start is preparing this folder; waiting for it');
    told = true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  process.once('exit', () => removeFile(lock));
  await work();
}

function isAbandoned(lock) {
  try {
    const owner = Number(readFileSync(lock, 'utf8'));
    // Its owner writes its number right after making it.
    if (!owner) return Date.now() - statSync(lock).mtimeMs > 5000;
    process.kill(owner, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function removeFile(file) {
  try {
    unlinkSync(file);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch (_error) {
    return undefined; // Missing, or cut off by an interrupted installation.
  }
}

/** Whether each package that the lockfile wants on this machine is there in that version, and Node itself runs. */
function isInstalled() {
  const wanted = packagesOf('package-lock.json');
  const found = packagesOf('node_modules/.package-lock.json');
  if (!wanted) giveUp('package-lock.json is missing or damaged. Get it back: git checkout package-lock.json');
  if (!found) return false;
  for (const path of Object.keys(wanted)) {
    const entry = wanted[path];
    if (path.indexOf('node_modules/') === -1) continue;
    if (entry.link) {
      // A package of ours that came with an update.
      if (!existsSync(join(root, path))) return false;
      continue;
    }
    const present = found[path];
    if (!present && !entry.optional && !entry.peer) return false;
    if (present && present.version !== entry.version) return false;
  }
  return spawnSync(ownNode(), ['--version'], { stdio: 'ignore' }).status === 0;
}

/** The Node that came with the packages and runs the server. */
function ownNode() {
  return join(root, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node');
}

async function install() {
  if (isInstalled()) return;
  const began = Date.now();
  console.log('  Installing packages (about a minute; only when they changed)');
  // A production setting of the machine would leave out what builds the client.
  const words = ['ci', '--include=dev', '--no-fund', '--no-audit', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const code = npm ? await run(process.execPath, [npm].concat(words)) : await run('npm', words, { shell: isWindows });
  if (code !== 0) {
    giveUp(
      'npm could not install the packages; its own words are above.',
      'It needs the network once, about 1 GB of disk, and leave to write to this folder.',
      'Then run the same command again.',
    );
  }
  if (!isInstalled()) {
    giveUp(
      'npm said it was done, but packages are still missing.',
      'If installing without scripts is set (npm config get ignore-scripts), turn that off and try again.',
    );
  }
  step(`Packages are installed (${seconds(began)})`);
}

/** Everything that the built client depends on. */
const sources = [
  'apps/client/src',
  'apps/client/public',
  'apps/client/index.html',
  'apps/client/vite.config.ts',
  'apps/client/package.json',
  'packages/contract/src',
  'CHANGELOG.md',
  'package-lock.json',
];

function addTo(digest, path) {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort()) addTo(digest, join(path, name));
  } else if (!/\.test\.tsx?$/.test(path)) {
    digest.update(relative(root, path)).update('\0').update(readFileSync(path)).update('\0');
  }
}

async function buildClient() {
  const digest = createHash('sha256');
  for (const source of sources) addTo(digest, join(root, source));
  const wanted = digest.digest('hex');
  const note = join(distribution, '.built-from');
  if (existsSync(note) && readFileSync(note, 'utf8') === wanted) return;

  const began = Date.now();
  console.log('  Building the client');
  // Built aside and swapped, so that a running server never serves half a client.
  const fresh = join(cache, 'client-fresh');
  const old = join(cache, 'client-old');
  rmSync(fresh, { recursive: true, force: true });
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const words = [vite, 'build', join(root, 'apps', 'client'), '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'];
  // Whatever the shell or a test says: a build for development is slower, and tells more than users should read.
  const code = await run(ownNode(), words, { env: Object.assign({}, process.env, { NODE_ENV: 'production' }) });
  if (code !== 0) giveUp('The client could not be built; the reason is above.');
  writeFileSync(join(fresh, '.built-from'), wanted);
  rmSync(old, { recursive: true, force: true });
  if (existsSync(distribution)) renameSync(distribution, old);
  renameSync(fresh, distribution);
  rmSync(old, { recursive: true, force: true });
  step(`The client is built (${seconds(began)})`);
}

/** Does everything that has to be done before `purpose`: `start` or `test`. Ends the process when it cannot. */
export async function prepare(purpose) {
  try {
    if (purpose !== 'start' && purpose !== 'test') giveUp('Usage: node tools/prepare.js start|test');
    await alone(async () => {
      await install();
      await buildClient();
      if (purpose !== 'test') return;
      const { installTestPrograms } = await import('./test-programs.js');
      await installTestPrograms({ run, step });
    });
  } catch (error) {
    giveUp(error.message);
  }
}
