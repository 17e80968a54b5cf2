// What a release is made of, as a bill of materials in CycloneDX, written by npm from the lockfile alone:
// `npm run sbom` writes `dist/sidetone-VERSION.cdx.json`, which goes with the release.
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..');

/** A package of a lockfile, as far as it matters here. */
interface Locked {
  /** Where it is installed under another name than its own. */
  readonly name?: string;
  readonly version?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly link?: boolean;
}

interface Bill {
  readonly components: readonly { readonly 'bom-ref': string; readonly purl: string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

/**
 * The bill of materials of what runs, as text. npm writes all packages, and those that only build or test are left out here:
 * its own `--omit dev` leaves out what one workspace tests with and another one runs, such as zod. Rejects where npm does.
 */
export async function billOfMaterials(): Promise<string> {
  const { stdout } = await promisify(execFile)(
    'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--sbom-type', 'application'],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  );
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const runs = new Set(runtimePackages(lock));
  const bill = JSON.parse(stdout) as Bill;
  const components = bill.components.filter(
    ({ purl }) => runs.has(packageOf(purl)) || /^pkg:npm\/%40sidetone/.test(purl),
  );
  const kept = new Set(components.map((component) => component['bom-ref']));
  const dependencies = bill.dependencies
    .filter(({ ref }) => kept.has(ref) || !bill.components.some((component) => component['bom-ref'] === ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }));
  return JSON.stringify({ ...bill, components, dependencies }, null, 2);
}

/** `name@version` of an address such as `pkg:npm/%40trpc/server@11.22.1`. */
export const packageOf = (purl: string): string =>
  decodeURIComponent(purl.replace(/^pkg:npm\//, '').replace(/\?.*$/, ''));

/** Every package of a lockfile that runs in the product, as `name@version`, whatever the platform it is for. */
export function runtimePackages(lock: { readonly packages: Readonly<Record<string, Locked>> }): string[] {
  const found = Object.entries(lock.packages).flatMap(([path, { name: own, version, dev, devOptional, link }]) => {
    const [, folder] = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    const name = own ?? folder;
    return folder === undefined || name === undefined || version === undefined || dev || devOptional || link
      ? []
      : [`${name}@${version}`];
  });
  return [...new Set(found)].sort();
}

if (import.meta.main) {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const file = join(root, 'dist', `sidetone-${version}.cdx.json`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, await billOfMaterials());
  console.log(file);
}
