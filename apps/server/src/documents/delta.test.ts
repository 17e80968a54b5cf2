import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deltaOf, keepUnchanged } from './delta.ts';

interface Named {
  readonly id: string;
  readonly rev: number;
  readonly name: string;
}

const answer: fc.Arbitrary<Named[]> = fc.uniqueArray(
  fc.record({ id: fc.constantFrom(...'abcdef'), rev: fc.nat(5), name: fc.constantFrom('x', 'y') }),
  { selector: ({ id }) => id },
);
const content = ({ id, name }: Named) => ({ id, name });

test('whatever answers follow one another: a client that applies the deltas has the newest, and no row goes back', () => {
  fc.assert(
    fc.property(fc.array(answer, { minLength: 1 }), (answers) => {
      let server: Named[] = [];
      let client: Named[] = [];
      let short: Named[] = [];
      for (const read of answers) {
        const next = keepUnchanged(server, read);
        const message = deltaOf(server, next);
        if (message?.type === 'delta') {
          const byId = new Map(client.map((row) => [row.id, row]));
          for (const row of message.changed) {
            expect(row.rev).toBeGreaterThanOrEqual(byId.get(row.id)?.rev ?? 0);
            byId.set(row.id, row);
          }
          client = (message.ids ?? []).map((id) => byId.get(id) as Named);
        }
        const brief = deltaOf(server, next, true);
        if (brief?.type === 'delta') {
          const byId = new Map([...short, ...brief.changed].map((row) => [row.id, row]));
          short = (brief.ids ?? short.map(({ id }) => id)).map((id) => byId.get(id) as Named);
        }
        server = next;
        expect([client.map(content), short.map(content)]).toEqual([read.map(content), read.map(content)]);
      }
    }),
  );
});

test('a short delta names the order only where it is another one', () => {
  const [a, b] = [
    { id: 'a', rev: 1, name: 'x' },
    { id: 'b', rev: 1, name: 'x' },
  ];
  const changed = { ...a, rev: 2, name: 'y' };
  expect(deltaOf([a, b], [changed, b], true)).toEqual({ type: 'delta', changed: [changed] });
  expect(deltaOf([a, b], [changed, b])).toEqual({ type: 'delta', changed: [changed], ids: ['a', 'b'] });
  expect(deltaOf([a, b], [b, changed], true)).toEqual({ type: 'delta', changed: [changed], ids: ['b', 'a'] });
});

test('nothing is sent when nothing changed', () => {
  const before = [{ id: 'a', rev: 1, name: 'x' }];
  expect(deltaOf(before, keepUnchanged(before, [{ id: 'a', rev: 1, name: 'x' }]))).toBeUndefined();
});

test('a joined name that changed raises the revision', () => {
  const before = [{ id: 'a', rev: 4, name: 'x' }];
  expect(keepUnchanged(before, [{ id: 'a', rev: 4, name: 'y' }])).toEqual([{ id: 'a', rev: 5, name: 'y' }]);
});
