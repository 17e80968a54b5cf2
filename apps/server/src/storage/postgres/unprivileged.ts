import { spawnSync } from 'node:child_process';
import { chownSync, lchownSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Who PostgreSQL runs as. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * PostgreSQL refuses to run as root, so root hands it to an account without rights: `sidetone` where an administrator
 * made one, else `nobody`. Undefined when we are not root and PostgreSQL simply runs as we do.
 */
export function unprivilegedUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['sidetone', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL cannot run as root, and this machine has neither a user "sidetone" nor "nobody".');
}

/** Whether `user` can enter this folder: every folder above it lets them through. Asked of the system, not computed. */
export function canEnter(user: SystemUser | undefined, folder: string): boolean {
  if (!user) return true;
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
}

/** Gives a folder and everything in it to `user`. */
export function giveTo(user: SystemUser | undefined, folder: string): void {
  if (!user) return;
  chownSync(folder, user.uid, user.gid);
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(folder, entry), user.uid, user.gid);
  }
}

/** Gives one file to `user`. */
export function giveFileTo(user: SystemUser | undefined, file: string): void {
  if (user) chownSync(file, user.uid, user.gid);
}
