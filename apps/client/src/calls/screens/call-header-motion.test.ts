import { readFileSync } from 'node:fs';
import { callHeaderAnimationMs } from '@sidetone/contract/rules/screen-timing.ts';
import { expect, test } from 'vitest';

const styles = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

test('CONST-046: a call header appears within 180 ms, the time that the tokens name', () => {
  expect(styles('./dock.css')).toMatch(/\.call-header \{\s*animation: call-header-comes var\(--d-call\)/);
  expect(styles('../../ui/tokens.css')).toMatch(new RegExp(`--d-call: ${callHeaderAnimationMs}ms;`));
});
