import { expect } from 'vitest';
import { browser } from '../../testing/test-api.ts';

/**
 * Signs in at a directory, to whose page `leadsTo` leads, as the person with this id; gives what the browser comes back to `origin`
 * with.
 */
export async function signInAt(
  issuer: string,
  { leadsTo, origin, id }: { readonly leadsTo: string | null; readonly origin: string; readonly id: string },
): Promise<string> {
  const at = browser(issuer);
  const follow = async (response: Response): Promise<string> => {
    const to = response.headers.get('location') ?? '';
    return to.startsWith(origin) || to === '' ? to : await follow(await at.request(to));
  };
  const asked = await at.request(leadsTo ?? '');
  const page = asked.headers.get('location') ?? '';
  expect(page).toMatch(/^\/interaction\//);
  return new URL(await follow(await at.request(`${page}/${encodeURIComponent(id)}`, { method: 'POST' }))).search;
}
