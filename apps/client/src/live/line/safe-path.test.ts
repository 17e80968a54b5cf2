import { expect, test } from 'vitest';
import { safePath } from './safe-path.ts';

test.each(['/main/channels/private', '/main/channels/c1?x=1', '/?dial=tel:110'])(
  '%s is a path of this page',
  (path) => {
    expect(safePath(path)).toBe(path);
  },
);

test.each([
  ['another site', 'https://evil.example'],
  ['another site without a scheme', '//evil.example'],
  ['another site by a backslash', '/\\evil.example'],
  ['script', 'javascript:alert(1)'],
  ['the door itself', '/login?returnTo=/login'],
  ['the form', '/sign-in/abc'],
  ['nothing', undefined],
])('%s leads to the start page', (_, path) => {
  expect(safePath(path)).toBe('/');
});
