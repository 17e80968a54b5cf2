import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { newDataFolder, sweepDataFolders } from './data-folder.ts';
import { endSharedSidetones } from './shared-sidetone.ts';
import { repository } from './sidetone.ts';
import { templateFolder } from './template.ts';

/**
 * Before the first story: the client is built, what a killed run left behind is gone, and the template is there. After the
 * last one the servers end that story files shared.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  process.env['STORY_RUN_OWNER'] = String(process.pid);
  const { status } = spawnSync(process.execPath, [join(repository, 'tools', 'prepare.js'), 'start'], {
    cwd: repository,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The client could not be built; the reason is above.');
  const left = sweepDataFolders();
  if (left > 0) console.log(`  Removed ${left} data ${left === 1 ? 'folder' : 'folders'} of runs that were killed`);
  process.env['STORY_TEMPLATE'] = await templateFolder();
  const run = newDataFolder();
  process.env['STORY_RUN'] = run;
  return async () => {
    await endSharedSidetones(run);
    rmSync(run, { recursive: true, force: true });
  };
}
