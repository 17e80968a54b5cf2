import { type Documentation, documentation } from '@sidetone/contract/entities/documentation.ts';
import type { RenewablePart } from '@sidetone/contract/http/documentation-routes.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Office, someOffice } from '../features/documentation/testing/some-office.ts';
import { callRoute, type TestApi, testApi } from '../testing/test-api.ts';
import { heal } from './heal.ts';
import type { ModelAnalysis } from './ports.ts';
import { ProviderFailure } from './providers/failure.ts';
import { askForRenewal } from './renewing.ts';
import { modelAnalysis, someServices } from './testing/documented-world.ts';

/** What the model answers. */
let answer: (signal: AbortSignal) => Promise<ModelAnalysis>;
let asked = 0;
const services = someServices({
  async model(_call, _provider, _options, signal) {
    asked += 1;
    const analysis = await answer(signal);
    return { analysis, usage: { tokensIn: 1, tokensOut: 1 }, prompt: 'summary.v1', dropped: {} };
  },
});
let api: TestApi;
let office: Office;
beforeAll(async () => {
  api = await testApi({ aiServices: services });
  office = await someOffice(api);
  await grant(office.anna.userId, ['CALL_BOOSTS']);
  await grant(office.bert.userId, []);
});
afterAll(() => api.stop());
beforeEach(() => {
  asked = 0;
  answer = () => Promise.resolve(modelAnalysis());
});

const grant = (userId: string, grants: string[]) =>
  api.db.updateTable('users').set({ grants }).where('id', '=', userId).execute();
const partsOf = async (docId: string) => documentation.parse(await office.documentation(docId));

const madeBy = {
  kind: 'model',
  service: 'Old',
  language: 'en',
  fingerprint: 'f',
  at: '2026-11-20T10:00:00.000Z',
} as const;
const said = (id: string, speaker: 0 | 1, text: string) => ({ id, speaker, startTime: 0, endTime: 1, text });

/** A call of which everything is made; gives its docId. */
const made = (more: Partial<Documentation> = {}) =>
  office.call({
    owner: office.anna,
    documentation: documentation.parse({
      transcription: {
        status: 'success',
        madeBy,
        items: [
          said('s1', 0, 'I will send you the offer for the forty rolls by Monday.'),
          said('s2', 1, 'Thank you, the weather is great for a barbecue.'),
        ],
      },
      summary: { status: 'success', text: 'Old text', madeBy },
      callHeadline: { status: 'success', text: 'Old headline', madeBy },
      actionItem: {
        status: 'success',
        madeBy,
        items: [{ id: 'm1', text: 'Old action', checked: true, evidence: ['s1'] }],
      },
      ...more,
    }),
  });

const renew = async (docId: string, parts: RenewablePart[], by: 'model' | 'basic' = 'model', who = office.anna) =>
  (
    await callRoute(api.url, who.token, routes.renewParts, {
      params: { channelId: office.channelId, docId },
      body: { parts, by },
    })
  ).status;

test('what there is stays until the model has answered; only what was asked for is replaced, and ticks are kept by evidence', async () => {
  const answers = Promise.withResolvers<ModelAnalysis>();
  answer = () => answers.promise;
  const docId = await made();
  expect(await renew(docId, ['summary', 'actionItem'])).toBe(200);
  await vi.waitFor(() => expect(asked).toBe(1));
  expect(await partsOf(docId)).toMatchObject({
    summary: { status: 'success', text: 'Old text', renewal: { status: 'waiting', by: 'model' } },
    actionItem: { items: [{ text: 'Old action', checked: true }], renewal: { status: 'waiting' } },
  });
  answers.resolve(
    modelAnalysis({
      actions: [
        { text: 'Send the offer', evidence: ['s1'], by: 0, due: null, speaker: 0 },
        { text: 'Light the barbecue', evidence: ['s2'], by: 1, due: null, speaker: 1 },
      ],
    }),
  );
  await vi.waitFor(async () => expect((await partsOf(docId)).summary?.text).toBe('They spoke.'));
  const { summary, actionItem, callHeadline } = await partsOf(docId);
  expect(summary?.renewal).toBeUndefined();
  expect(summary?.madeBy).toMatchObject({ kind: 'model', service: 'Own model' });
  expect(actionItem?.items.map(({ text, checked }) => [text, checked])).toEqual([
    ['Send the offer', true],
    ['Light the barbecue', false],
  ]);
  // A tick of the list before never meets another item.
  expect(actionItem?.items.map(({ id }) => id)).not.toContain('m1');
  expect(callHeadline?.text).toBe('Old headline');
  expect(asked).toBe(1);
});

test('asked for twice at the same moment, it is made and paid for once', async () => {
  const answers = Promise.withResolvers<ModelAnalysis>();
  answer = () => answers.promise;
  const docId = await made();
  const { userId, accountId } = office.anna;
  const caller = { userId, accountId, admin: false, grantId: 'g', expiresAt: new Date() };
  const ask = () =>
    askForRenewal(
      { db: api.db, jobs: api.jobs, services },
      { caller, channelId: office.channelId, docId, parts: ['summary'], by: 'model' },
    );
  const both = await Promise.allSettled([ask(), ask()]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } });
  await vi.waitFor(() => expect(asked).toBe(1));
  answers.resolve(modelAnalysis());
  await vi.waitFor(async () => expect((await partsOf(docId)).summary?.renewal).toBeUndefined());
  expect(asked).toBe(1);
  const runs = await api.db.selectFrom('ai_runs').select('id').where('doc_id', '=', docId).execute();
  expect(runs).toHaveLength(1);
});

