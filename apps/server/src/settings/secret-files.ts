import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ConfigError } from '../config-values.ts';

/** Settings that hold secrets. Each is read from the file that `…_FILE` names as well. */
export const secretSettings = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'SMTP_URL',
  'TURN_SECRET',
  'PUSHER_KEY',
  'PUSHER_SECRET',
  'INTEGRATION_BRIDGES',
  'INTEGRATION_HUBSPOT_CLIENT_SECRET',
  'INTEGRATION_PIPEDRIVE_CLIENT_SECRET',
  'INTEGRATION_SALESFORCE_CLIENT_SECRET',
  'INTEGRATION_ZOHO_CLIENT_SECRET',
  'MICROSOFT_CLIENT_SECRET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const;

const fileSettingOf = (name: string): string => `${name}_FILE`;
const isSecret = (name: string): boolean => (secretSettings as readonly string[]).includes(name);

/** No secret is as long as that; a wrong file often is. */
const largestBytes = 64 * 1024;

interface WithSecrets {
  /** The settings, secrets from files among them. */
  readonly given: Readonly<Record<string, string>>;
  /** The `…_FILE` settings whose file others on this machine may read. */
  readonly readableByOthers: readonly string[];
}

/**
 * The settings with the secrets that files hold. An empty variable counts as unset. Throws `ConfigError`, which never repeats what a
 * file holds. Credentials of systemd (`LoadCredential=`) look open to a group, since an access list lets the service in.
 */
export function withSecretFiles(env: Readonly<Record<string, string | undefined>>): WithSecrets {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined && value !== '') given[name] = value;
  const readableByOthers: string[] = [];
  for (const name of secretSettings) {
    const setting = fileSettingOf(name);
    const file = given[setting];
    if (file === undefined) continue;
    if (given[name] !== undefined) throw new ConfigError(`${name} and ${setting} are both set; set one of them.`);
    const path = resolve(file);
    const { text, isOpen } = readSecret(setting, path);
    given[name] = text;
    if (isOpen && dirname(path) !== env['CREDENTIALS_DIRECTORY']) readableByOthers.push(setting);
  }
  refuseOtherFiles(given);
  return { given, readableByOthers };
}

/** `…_FILE` of a setting that takes none would be a secret that nobody reads. */
function refuseOtherFiles(given: Readonly<Record<string, string>>): void {
  for (const setting of Object.keys(given)) {
    const [, name] = /^((?:INTEGRATION|MICROSOFT|PUSHER|TURN|SMTP|DATABASE|METRICS|S3)_\w+)_FILE$/.exec(setting) ?? [];
    if (name !== undefined && !isSecret(name)) {
      throw new ConfigError(`${setting} is not known. Files are read for ${secretSettings.join(', ')}.`);
    }
  }
}

function readSecret(setting: string, file: string): { text: string; isOpen: boolean } {
  const refuse = (what: string): never => {
    throw new ConfigError(`${setting} names ${file}, which ${what}.`);
  };
  try {
    const about = statSync(file);
    // A pipe would be waited for.
    if (!about.isFile()) return refuse('is no file');
    if (about.size > largestBytes) return refuse(`is larger than ${largestBytes / 1024} kB`);
    const text = readFileSync(file, 'utf8').replace(/[\r\n]+$/, '');
    if (text === '') return refuse('is empty');
    return { text, isOpen: process.platform !== 'win32' && (about.mode & 0o077) !== 0 };
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    return refuse(`cannot be read: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`);
  }
}
