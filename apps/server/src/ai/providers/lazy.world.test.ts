import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Prints which packages of the SDK are loaded once adapters are open, and once one of them was asked. */
const program = `
import { registerHooks } from 'node:module';
const loaded = new Set();
registerHooks({
  load(url, context, next) {
    const [, name] = /node_modules[/]((?:@ai-sdk[/])?[^/]+)/.exec(url) ?? [];
    if (name === 'ai' || name?.startsWith('@ai-sdk/')) loaded.add(name);
    return next(url, context);
  },
});
const { openProviders } = await import('${new URL('open-providers.ts', import.meta.url).href}');
const { openReach } = await import('${new URL('../../reach/reach.ts', import.meta.url).href}');
const { privateHosts } = await import('${new URL('../../network/private-hosts.ts', import.meta.url).href}');
const { z } = await import('zod');
const reach = openReach(privateHosts(['127.0.0.1']));
const provider = openProviders({ reach, local: null }).language({
  id: 'c1', purpose: 'language', kind: 'mistral', name: 'x', url: 'http://127.0.0.1:9/v1', model: 'm', key: 'k',
  options: { contextTokens: null, concurrency: null, timeoutSeconds: 5, prices: null },
});
const before = [...loaded];
const ask = { schema: z.object({}), schemaName: 'x', system: 's', user: 'u', maxTokens: 1 };
const error = await provider.object(ask, AbortSignal.timeout(20_000)).catch(({ message }) => message);
console.log(JSON.stringify({ before, after: [...loaded].includes('ai'), own: loaded.has('@ai-sdk/mistral'), others: loaded.has('@ai-sdk/openai'), error }));
`;

test('open adapters load nothing of the SDK, and a request loads only what its service needs', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  expect({ stderr, ...JSON.parse(stdout) }).toEqual({
    stderr: '',
    before: [],
    after: true,
    own: true,
    others: false,
    error: 'ai: again, unreachable',
  });
});
