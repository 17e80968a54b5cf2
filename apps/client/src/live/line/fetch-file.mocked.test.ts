import { afterEach, expect, test, vi } from 'vitest';

vi.mock('./session.ts', () => ({ accessToken: async () => 'old', renewToken: async () => 'new' }));
const { fetchFileAt } = await import('./fetch-file.ts');

afterEach(() => vi.unstubAllGlobals());

test('no file stays in the cache of the browser, not even after the token was renewed', async () => {
  const seen: [string, RequestInit][] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    seen.push([url, init]);
    return seen.length === 1 ? new Response(null, { status: 401 }) : new Response('sound');
  });
  expect(await (await fetchFileAt('/api/file')).text()).toBe('sound');
  expect(seen).toMatchObject([
    ['/api/file', { cache: 'no-store', headers: { authorization: 'Bearer old' } }],
    ['/api/file', { cache: 'no-store', headers: { authorization: 'Bearer new' } }],
  ]);
});
