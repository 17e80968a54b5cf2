import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { ConfigError } from '../config-values.ts';
import { secretSettings } from './secret-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
const written = (text: string, mode = 0o600): string => {
  const file = join(folder, `s${Math.random()}`);
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
};
const refusal = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error('It was taken.');
};

test('a secret is read from the file that its setting names, without the line that ends it', () => {
  const config = readConfig({
    DATABASE_URL_FILE: written('postgres://sidetone:hunter2@db/phone\n'),
    TURN_URLS: 'turn:turn.example',
    TURN_SECRET_FILE: written('north\r\n'),
    METRICS_TOKEN_FILE: written('a-token-of-some-length'),
  });
  expect(config.databaseUrl).toBe('postgres://sidetone:hunter2@db/phone');
  expect(config.ice.turn?.secret).toBe('north');
  expect(config.metrics.token).toBe('a-token-of-some-length');
  expect(config.openSecretFiles).toEqual([]);
});

test.each(secretSettings)('%s has a file of its own', (name) => {
  expect(refusal({ [`${name}_FILE`]: join(folder, 'missing') })).toBe(
    `${name}_FILE names ${join(folder, 'missing')}, which cannot be read: ENOENT.`,
  );
});

test('a file that cannot be what it should be is refused, and what it holds is not shown', () => {
  const secret = 'mysql://root:hunter2@db';
  const file = written(secret);
  expect(refusal({ DATABASE_URL: 'postgres://a@b/c', DATABASE_URL_FILE: file })).toBe(
    'DATABASE_URL and DATABASE_URL_FILE are both set; set one of them.',
  );
  expect(refusal({ DATABASE_URL_FILE: file })).toBe('DATABASE_URL must begin with postgres://.');
  expect(refusal({ DATABASE_URL_FILE: written('\n') })).toMatch(/^DATABASE_URL_FILE names .*, which is empty\.$/);
  expect(refusal({ DATABASE_URL_FILE: folder })).toMatch(/, which is no file\.$/);
  expect(refusal({ METRICS_TOKEN_FILE: written('x'.repeat(70_000)) })).toMatch(/, which is larger than 64 kB\.$/);
  expect(refusal({ METRICS_TOKEN_FILE: written('short') })).not.toContain('"short"');
});

test('a file of a setting that is no secret is refused, as nobody would read it', () => {
  expect(refusal({ METRICS_LISTEN_FILE: written('9464') })).toMatch(
    /^METRICS_LISTEN_FILE is not known\. Files are read/,
  );
  expect(readConfig({ ANALYTICS_FILE: '/var/log/events.jsonl' }).analytics).toBeDefined();
});

test('a file that others may read is used, and named', () => {
  const config = readConfig({ METRICS_TOKEN_FILE: written('a-token-of-some-length', 0o640) });
  expect(config.openSecretFiles).toEqual(['METRICS_TOKEN_FILE']);
});

test('what systemd hands over is not named, though its mode looks open', () => {
  const METRICS_TOKEN_FILE = written('a-token-of-some-length', 0o440);
  expect(readConfig({ METRICS_TOKEN_FILE, CREDENTIALS_DIRECTORY: folder }).openSecretFiles).toEqual([]);
  expect(readConfig({ METRICS_TOKEN_FILE, CREDENTIALS_DIRECTORY: tmpdir() }).openSecretFiles).toHaveLength(1);
});
