import { afterEach, expect, test, vi } from 'vitest';
import { session, signOut } from './session.ts';

const origin = 'https://sidetone.example';
const metadata = {
  issuer: `${origin}/oidc`,
  revocation_endpoint: `${origin}/oidc/revoke`,
  end_session_endpoint: `${origin}/oidc/leave`,
};
const user = {
  access_token: 'access',
  refresh_token: 'refresh',
  id_token: 'who',
  token_type: 'Bearer',
  scope: 'openid offline_access',
  profile: { sub: 'anna', iss: metadata.issuer, aud: 'app', exp: 2, iat: 1 },
};

/**
 * A browser in which anna is signed in, with a provider that answers with `revoked`; where the browser went, and what
 * it asked.
 */
function browser(revoked: () => Promise<Response>) {
  const went: string[] = [];
  const asked: string[] = [];
  const kept = new Map<string, string>();
  const storage = {
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? (key.startsWith('sidetone.user:') ? JSON.stringify(user) : null),
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const place = { origin, href: `${origin}/inbox`, assign: (to: string) => void went.push(to) };
  const page = { location: place, localStorage: storage, sessionStorage: storage };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('location', place);
  vi.stubGlobal('window', { ...page, self: page, top: page, addEventListener() {}, removeEventListener() {} });
  vi.stubGlobal('fetch', async (url: string | URL) => {
    asked.push(String(url));
    return String(url) === metadata.revocation_endpoint ? revoked() : Response.json(metadata);
  });
  return { went, asked };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each([
  ['refuses', async () => Response.json({ error: 'server_error' }, { status: 500 })],
  ['never gets', () => Promise.reject(new TypeError('Failed to fetch'))],
])('a browser goes to the provider’s sign-out also where the provider %s the revocation', async (_, revoked) => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { went, asked } = browser(revoked);
  // The page is left for that of the provider, so that nothing comes after it.
  void signOut();
  await expect.poll(() => went).toHaveLength(1);
  expect(went[0]).toMatch(/^https:\/\/sidetone\.example\/oidc\/leave\?.*id_token_hint=who/);
  expect(asked).toContain(metadata.revocation_endpoint);
  expect(warned).toHaveBeenCalledOnce();
  expect(session.getState()).toEqual({ status: 'leaving' });
});
