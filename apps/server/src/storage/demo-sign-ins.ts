import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One person of the demo company. */
export interface DemoSignIn {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly extension: string;
  readonly admin: boolean;
  /** The company's name, for people of the second one, which has the classic generation. */
  readonly classic?: string;
}

const FILE = 'demo-sign-ins.json';

/** The demo people of this data folder; none when it was started empty. */
export function readDemoSignIns(dataDir: string): DemoSignIn[] {
  try {
    return JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')) as DemoSignIn[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Durable when it returns, and readable by its owner only. */
export function writeDemoSignIns(dataDir: string, signIns: readonly DemoSignIn[]): void {
  const file = join(dataDir, FILE);
  writeFileSync(`${file}.new`, `${JSON.stringify(signIns, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}
