import { afterEach, expect, test, vi } from 'vitest';

vi.mock('./session.ts', () => ({ accessToken: async () => 'old', renewToken: async () => 'new' }));
const { fetchFileAt, fetchPicture } = await import('./fetch-file.ts');

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

test('a picture may stay in the cache of the browser: its address changes with it', async () => {
  const seen: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    seen.push(init);
    return new Response('picture');
  });
  expect(await (await fetchPicture('/api/users/wa/picture/0')).text()).toBe('picture');
  expect(seen).toEqual([{ headers: { authorization: 'Bearer old' } }]);
});
