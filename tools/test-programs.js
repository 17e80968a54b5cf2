// The programs that tests call besides Node: a browser, a desk phone, an address book, a SIP load generator.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

/**
 * Program → its Debian package or packages, and what cannot be tested without it or what happens instead. What is no program
 * names a file of a library folder.
 */
const programs = {
  chromium: { package: 'chromium', tests: 'everything in a browser' },
  'chromium-headless-shell': {
    package: 'chromium-headless-shell',
    instead: 'stories run in the whole of Chromium and take longer',
  },
  baresip: { package: 'baresip-core', tests: 'calls with a desk phone' },
  linphonec: { package: 'linphone-cli', tests: 'calls with the phone of another maker' },
  kamailio: { package: 'kamailio', tests: "phones of a foreign registrar (the classic generation's), and a cell" },
  'kamailio-tls': {
    package: 'kamailio-tls-modules',
    file: 'kamailio/modules/tls.so',
    tests: 'a cell of several servers',
  },
  haproxy: { package: 'haproxy', tests: 'a cell of several servers' },
  patroni: { package: 'patroni', tests: 'the example of Patroni' },
  keepalived: { package: 'keepalived', tests: 'the example of keepalived' },
  radicale: { package: 'radicale', tests: 'address books by CardDAV' },
  sipp: { package: 'sip-tester', tests: 'two hundred calls at once' },
  svwar: { package: 'sipvicious', tests: 'attacks on the registrar' },
  turnserver: { package: 'coturn', tests: 'calls by a TURN server' },
  ip: { package: 'iproute2', tests: 'calls with a second machine' },
  certutil: { package: 'libnss3-tools', tests: 'calls with a second machine' },
  'espeak-ng': { package: 'espeak-ng', tests: 'texts that are read aloud' },
  flite: { package: 'flite', tests: 'a real recogniser of speech' },
  pocketsphinx_continuous: {
    package: ['pocketsphinx', 'pocketsphinx-en-us'],
    tests: 'a real recogniser of speech',
  },
};

/** The programs that this machine lacks. */
export function missingPrograms() {
  return Object.keys(programs).filter((name) => !isThere(name));
}

/** One line for each missing program: what is skipped, or happens instead. */
export function describeMissing(names) {
  return names.map((name) => {
    const { tests, instead } = programs[name];
    if (instead) return `${name} is not installed: ${instead}`;
    return `${name} is not installed, so this is not tested: ${tests}`;
  });
}

/**
 * Installs what is missing where that is possible without asking anybody: on Debian and its kin, as root or with a sudo
 * that wants no password. Elsewhere says what the tests will skip.
 */
export async function installTestPrograms({ run, step }) {
  const missing = missingPrograms();
  if (missing.length === 0) return;
  const packages = missing.flatMap((name) => programs[name].package);
  const obstacle = whyNotInstallable(packages);
  if (obstacle) {
    for (const line of describeMissing(missing)) console.log(`  – ${line}`);
    console.log(`    ${obstacle}`);
    return;
  }
  console.log(`  Installing ${packages.join(', ')}`);
  const command = isRoot() ? ['sh'] : ['sudo', '-n', 'sh'];
  const code = await run(command[0], command.slice(1).concat(['-c', script, 'sh'], packages));
  const left = missingPrograms();
  if (code === 0 && left.length === 0) {
    step(`Installed ${packages.join(', ')}`);
    return;
  }
  for (const line of describeMissing(left)) console.log(`  – ${line} (apt could not install it)`);
}

// Debian starts the services of what it installs, and some would take the ports that the tests use; a policy-rc.d that
// says no prevents it. One that is there already is the administrator's and stays.
const script = `
set -e
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  trap 'rm -f "$policy"' EXIT
  trap 'exit 1' INT TERM
  printf '#!/bin/sh\\nexit 101\\n' > "$policy"
  chmod 755 "$policy"
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
# One package that a release does not have keeps apt from installing any.
known=$(for name in "$@"; do if apt-cache show "$name" > /dev/null 2>&1; then echo "$name"; fi; done)
[ -z "$known" ] || apt-get install -y -qq --no-install-recommends $known
`;

function whyNotInstallable(packages) {
  const byHand = `apt-get install ${packages.join(' ')}`;
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) {
    return 'Only Debian and its kin get them installed by themselves; install them with what your system has.';
  }
  if (isRoot()) return undefined;
  if (spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0) return undefined;
  return `Installing needs root, and sudo asks for a password here: sudo ${byHand}`;
}

function isRoot() {
  return typeof process.getuid === 'function' && process.getuid() === 0;
}

function isThere(name) {
  const { file } = programs[name];
  if (file)
    return existsSync('/usr/lib') && readdirSync('/usr/lib').some((folder) => existsSync(`/usr/lib/${folder}/${file}`));
  if (process.platform === 'win32') return spawnSync(`where ${name}`, { shell: true, stdio: 'ignore' }).status === 0;
  // Kamailio, HAProxy and keepalived lie where only root looks.
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
  return spawnSync(`command -v ${name}`, { shell: true, stdio: 'ignore', env }).status === 0;
}
