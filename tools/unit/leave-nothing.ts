import { afterAll, expect, vi } from 'vitest';

/** Set-up of tests that share their modules with other files: a file that changes globals has to put them back. */
const globalsNow = (): Map<string, unknown> =>
  new Map(
    Object.entries(Object.getOwnPropertyDescriptors(globalThis))
      .filter(([name, { get }]) => !get && !name.startsWith('__'))
      .map(([name, { value }]) => [name, value]),
  );

const lazy = new Set(
  Object.entries(Object.getOwnPropertyDescriptors(globalThis)).flatMap(([name, { get }]) => (get ? [name] : [])),
);
/** Set for good by the SDK of S3 when it is first loaded. */
const ofLibraries = new Set(['awslambda']);
const before = globalsNow();
const settings = { ...process.env };

afterAll(() => {
  const after = globalsNow();
  const names = new Set([...before.keys(), ...after.keys()]);
  // Node replaces some globals by their values when someone first asks for them.
  const changed = [...names].filter(
    (name) => !lazy.has(name) && !ofLibraries.has(name) && !Object.is(before.get(name), after.get(name)),
  );
  expect(changed, 'globals that this file has changed and not put back').toEqual([]);
  expect(process.env, 'settings of the environment that this file has changed and not put back').toEqual(settings);
  expect(vi.isFakeTimers(), 'the clock is still moved by hand').toBe(false);
});
