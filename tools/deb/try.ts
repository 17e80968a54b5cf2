import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const cache = join(import.meta.dirname, '../../.cache');
/** A Debian as its installer leaves it; kept, as making it takes a minute. */
const fresh = join(cache, 'debian');

const readyWithinMs = 180_000;

/** The command that the unit runs, with the settings that it gives. */
const server = [
  'env',
  'HOST=127.0.0.1',
  'DATA_DIR=/var/lib/sidetone/data',
  'NODE_COMPILE_CACHE=/var/cache/sidetone',
  'setpriv',
  '--reuid=sidetone',
  '--regid=sidetone',
  '--clear-groups',
  '/opt/sidetone/node_modules/node/bin/node',
  '/opt/sidetone/apps/server/src/main.ts',
  '--empty',
];

const asks = `fetch('http://127.0.0.1:8080/api/ready').then((r) => r.text()).then(console.log, () => process.exit(1))`;

/**
 * Installs the package in a fresh Debian that is cut off from every network, starts the server there as the unit does and
 * waits until it says that it is ready; then asks a command, and removes the package. Wants root and debootstrap. Throws
 * with what the server said where it does not get ready.
 */
export async function tryPackage(file: string, name: string): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error('Only root can try a package in a fresh Debian.');
  mkdirSync(cache, { recursive: true });
  const tree = join(cache, `debian-${process.pid}`);
  try {
    if (!existsSync(fresh)) {
      // It is kept once it is whole: one that was broken off is not taken for it.
      execFileSync('debootstrap', ['--variant=minbase', '--include=adduser', 'stable', tree], { stdio: 'inherit' });
      renameSync(tree, fresh);
    }
    execFileSync('cp', ['-a', '--reflink=auto', fresh, tree]);
    copyFileSync(file, join(tree, name));
    inside(tree, 'dpkg', '-i', `/${name}`);
    await startsAndAnswers(tree);
    inside(tree, 'dpkg', '-P', 'sidetone');
    const left = ['opt/sidetone', 'usr/bin/sidetone', 'etc/sidetone/sidetone.env'].filter((path) =>
      existsSync(join(tree, path)),
    );
    if (left.length > 0) throw new Error(`The removed package leaves ${left.join(', ')}`);
    if (!existsSync(join(tree, 'var/lib/sidetone/data'))) throw new Error('The removed package took the data along');
    console.log('  ✓ removed again; the data is left');
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

/** Runs a program in the tree with a network, processes and devices of its own; gives what it printed. */
const inside = (tree: string, ...words: string[]): string =>
  execFileSync('unshare', wordsInside(tree, words), { encoding: 'utf8', env: environment });

const environment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive' };

const wordsInside = (tree: string, words: readonly string[]): string[] => [
  '--net',
  '--mount',
  '--pid',
  '--fork',
  '--kill-child',
  'sh',
  '-c',
  `set -e
ip link set lo up 2>/dev/null || true
mount -t proc proc "$0/proc"
mount --bind /dev "$0/dev"
mkdir -p "$0/dev/shm"
exec chroot "$0" "$@"`,
  tree,
  ...words,
];

/** The question has to come from within: no other network leads there. */
async function startsAndAnswers(tree: string): Promise<void> {
  const node = '/opt/sidetone/node_modules/node/bin/node';
  const script = `"$@" & echo $! > /run/server.pid
for i in $(seq ${readyWithinMs / 1000}); do
  if ${node} -e "${asks}" 2>/dev/null | grep -q ready; then
    echo READY
    sidetone doctor --json > /tmp/doctor.json 2>/dev/null || true
    test -s /tmp/doctor.json && echo DOCTOR
    break
  fi
  sleep 1
done
kill "$(cat /run/server.pid)"
wait`;
  const child = spawn('unshare', wordsInside(tree, ['sh', '-c', script, 'sh', ...server]), { env: environment });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const code = await Promise.race([
    new Promise((resolve) => child.once('close', resolve)),
    pause(readyWithinMs + 60_000, undefined, { ref: false }).then(() => {
      spawnSync('kill', ['-9', String(child.pid)]);
      return 'too late';
    }),
  ]);
  if (!said.includes('READY\n')) throw new Error(`The server did not get ready (${code}):\n${said.slice(-3000)}`);
  console.log('  ✓ installed in a fresh Debian without a network, started, and ready');
  if (!said.includes('DOCTOR\n')) throw new Error(`The command sidetone says nothing:\n${said.slice(-3000)}`);
  console.log('  ✓ the command sidetone answers');
}
