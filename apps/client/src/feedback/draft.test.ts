import { expect, test, vi } from 'vitest';
import { createDrafts, type KeptPictures } from './draft.ts';

const png = (name: string) => new File(['x'], name, { type: 'image/png' });

/** The parts that outlive a page: every `load` is a page of its own. */
function browser() {
  const texts = new Map<string, string>();
  let pictures: { user: string; files: readonly File[] } | null = null;
  const troubles: unknown[] = [];
  const kept: KeptPictures = {
    read: async (user) => (pictures?.user === user ? pictures.files : []),
    write: async (user, files) => {
      pictures = { user, files };
    },
  };
  let ids = 0;
  return {
    troubles,
    kept,
    load: (more: { kept?: KeptPictures; readDataUrl?: (file: Blob) => Promise<string> } = {}) =>
      createDrafts({
        box: {
          getItem: (key) => texts.get(key) ?? null,
          setItem: (key, value) => void texts.set(key, value),
          removeItem: (key) => void texts.delete(key),
        },
        kept,
        newId: () => String(++ids),
        readDataUrl: async (file) => `data:${file.type},x`,
        onTrouble: (cause) => troubles.push(cause),
        ...more,
      }),
    texts,
  };
}

const namesIn = (drafts: ReturnType<ReturnType<typeof browser>['load']>) =>
  drafts.store.getState().pictures.map(({ file }) => file.name);

test('text, subject, choice and pictures outlive a reload', async () => {
  const here = browser();
  const first = here.load();
  await first.open('wanna');
  expect(first.store.getState()).toEqual({ subject: '', text: '', withLog: true, pictures: [] });
  first.change({ text: 'It does not ring.' });
  first.change({ subject: 'Headset', withLog: false });
  first.addPictures([png('a'), png('b'), png('c')]);
  first.removePicture(first.store.getState().pictures[1]?.id ?? '');
  await first.settled();

  const second = here.load();
  await second.open('wanna');
  expect(second.store.getState()).toMatchObject({ subject: 'Headset', text: 'It does not ring.', withLog: false });
  await vi.waitFor(() => expect(namesIn(second)).toEqual(['a', 'c']));
});

test('a picture is loading until it can be shown', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const drafts = browser().load({ readDataUrl: () => promise });
  await drafts.open('wanna');
  drafts.addPictures([png('a')]);
  expect(drafts.store.getState().pictures).toMatchObject([{ loading: true, dataURL: null }]);
  resolve('data:image/png,x');
  await vi.waitFor(() =>
    expect(drafts.store.getState().pictures).toMatchObject([{ loading: false, dataURL: 'data:image/png,x' }]),
  );
});

test('a picture that cannot be shown can still be sent or removed', async () => {
  const here = browser();
  const drafts = here.load({ readDataUrl: () => Promise.reject(new Error('broken')) });
  await drafts.open('wanna');
  drafts.addPictures([png('a')]);
  await vi.waitFor(() => expect(drafts.store.getState().pictures).toMatchObject([{ loading: false, dataURL: null }]));
  expect(here.troubles).toHaveLength(1);
});

test('a draft of one user is not visible to the next one', async () => {
  const here = browser();
  const drafts = here.load();
  await drafts.open('wanna');
  drafts.change({ text: 'My secret.' });
  drafts.addPictures([png('a')]);
  await drafts.open(null);
  expect(drafts.store.getState().text).toBe('');
  await drafts.open('wbert');
  expect([...here.texts.values()]).toEqual([]);
  expect(drafts.store.getState()).toEqual({ subject: '', text: '', withLog: true, pictures: [] });
  const later = here.load();
  await later.open('wbert');
  expect(later.store.getState()).toMatchObject({ text: '', pictures: [] });
});

test('a sent draft is gone, after a reload too', async () => {
  const here = browser();
  const drafts = here.load();
  await drafts.open('wanna');
  drafts.change({ text: 'It does not ring.' });
  drafts.addPictures([png('a')]);
  drafts.clear();
  await drafts.settled();
  expect([...here.texts.values()]).toEqual([]);
  const later = here.load();
  await later.open('wanna');
  expect(later.store.getState()).toEqual({ subject: '', text: '', withLog: true, pictures: [] });
});

test('pictures are kept one write after the other, so that a slow write never replaces a later one', async () => {
  const here = browser();
  const writes: (() => void)[] = [];
  const slow: KeptPictures = {
    read: here.kept.read,
    async write(user, files) {
      await new Promise<void>((resolve) => writes.push(resolve));
      await here.kept.write(user, files);
    },
  };
  const drafts = here.load({ kept: slow });
  await drafts.open('wanna');
  drafts.addPictures([png('a')]);
  drafts.addPictures([png('b')]);
  await vi.waitFor(() => expect(writes).toHaveLength(1));
  writes.pop()?.();
  await vi.waitFor(() => expect(writes).toHaveLength(1));
  writes.pop()?.();
  await drafts.settled();
  expect((await here.kept.read('wanna')).map(({ name }) => name)).toEqual(['a', 'b']);
});

test('where nothing can be stored, the form works nevertheless', async () => {
  const here = browser();
  const broken = { read: () => Promise.reject(new Error('no')), write: () => Promise.reject(new Error('no')) };
  const drafts = here.load({ kept: broken });
  await drafts.open('wanna');
  drafts.addPictures([png('a')]);
  await vi.waitFor(() => expect(here.troubles).toHaveLength(2));
  expect(namesIn(drafts)).toEqual(['a']);
});

test.each(['no json', '{}', '{"user":"wanna"}'])('an invalid draft, %s, counts as none', async (text) => {
  const here = browser();
  here.texts.set('sidetone.feedback', text);
  const drafts = here.load();
  await drafts.open('wanna');
  expect(drafts.store.getState().text).toBe('');
});