test('quotes are made without asking any service', async () => {
  const docId = await made();
  expect(await renew(docId, ['callHeadline', 'actionItem'], 'basic')).toBe(200);
  await vi.waitFor(async () => expect((await partsOf(docId)).callHeadline?.madeBy?.kind).toBe('basic'));
  expect((await partsOf(docId)).actionItem).toMatchObject({ madeBy: { kind: 'basic' }, items: [{ checked: true }] });
  expect(asked).toBe(0);
});

test('a service that refuses is said immediately, and what there is stays', async () => {
  answer = () => Promise.reject(new ProviderFailure('never', 'unauthorized'));
  const docId = await made();
  expect(await renew(docId, ['summary'])).toBe(200);
  await vi.waitFor(async () =>
    expect((await partsOf(docId)).summary).toMatchObject({
      text: 'Old text',
      renewal: { status: 'error', reason: 'serviceRefused' },
    }),
  );
  expect(asked).toBe(1);
  answer = () => Promise.resolve(modelAnalysis());
  expect(await renew(docId, ['summary'])).toBe(200);
  await vi.waitFor(async () => expect((await partsOf(docId)).summary?.text).toBe('They spoke.'));
});

test('it counts no second call of the month, and none beyond the limit', async () => {
  const usage = async () =>
    (
      await api.db
        .selectFrom('ai_usage')
        .select('calls')
        .where('account_id', '=', office.anna.accountId)
        .executeTakeFirst()
    )?.calls ?? 0;
  const docId = await made();
  await renew(docId, ['summary']);
  await vi.waitFor(async () => expect((await partsOf(docId)).summary?.text).toBe('They spoke.'));
  const before = await usage();
  await renew(docId, ['callHeadline']);
  await vi.waitFor(async () => expect((await partsOf(docId)).callHeadline?.text).toBe('By a model'));
  expect(await usage()).toBe(before);

  const plan = { name: 'small', quotas: [{ grant: 'CALL_BOOSTS', limit: before }] };
  const { plan: old } = await api.db
    .selectFrom('accounts')
    .select('plan')
    .where('id', '=', office.anna.accountId)
    .executeTakeFirstOrThrow();
  const setPlan = (value: object) =>
    api.db
      .updateTable('accounts')
      .set({ plan: JSON.stringify(value) })
      .where('id', '=', office.anna.accountId)
      .execute();
  await setPlan(plan);
  try {
    const other = await made();
    await renew(other, ['summary']);
    await vi.waitFor(async () =>
      expect((await partsOf(other)).summary).toMatchObject({ text: 'Old text', renewal: { reason: 'quota' } }),
    );
  } finally {
    await setPlan(old);
  }
});

test('without a transcript, for a part that is not made and without the right it is refused', async () => {
  const docId = await made();
  expect(await renew(docId, ['smallTalk'])).toBe(409);
  expect(await renew(docId, ['summary'], 'model', office.bert)).toBe(403);
  expect(await renew(docId, ['summary'], 'model', office.dora)).toBe(404);
  expect(await renew(docId, ['summary'], 'model', office.elsewhere)).toBe(404);
  const bare = await office.call({
    owner: office.anna,
    documentation: documentation.parse({ summary: { status: 'success', text: 'Old', madeBy } }),
  });
  expect(await renew(bare, ['summary'])).toBe(409);
  expect((await partsOf(docId)).summary?.renewal).toBeUndefined();
  expect(asked).toBe(0);
});

test('who stops it keeps what there is, and the answer is dropped', async () => {
  const begun = Promise.withResolvers<void>();
  answer = (signal) =>
    new Promise((_resolve, reject) => {
      begun.resolve();
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  const docId = await made();
  await renew(docId, ['summary']);
  await begun.promise;
  const params = { sessionId: docId.slice(4) };
  await callRoute(api.url, office.anna.token, routes.cancelTranscription, { params, query: {} });
  expect((await partsOf(docId)).summary).toMatchObject({ status: 'success', text: 'Old text' });
  expect((await partsOf(docId)).summary?.renewal).toBeUndefined();
});

test('what lost its job is taken up again', async () => {
  const renewal = { by: 'model', status: 'waiting', at: '2026-11-27T10:00:00.000Z' } as const;
  const docId = await made({
    summary: documentation.shape.summary.unwrap().parse({ status: 'success', text: 'Old text', madeBy, renewal }),
  });
  const files = { paths: [] } as never;
  await heal({ db: api.db, jobs: api.jobs, log: { warn: () => {} } as never, files });
  await vi.waitFor(async () => expect((await partsOf(docId)).summary?.text).toBe('They spoke.'));
});
