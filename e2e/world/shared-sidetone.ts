import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { restrictCompanies } from './company-role.ts';
import { foundCompany } from './found-company.ts';
import { ownSidetone } from './own-sidetone.ts';
import type { Ports } from './ports.ts';
import { Sidetone } from './sidetone.ts';

/** A server as a file of the run names it, for the workers that come after the one that started it. */
interface Started {
  readonly dataFolder: string;
  readonly ports: Ports;
  readonly pid: number;
}

const fileOf = (run: string, place: number): string => join(run, `server-${place}.json`);

const readStarted = (file: string): Started => JSON.parse(readFileSync(file, 'utf8')) as Started;

/**
 * The Sidetone of this place among the workers, with a new company for who asks. The first one starts it and it outlives
 * them; where it has died since, another one is started.
 */
export async function sharedSidetone(place: number): Promise<Sidetone> {
  const run = process.env['STORY_RUN'];
  if (run === undefined) throw new Error('STORY_RUN is not set: the global set-up of the stories has not run');
  const sidetone = (await runningAt(fileOf(run, place))) ?? (await startAt(fileOf(run, place)));
  sidetone.belongsTo(await foundCompany(sidetone));
  return sidetone;
}

async function runningAt(file: string): Promise<Sidetone | undefined> {
  if (!existsSync(file)) return undefined;
  const { dataFolder, ports, pid } = readStarted(file);
  const sidetone = Sidetone.runningAlready(dataFolder, ports, pid);
  if (await sidetone.isHealthy()) return sidetone;
  console.warn(
    `The server of earlier story files does not answer any more; another one starts. It said last:\n${sidetone.output.slice(-2000)}`,
  );
  await sidetone.dispose();
  return undefined;
}

async function startAt(file: string): Promise<Sidetone> {
  const sidetone = await ownSidetone({ outlivesStarter: true });
  await restrictCompanies(sidetone);
  const { dataFolder, ports, pid } = sidetone;
  writeFileSync(`${file}.new`, JSON.stringify({ dataFolder, ports, pid }));
  renameSync(`${file}.new`, file);
  return sidetone;
}

/** Ends the servers of a run. */
export async function endSharedSidetones(run: string): Promise<void> {
  const files = readdirSync(run).filter((name) => /^server-\d+\.json$/.test(name));
  for (const name of files) {
    const { dataFolder, ports, pid } = readStarted(join(run, name));
    await Sidetone.runningAlready(dataFolder, ports, pid).dispose();
  }
}
