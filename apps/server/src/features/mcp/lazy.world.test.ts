import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Prints whether the library of the protocol is loaded once the server's files are, and once somebody asked. */
const program = `
import { registerHooks } from 'node:module';
let loaded = false;
registerHooks({
  load(url, context, next) {
    if (url.includes('node_modules/@modelcontextprotocol/')) loaded = true;
    return next(url, context);
  },
});
await import('${new URL('../../start-api.ts', import.meta.url).href}');
const { mcpService } = await import('${new URL('service.ts', import.meta.url).href}');
const service = mcpService({ db: {}, version: '1', calls: {}, log: { debug() {}, info() {}, error() {} } });
const before = loaded;
const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const request = new Request('http://localhost/api/mcp', { method: 'POST', headers });
const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const { status } = await service.serve(request, body, { tokenId: 't', userId: 'w', accountId: 's', mayWriteNotes: false });
await service.stop();
console.log(JSON.stringify({ before, after: loaded, status }));
process.exit(0);
`;

test('the start of the server loads nothing of the protocol; the first request does', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  expect(JSON.parse(stdout)).toEqual({ before: false, after: true, status: 200 });
});
