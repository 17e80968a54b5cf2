import { expect, test } from 'vitest';
import type { SignIn } from '../connector.ts';
import { vendorOf } from './vendor.ts';

const signIn: SignIn = {
  needsAccountUrl: false,
  scopes: ['calls'],
  clientAuthentication: 'post',
  pages: () => ({
    authorizeUrl: 'https://crm.example/authorize?access_type=offline',
    tokenUrl: 'https://crm.example/token',
    revokeUrl: null,
  }),
  apiUrlOf: () => null,
};
/** A vendor whose token endpoint answers this. */
const vendor = (answer: () => Response, more: Partial<SignIn> = {}) =>
  vendorOf({
    fetch: async () => answer(),
    signIn: { ...signIn, ...more },
    client: { id: 'us', secret: 'ours' },
    accountUrl: null,
  });

test('a grant that is no longer valid ends the sign-in, also where that is said with the status of success', async () => {
  for (const answer of [
    () => Response.json({ error: 'invalid_grant' }, { status: 400 }),
    () => Response.json({ error: 'invalid_code' }),
    () => Response.json({ status: 'BAD_REFRESH_TOKEN', message: 'missing or invalid refresh token' }, { status: 400 }),
  ])
    await expect(vendor(answer).renew('old')).rejects.toMatchObject({ type: 'refresh', provablyNotTaken: true });
});

test('everything else may be over in a minute; who is busy is left alone for as long as they say', async () => {
  const busy = () => Response.json({ error: 'slow_down' }, { status: 429, headers: { 'retry-after': '30' } });
  await expect(vendor(busy).renew('old')).rejects.toMatchObject({ type: 'rate_limited', retryAfterSeconds: 30 });
  const tooMany = () => Response.json({ error: 'Access Denied', status: 'failure' }, { status: 400 });
  const busySecondsOf = (error: string) => (error === 'Access Denied' ? 600 : null);
  await expect(vendor(tooMany, { busySecondsOf }).renew('old')).rejects.toMatchObject({
    type: 'rate_limited',
    retryAfterSeconds: 600,
  });
  await expect(vendor(busy, { busySecondsOf }).renew('old')).rejects.toMatchObject({ retryAfterSeconds: 30 });
  for (const answer of [
    () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    () => Response.json({ error: 'general_error' }),
    // With other vendors that somebody may not do this, whatever it is.
    tooMany,
    () => Response.json({ status: 'BAD_CLIENT_ID', message: 'wrong' }, { status: 400 }),
    () => Response.json({}),
  ])
    await expect(vendor(answer).renew('old')).rejects.toMatchObject({ type: 'failed' });
});

test('a vendor that says neither how long a token lives nor how to renew it next is used as it is', async () => {
  const tokens = await vendor(() => Response.json({ access_token: 'a', token_type: 'Bearer' })).renew('old');
  expect([tokens.access, tokens.refresh]).toEqual(['a', 'old']);
  expect(tokens.expiresAt.getTime()).toBeGreaterThan(Date.now() + 14 * 60_000);
});

test('what the page of a vendor is asked with already stays', async () => {
  const url = await vendor(() => Response.json({})).authorizeUrl({
    redirect: 'https://us.example/',
    state: 's',
    verifier: 'v',
  });
  expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
    access_type: 'offline',
    scope: 'calls',
    state: 's',
    code_challenge_method: 'S256',
  });
});
