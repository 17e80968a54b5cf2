import { existsSync } from 'node:fs';
import { chromiumPath } from '@sidetone/signals/chromium.ts';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bundle } from '../../../../e2e/world/bundle.ts';
import type { soundCache } from './sound-cache.ts';

declare const window: { soundCache: typeof soundCache; trouble: string[] };

let browser: Browser;
let script: string;
let page: Page;
let store = 0;

/** Runs in the page: a store, and keys of calls by their ids. */
const helpers = `
  const key = (docId, kind = 'automatic', channelId = 'c1') => ({ channelId, docId, kind });
  const sound = (bytes, duration = 10) => ({ buffer: new Uint8Array(bytes).fill(7).buffer, duration });
  const ids = async (cache) => (await cache.keys()).map(({ docId, kind }) => docId + '/' + kind).sort();
  window.trouble = [];
  const onTrouble = (what, cause) => window.trouble.push(what + ' ' + cause?.name);
`;

/** Runs code in the page; \`name\` is a database of this test's own. */
const inPage = (code: string): Promise<unknown> =>
  page.evaluate(`(async () => { const name = 'test-${store}'; const { soundCache } = window; ${helpers} ${code} })()`);

describe.skipIf(!existsSync(chromiumPath))('in the IndexedDB of a browser', { timeout: 60_000 }, () => {
  beforeAll(async () => {
    script = await bundle(new URL('testing/cache-page.ts', import.meta.url));
    browser = await chromium.launch({ executablePath: chromiumPath, args: ['--headless=new', '--no-sandbox'] });
    page = await browser.newPage();
    await page.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
    await page.goto('http://localhost:9/');
    await page.evaluate(script);
  });
  afterAll(() => browser.close());
  beforeEach(() => {
    store += 1;
  });

  test('a sound is kept by channel, call and type, and a message by call', async () => {
    const found = await inPage(`
      const cache = soundCache({ name });
      await cache.adopt('w1');
      await cache.keep(key('a', 'manual'), sound(3));
      await cache.keep(key('a', 'automatic'), sound(4, 20));
      await cache.keep(key('a', 'voicemail'), sound(5));
      const read = async (of) => { const kept = await cache.read(of); return kept && [kept.buffer.byteLength, kept.duration]; };
      return [
        await read(key('a', 'manual')), await read(key('a', 'automatic')), await read(key('a', 'voicemail')),
        await read(key('a', 'legacy')), await read(key('b', 'manual')), await read(key('a', 'manual', 'c2')),
        await read(key('a', 'voicemail', 'c2')),
      ];`);
    expect(found).toEqual([[3, 10], [4, 20], [5, 10], null, null, null, null]);
  });

  test('sounds that an earlier release kept are forgotten: places in them cannot be found exactly', async () => {
    const found = await inPage(`
      const before = await new Promise((resolve) => {
        const request = indexedDB.open(name, 1);
        request.onupgradeneeded = () => {
          request.result.createObjectStore('voicemails', { keyPath: 'callId' }).put({ callId: 'a' });
          request.result.createObjectStore('uses', { keyPath: 'id' }).put({ id: 'a', key: key('a'), size: 3, usedAt: 1 });
          request.result.createObjectStore('owner').put('w1', 'id');
        };
        request.onsuccess = () => resolve(request.result);
      });
      before.close();
      const cache = soundCache({ name });
      await cache.adopt('w1');
      const kept = await ids(cache);
      await cache.keep(key('b'), sound(3));
      return [kept, await ids(cache)];`);
    expect(found).toEqual([[], ['b/automatic']]);
  });

  test('only its owner gets a sound, and another owner finds nothing', async () => {
    const found = await inPage(`
      const [mine, other] = [soundCache({ name }), soundCache({ name })];
      const before = await mine.read(key('a'));
      await mine.keep(key('a'), sound(3));
      const unowned = await ids(mine);
      await mine.adopt('w1');
      await mine.keep(key('a'), sound(3));
      await mine.adopt('w1');
      const again = await ids(mine);
      // Another tab signs someone else in.
      await other.adopt('w2');
      const seen = [await mine.read(key('a')), await other.read(key('a')), await ids(other)];
      // What the first tab still fetches is not the second one's.
      await mine.keep(key('b'), sound(3));
      const after = await ids(other);
      await other.keep(key('c'), sound(3));
      await other.adopt(null);
      await other.keep(key('d'), sound(3));
      await other.adopt('w2');
      return { before, unowned, again, seen, after, signedOut: await ids(other) };`);
    expect(found).toEqual({
      before: null,
      unowned: [],
      again: ['a/automatic'],
      seen: [null, null, []],
      after: [],
      signedOut: [],
    });
  });

  test('when there are too many, the least recently used goes', async () => {
    const found = await inPage(`
      let now = 1;
      const cache = soundCache({ name, limitBytes: 100, now: () => now++ });
      await cache.adopt('w1');
      for (const id of ['a', 'b', 'c']) await cache.keep(key(id), sound(30));
      await cache.read(key('a'));
      await cache.keep(key('d'), sound(30));
      const after = await ids(cache);
      await cache.keep(key('huge'), sound(101));
      const huge = await ids(cache);
      await cache.keep(key('full'), sound(100));
      return { after, huge, full: await ids(cache), b: await cache.read(key('b')) };`);
    const after = ['a/automatic', 'c/automatic', 'd/automatic'];
    expect(found).toEqual({ after, huge: after, full: ['full/automatic'], b: null });
  });

  test('a forgotten sound is in no store', async () => {
    const found = await inPage(`
      const cache = soundCache({ name });
      await cache.adopt('w1');
      for (const kind of ['manual', 'automatic', 'legacy', 'voicemail']) await cache.keep(key('a', kind), sound(9));
      await cache.keep(key('b'), sound(9));
      await cache.forget([key('a', 'manual'), key('a', 'voicemail'), key('never')]);
      const some = await ids(cache);
      await cache.forget();
      const database = await new Promise((resolve) => { const r = indexedDB.open(name); r.onsuccess = () => resolve(r.result); });
      const counts = await Promise.all([...database.objectStoreNames].filter((each) => each !== 'owner').map((each) => new Promise((resolve) => {
        const r = database.transaction(each).objectStore(each).count(); r.onsuccess = () => resolve(r.result);
      })));
      database.close();
      return { some, counts };`);
    expect(found).toEqual({ some: ['a/automatic', 'a/legacy', 'b/automatic'], counts: [0, 0, 0, 0] });
  });

  test('a sound that cannot be written is not kept, and nothing fails for it', async () => {
    const found = await inPage(`
      const cache = soundCache({ name, onTrouble });
      await cache.adopt('w1');
      await cache.keep(key('old'), sound(5));
      const put = IDBObjectStore.prototype.put;
      let refusals = 1;
      IDBObjectStore.prototype.put = function (...given) {
        if (given[0]?.buffer && refusals-- > 0) throw new DOMException('full', 'QuotaExceededError');
        return put.apply(this, given);
      };
      // The first refusal makes room, and the second try succeeds.
      await cache.keep(key('a'), sound(5));
      const roomy = await ids(cache);
      refusals = 99;
      await cache.keep(key('b'), sound(5));
      IDBObjectStore.prototype.put = put;
      return { roomy, after: await ids(cache), read: await cache.read(key('b')), trouble: window.trouble };`);
    expect(found).toMatchObject({ roomy: ['a/automatic'], read: null, trouble: ['keep QuotaExceededError'] });
  });

  test('a browser without a store plays without one', async () => {
    const found = await inPage(`
      const open = IDBFactory.prototype.open;
      IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };
      const cache = soundCache({ name, onTrouble });
      await cache.adopt('w1');
      await cache.keep(key('a'), sound(5));
      const seen = [await cache.read(key('a')), await cache.keys()];
      IDBFactory.prototype.open = open;
      return [...seen, window.trouble.length > 0];`);
    expect(found).toEqual([null, [], true]);
  });

  test('a record that another version wrote is not a sound, and is removed', async () => {
    const found = await inPage(`
      const cache = soundCache({ name });
      await cache.adopt('w1');
      await cache.keep(key('a'), sound(5));
      const database = await new Promise((resolve) => { const r = indexedDB.open(name); r.onsuccess = () => resolve(r.result); });
      const transaction = database.transaction('recordings', 'readwrite');
      transaction.objectStore('recordings').put({ channelId: 'c1', callId: 'a', recordingType: 'automatic', buffer: 'text' });
      await new Promise((resolve) => { transaction.oncomplete = resolve; });
      database.close();
      return [await cache.read(key('a')), await ids(cache)];`);
    expect(found).toEqual([null, []]);
  });
});
