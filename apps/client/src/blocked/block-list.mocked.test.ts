import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { de, en } from '#i18n/words.ts';

const { shown, undos, bodies, answer } = vi.hoisted(() => ({
  shown: [] as string[],
  undos: [] as (() => void)[],
  bodies: [] as unknown[],
  answer: { isNew: true, before: null as string | null },
}));
vi.mock('#live/line/http.ts', () => ({
  call: async (_route: object, { body }: { body?: unknown }) => {
    bodies.push(body);
    return { id: 'b1', ...answer };
  },
}));
vi.mock('#live/queries/live.ts', () => ({
  useLive: () => ({ rows: [], status: 'ready' }),
  retryLive: () => undefined,
}));
vi.mock('#ui/toasts.ts', () => ({
  toast: ({ title, action }: { title: string; action?: { run: () => void } }) => {
    shown.push(title);
    if (action) undos.push(action.run);
  },
}));

const { useBlocking } = await import('./block-list.ts');
await i18next.init({ lng: 'en', resources: { en: { translation: en } }, interpolation: { escapeValue: false } });
const caller = { kind: 'number', number: '+494066969999', note: null } as const;

type Blocking = ReturnType<typeof useBlocking>;

function Part({ of, give }: { of: 'own' | 'company'; give: (blocking: Blocking) => void }) {
  give(useBlocking(of));
  return null;
}

/** What a component has of a list. */
function used(of: 'own' | 'company'): Blocking {
  const found: Blocking[] = [];
  renderToStaticMarkup(createElement(Part, { of, give: (blocking) => void found.push(blocking) }));
  const [blocking] = found;
  if (!blocking) throw new Error('nothing was drawn');
  return blocking;
}

beforeEach(() => {
  shown.length = 0;
  undos.length = 0;
  bodies.length = 0;
  Object.assign(answer, { isNew: true, before: null });
});

test('a notice says on which list a caller is now, and which one they have left', async () => {
  for (const of of ['own', 'company'] as const) {
    const { block, unblock } = used(of);
    expect(await block(caller)).toBe(true);
    await unblock({ ...caller, id: 'b1' });
  }
  expect(shown).toEqual([
    'Blocked for your private channel: +49 40 66969999',
    'No longer blocked for your private channel: +49 40 66969999',
    'Blocked for the company: +49 40 66969999',
    'No longer blocked for the company: +49 40 66969999',
  ]);
});

test('a caller who was blocked already stays so: there is nothing to undo', async () => {
  answer.isNew = false;
  expect(await used('company').block(caller)).toBe(true);
  expect([shown, undos]).toEqual([['Already blocked for the company: +49 40 66969999'], []]);
});

test('undoing another way to treat anonymous callers is the way before it, and does not let them in', async () => {
  Object.assign(answer, { isNew: false, before: 'rejected' });
  await used('company').block({ kind: 'anonymous', number: null, note: null, asks: true });
  Object.assign(answer, { before: 'asked' });
  undos[0]?.();
  await vi.waitFor(() => expect(undos).toHaveLength(2));
  undos[1]?.();
  await vi.waitFor(() => expect(undos).toHaveLength(3));
  expect(bodies).toEqual([true, false, true].map((asks) => ({ kind: 'anonymous', asks })));
});

test('a caller blocked by marks and then by hand stays blocked by hand', async () => {
  Object.assign(answer, { isNew: false, before: 'learned' });
  await used('company').block(caller);
  expect([shown, undos]).toEqual([['Blocked for the company: +49 40 66969999'], []]);
});

test('the entries of menus say whose calls they are about', () => {
  for (const { blocked } of [en, de]) {
    expect(blocked.block.own).toMatch(/my private channel|meinen eigenen Kanal/);
    expect(blocked.unblock.own).toMatch(/my private channel|meinen eigenen Kanal/);
  }
});
