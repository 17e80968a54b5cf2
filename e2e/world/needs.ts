import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from '@playwright/test';
import { chromiumPath } from '@sidetone/signals/chromium.ts';

const isInstalled = (program: string): boolean =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'].some((folder) => existsSync(join(folder, program)));

/** Skips the story that runs now, with the reason, where a program that it cannot do without is missing. */
export function needs(
  program:
    | 'chromium'
    | 'baresip'
    | 'kamailio'
    | 'haproxy'
    | 'radicale'
    | 'sipp'
    | 'linphonec'
    | 'svwar'
    | 'svcrack'
    | 'turnserver'
    | 'espeak-ng',
): void {
  const isThere = program === 'chromium' ? existsSync(chromiumPath) : isInstalled(program);
  test.skip(!isThere, `${program} is not installed`);
}
