import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FrontDesk, frontDesk } from './testing/front-desk.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/CALL-ASSISTANT.md'), 'utf8');
let desk: FrontDesk;
beforeAll(async () => {
  desk = await frontDesk();
});
afterAll(() => desk.api.stop());

test('the example for agents delivers a result, and what it says comes back', async () => {
  const [, script = ''] = /```sh\n(curl [^`]+)```/.exec(page) ?? [];
  expect(script).toContain('/results');
  const env = { ...process.env, SIDETONE: desk.api.url, ASSISTANT: desk.assistantId, TOKEN: desk.agent.token };
  const { stdout } = await promisify(execFile)('sh', ['-c', script], { env });
  const [kept] = await desk.api.db.selectFrom('assistant_results').selectAll().execute();
  expect(JSON.parse(stdout)).toEqual({ resultId: kept?.id, created: true });
  expect(kept).toMatchObject({
    sender_id: 'call-2026-11-20-0017',
    remote_number: '+493023125771',
    primary_topic: 'Offer',
    transcript_doc_id: kept?.id,
    duration_ms: 134_000,
  });
  const again = await promisify(execFile)('sh', ['-c', script], { env });
  expect(JSON.parse(again.stdout)).toEqual({ resultId: kept?.id, created: false });
});
