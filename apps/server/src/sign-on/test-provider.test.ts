import { expect, test } from 'vitest';
import { signOnProviders } from './providers.ts';
import { testProvider } from './test-provider.ts';

test('a provider without a sign-in with codes is named as that', async () => {
  const issuer = 'https://provider.example';
  const settings = { issuer, jwks_uri: `${issuer}/keys`, token_endpoint: `${issuer}/token` };
  const tested = (more: object) => {
    const providers = signOnProviders(async () => Response.json({ ...settings, ...more }));
    return testProvider(
      providers,
      { issuer, clientId: 'sidetone', secret: null },
      'https://phone.example/company-sign-in',
    );
  };
  expect(await tested({})).toEqual({ problem: 'noCode', detail: null });
  expect(await tested({ authorization_endpoint: 'javascript:alert(1)' })).toEqual({ problem: 'noCode', detail: null });
});
