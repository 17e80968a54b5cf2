import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';

/** What a command line beside the server has to know of it. */
export type RunInfo = Pick<Config, 'host' | 'port' | 'httpsPort' | 'sipPort'>;

const fileOf = (dataDir: string) => join(dataDir, 'run', 'server.json');

export function writeRunInfo({ dataDir, host, port, httpsPort, sipPort }: Config): void {
  writeFileSync(fileOf(dataDir), JSON.stringify({ host, port, httpsPort, sipPort }));
}

/** Of the server that runs on the data folder, or ran last; undefined when none ever did. */
export function readRunInfo(dataDir: string): RunInfo | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as RunInfo;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
