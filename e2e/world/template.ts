import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { workdayClock } from '../../apps/server/src/demo/workday-clock.ts';
import { copyFolderTo, newDataFolder } from './data-folder.ts';
import { freePorts } from './ports.ts';
import { repository, Sidetone } from './sidetone.ts';

const templates = join(repository, '.cache', 'story-templates');

/** Templates that no run has asked for so long are removed: another run beside this one may still copy a younger one. */
const staleAfterMs = 2 * 60 * 60 * 1000;

/** Everything that decides what a first start leaves in a data folder. */
const sources = ['apps/server/src', 'apps/server/assets', 'packages/contract/src', 'package-lock.json'];

/**
 * A data folder as a first start of this Sidetone leaves it, with the demo companies and their sounds gone through; made
 * when there is none. Nobody runs a server on it: it is there to be copied.
 */
export async function templateFolder(): Promise<string> {
  const known = process.env['STORY_TEMPLATE'];
  if (known && existsSync(known)) return known;
  const folder = join(templates, nameOfTemplate(new Date()));
  if (!existsSync(folder)) await makeTemplate(folder);
  utimesSync(folder, new Date(), new Date());
  removeStale(folder);
  return folder;
}

/** Differs as soon as another release, another change or another working day would make another folder. */
function nameOfTemplate(now: Date): string {
  const digest = createHash('sha256').update(workdayClock(now)(0, '09:00').toISOString());
  for (const source of sources) addTo(digest, join(repository, source));
  return digest.digest('hex').slice(0, 16);
}

function addTo(digest: ReturnType<typeof createHash>, path: string): void {
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort()) addTo(digest, join(path, name));
  } else if (!path.endsWith('.test.ts')) {
    digest.update(relative(repository, path)).update('\0').update(readFileSync(path)).update('\0');
  }
}

/** Made aside and renamed: of two runs that make it in the same moment the first one's stays, and nobody sees half of it. */
async function makeTemplate(folder: string): Promise<void> {
  const sidetone = new Sidetone(newDataFolder(), await freePorts(), { startedBy: 'npm' });
  const half = `${folder}.${process.pid}`;
  try {
    await sidetone.start();
    await soundsAreReady(sidetone);
    await sidetone.stop();
    for (const name of ['run', 'logs']) rmSync(join(sidetone.dataFolder, name), { recursive: true, force: true });
    mkdirSync(templates, { recursive: true });
    rmSync(half, { recursive: true, force: true });
    mkdirSync(half);
    copyFolderTo(sidetone.dataFolder, half);
    renameSync(half, folder);
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  } finally {
    await sidetone.dispose();
  }
}

/** Until the server has gone through the sounds of the demo's calls, which it does behind everything else. */
async function soundsAreReady(sidetone: Sidetone): Promise<void> {
  for (const until = performance.now() + 120_000; performance.now() < until; await pause(200)) {
    const waiting = await sidetone.query(
      `select id from recordings where state = 'processing' union all select id from voicemails where state = 'processing'`,
    );
    if (waiting.length === 0) return;
  }
  throw new Error('The sounds of the demo company were not ready within two minutes');
}

function removeStale(current: string): void {
  for (const name of readdirSync(templates)) {
    const folder = join(templates, name);
    if (folder === current || Date.now() - statSync(folder).mtimeMs < staleAfterMs) continue;
    rmSync(folder, { recursive: true, force: true });
  }
}
