import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../storage/database.ts';
import { findRunning } from '../storage/postgres/cluster.ts';
import { birthOf } from '../storage/postgres/processes.ts';
import { readRunInfo } from '../supervisor/run-info.ts';
import type { StandaloneCommand } from './command.ts';
import { describeFindings, examine } from './doctor/doctor.ts';

export const doctorCommand: StandaloneCommand = {
  name: 'doctor',
  usage: 'doctor [--json]',
  about: 'check this installation and say what to fix; exits with 1 if something does not work',
  options: { json: { needed: false, takesValue: false } },
  words: 0,
  async run(config, { options }) {
    const { dataDir } = config;
    const isRunning = isServed(dataDir);
    const url = config.databaseUrl ?? (await findRunning(dataDir))?.url;
    const db = url === undefined ? undefined : openDatabase(url, { connections: 2 });
    try {
      // While a server runs, its own addresses count, whatever this shell has set.
      const running = isRunning ? readRunInfo(dataDir) : undefined;
      const findings = await examine({ config: { ...config, ...running }, now: new Date(), isRunning, db });
      const exitCode = findings.some(({ state }) => state === 'problem') ? 1 : 0;
      return { text: 'json' in options ? JSON.stringify(findings, null, 2) : describeFindings(findings), exitCode };
    } finally {
      await db?.destroy();
    }
  },
};

/** Whether the server that the folder remembers is still there. */
const isServed = (dataDir: string): boolean => {
  try {
    const { pid, birth } = JSON.parse(readFileSync(join(dataDir, 'run', 'supervisor.json'), 'utf8'));
    return birth !== undefined && birthOf(pid) === birth;
  } catch {
    return false; // None was started, or it ended in order.
  }
};
