import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the attack comes from; nobody else in a story has this address. */
const attackerAddress = '127.0.0.9';

/** How long one attack may last, in seconds, and with no answer at all. */
const mostSeconds = 60;
const silentSeconds = 8;

/** Runs a program of sipvicious to its end, or to its limit; gives all that it printed. */
const run = async (
  program: 'svwar' | 'svcrack',
  { from = attackerAddress, ...attack }: Attack,
  more: readonly string[],
) => {
  const args = [
    '-b',
    from,
    '-d',
    attack.list,
    '--maximumtime',
    String(silentSeconds),
    ...more,
    `udp://${attack.server}`,
  ];
  const child = spawn('timeout', ['--signal=INT', String(mostSeconds), program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PYTHONPATH: join(import.meta.dirname, 'sipvicious'), ATTACK_FROM: from },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (printed += String(part)));
  await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  return printed;
};

interface Attack {
  /** `127.0.0.1:5060`. */
  readonly server: string;
  readonly from?: string;
  /** Where the list of words is written. */
  readonly list: string;
}

/** Searches for extensions among `names` with requests of one method; gives what it says of each that it found. */
export async function searchesExtensions(
  attack: Attack,
  method: 'REGISTER' | 'INVITE' | 'OPTIONS',
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  await writeFile(attack.list, `${names.join('\n')}\n`);
  const printed = await run('svwar', attack, ['-m', method, '--force']);
  return new Map([...printed.matchAll(/\|\s*(\w+)\s*\|\s*(\w+)\s*\|/g)].map(([, name = '', how = '']) => [name, how]));
}

/** Guesses the password of a user; gives the one it believes in, if any. */
export async function guessesPassword(
  attack: Attack,
  username: string,
  passwords: readonly string[],
): Promise<string | undefined> {
  await writeFile(attack.list, `${passwords.join('\n')}\n`);
  const printed = await run('svcrack', attack, ['-u', username]);
  const found = [...printed.matchAll(/\|\s*(\w+)\s*\|\s*(\S+)\s*\|/g)].find(([, name]) => name === username);
  return found?.[2];
}
