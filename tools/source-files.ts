import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Every source file below a folder, but of what was installed or built. */
export function sourcesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name.startsWith('dist')) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourcesBelow(path);
    return /\.(tsx?|js)$/.test(entry.name) ? [path] : [];
  });
}
