import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, renameSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { ownLog } from './own-log.ts';

const words = (file: string) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { msg: string }).msg);

test('a log that was moved away goes on in a new file, and nothing is lost', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'log-')), 'services.log');
  const own = ownLog(file);
  const log = pino(own.destination);
  log.info('one');
  renameSync(file, `${file}.1`);
  log.info('two');
  own.reopen();
  log.info('three');
  own.reopen();
  log.info('four');
  expect([words(`${file}.1`), words(file)]).toEqual([
    ['one', 'two'],
    ['three', 'four'],
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('SIGHUP and the supervisor have it read again, and end nothing', async () => {
  const script = `
    import { onReload } from ${JSON.stringify(new URL('./own-log.ts', import.meta.url).href)};
    onReload(() => process.send('reloaded'));
    process.send('there');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  expect((await once(child, 'message'))[0]).toBe('there');
  child.kill('SIGHUP');
  expect((await once(child, 'message'))[0]).toBe('reloaded');
  child.send({ type: 'other' });
  child.send({ type: 'reload' });
  expect((await once(child, 'message'))[0]).toBe('reloaded');
  expect(child.exitCode).toBeNull();
  child.kill('SIGKILL');
  await once(child, 'exit');
});
