import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { billOfMaterials, packageOf, runtimePackages } from './sbom.ts';

test('the bill of materials lists every package that runs, and none that only builds or tests', async () => {
  const bill = JSON.parse(await billOfMaterials()) as { bomFormat: string; components: { purl: string }[] };
  expect(bill.bomFormat).toBe('CycloneDX');
  const listed = new Set(bill.components.map(({ purl }) => packageOf(purl)));
  const lock = JSON.parse(await readFile(new URL('../package-lock.json', import.meta.url), 'utf8'));
  const needed = runtimePackages(lock);
  expect(needed.length).toBeGreaterThan(200);
  expect(needed.filter((name) => !listed.has(name))).toEqual([]);
  expect([...listed].filter((name) => /^(vitest|@biomejs\/biome|playwright)@/.test(name))).toEqual([]);
}, 60_000);
