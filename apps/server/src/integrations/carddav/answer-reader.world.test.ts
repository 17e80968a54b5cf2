import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { AnswerTooLarge } from '../connector.ts';
import { answerReader } from './answer-reader.ts';

const open = { depth: Number.POSITIVE_INFINITY, elements: Number.POSITIVE_INFINITY };
const bytes = (xml: string): ArrayBuffer => {
  const { buffer, byteOffset, byteLength } = new TextEncoder().encode(xml);
  return buffer.slice(byteOffset, byteOffset + byteLength);
};
const signal = () => AbortSignal.timeout(120_000);
const response = (nr: number) => `<d:response><d:href>/book/card-${nr}.vcf</d:href><d:propstat><d:prop>
  <d:getetag>"version-${nr}"</d:getetag><d:resourcetype/></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;
const listOf = (cards: number) =>
  `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:">${Array.from({ length: cards }, (_, nr) => response(nr)).join('')}</d:multistatus>`;

/** The share of the time that this thread was busy, 1 where nobody else could have been served. */
async function busyDuring(work: () => Promise<unknown>): Promise<number> {
  const before = performance.eventLoopUtilization();
  await work();
  return performance.eventLoopUtilization(before).utilization;
}

test('an answer is read beside everything else, and says what it said', async () => {
  const reader = answerReader();
  const told = await reader.read(bytes(listOf(2)), 'books.example', signal());
  expect(told?.items).toMatchObject([
    { href: '/book/card-0.vcf', props: { getetag: '"version-0"' } },
    { href: '/book/card-1.vcf', props: { getetag: '"version-1"' } },
  ]);
  const many = bytes(listOf(12_000));
  const busy = await busyDuring(async () => {
    expect((await reader.read(many, 'books.example', signal()))?.items).toHaveLength(12_000);
  });
  expect(busy).toBeLessThan(0.5);
});

test('two million elements within one another are refused, and the next answer is read', async () => {
  const reader = answerReader();
  await expect(reader.read(bytes('<a>'.repeat(2_000_000)), 'books.example', signal())).rejects.toMatchObject({
    name: 'IntegrationError',
    type: 'failed',
  });
  expect((await reader.read(bytes(listOf(1)), 'books.example', signal()))?.items).toHaveLength(1);
});

test('a list of 14 MB is refused as too large', async () => {
  const xml = listOf(75_000);
  expect(xml.length).toBeGreaterThan(14_000_000);
  await expect(answerReader().read(bytes(xml), 'books.example', signal())).rejects.toBeInstanceOf(AnswerTooLarge);
});

test('a parse that takes too long is given up, and nobody waited for it', async () => {
  const reader = answerReader({ ...open, withinMs: 1500 });
  const deep = bytes('<a>'.repeat(2_000_000));
  const busy = await busyDuring(async () => {
    await expect(reader.read(deep, 'books.example', signal())).rejects.toMatchObject({ type: 'failed' });
  });
  expect(busy).toBeLessThan(0.5);
});

test('a caller who gives up hears why, and the thread goes with it', async () => {
  const given = new AbortController();
  const reading = answerReader({ ...open, withinMs: 60_000 }).read(
    bytes('<a>'.repeat(2_000_000)),
    'books.example',
    given.signal,
  );
  given.abort(new Error('stopped'));
  await expect(reading).rejects.toThrow('stopped');
});

test('a caller who gives up while another answer is read hears why immediately', async () => {
  const others = new AbortController();
  const given = new AbortController();
  const reader = answerReader({ ...open, withinMs: 60_000 });
  const before = reader.read(bytes('<a>'.repeat(2_000_000)), 'books.example', others.signal);
  const waiting = reader.read(bytes(listOf(1)), 'books.example', given.signal);
  given.abort(new Error('stopped'));
  await expect(Promise.race([waiting, before])).rejects.toThrow('stopped');
  others.abort(new Error('over'));
  await expect(before).rejects.toThrow('over');
  // The thread went with the one that gave up, and the queue continues.
  expect((await reader.read(bytes(listOf(1)), 'books.example', signal()))?.items).toHaveLength(1);
});

test('however many answers are read, in one after the other or all together, nothing piles up', async () => {
  const warnings: string[] = [];
  const hear = ({ name }: Error) => warnings.push(name);
  process.on('warning', hear);
  try {
    const reader = answerReader();
    const { signal: long } = new AbortController();
    const read = () => reader.read(bytes(listOf(1)), 'books.example', long);
    for (let nr = 0; nr < 15; nr += 1) await read();
    const together = await Promise.all(Array.from({ length: 15 }, read));
    expect(together.map((told) => told?.items.length)).toEqual(Array.from({ length: 15 }, () => 1));
    // Warnings come with the next turn of the loop.
    await new Promise((resolve) => setImmediate(resolve));
    expect(warnings).toEqual([]);
  } finally {
    process.off('warning', hear);
  }
});
