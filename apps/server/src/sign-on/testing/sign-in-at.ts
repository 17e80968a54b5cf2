import { expect } from 'vitest';
import { type Browser, browser } from '../../testing/test-api.ts';

/**
 * Signs in at a directory, to whose page `leadsTo` leads, as the person with this id; gives what the browser comes back to `origin`
 * with.
 */
export async function signInAt(
  issuer: string,
  { leadsTo, origin, id }: { readonly leadsTo: string | null; readonly origin: string; readonly id: string },
  at: Browser = browser(issuer),
): Promise<string> {
  const follow = async (response: Response): Promise<string> => {
    const to = response.headers.get('location') ?? '';
    return to.startsWith(origin) || to === '' ? to : await follow(await at.request(to));
  };
  const asked = await at.request(leadsTo ?? '');
  const page = asked.headers.get('location') ?? '';
  // Who is signed in there already is not asked.
  if (page.startsWith(origin)) return new URL(page).search;
  expect(page).toMatch(/^\/interaction\//);
  return new URL(await follow(await at.request(`${page}/${encodeURIComponent(id)}`, { method: 'POST' }))).search;
}
