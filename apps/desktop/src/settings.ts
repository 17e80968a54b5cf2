import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type DesktopSettings, desktopSettings } from '@sidetone/contract/desktop/desktop-settings.ts';

export interface SettingsStore {
  get(): DesktopSettings;
  /** Remembers this too, at once. Throws where the disk refuses it. */
  change(part: Partial<DesktopSettings>): void;
}

/** The settings in a file, which is replaced as a whole, so that a lost power supply leaves the old ones. */
export function settingsStore(file: string): SettingsStore {
  let current = desktopSettings.parse(read(file));
  return {
    get: () => current,
    change(part) {
      current = { ...current, ...part };
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, JSON.stringify(current, null, 2), { mode: 0o600, flush: true });
      renameSync(`${file}.new`, file);
    },
  };
}

function read(file: string): unknown {
  try {
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {}; // The first start, or a file that someone damaged.
  }
}
