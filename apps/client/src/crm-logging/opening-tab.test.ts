import { expect, test, vi } from 'vitest';
import { showsPanelOf, turnOfTab } from './opening-tab.ts';

/** Two tabs of one browser have the same locks. */
const tab = (isHidden: boolean) => ({ locks: navigator.locks, isHidden: () => isHidden });
const heldNames = async () => ((await navigator.locks.query()).held ?? []).map(({ name }) => name);
const isShown = (call: string) =>
  vi.waitFor(async () => expect(await heldNames()).toContain(`sidetone.call-logging.shown.${call}`));

test('SLOG-001: of a visible and a hidden tab the visible one opens the panel, and the other never does', async () => {
  const [hidden, visible] = await Promise.all([turnOfTab('a1', tab(true)), turnOfTab('a1', tab(false))]);
  expect([hidden.is, visible.is]).toEqual(['elsewhere', 'here']);
  if (visible.is === 'here') visible.release();
});

test('where all tabs are hidden one of them opens it', async () => {
  const turns = await Promise.all([turnOfTab('a2', tab(true)), turnOfTab('a2', tab(true))]);
  expect(turns.map(({ is }) => is).sort()).toEqual(['elsewhere', 'here']);
  for (const turn of turns) if (turn.is === 'here') turn.release();
});

test('SLOG-001: on a second line a hidden tab opens nothing while a panel is shown elsewhere, and a visible one does', async () => {
  const close = showsPanelOf('b1', tab(false));
  await isShown('b1');
  expect(await turnOfTab('b2', tab(true))).toEqual({ is: 'later' });
  const visible = await turnOfTab('b2', tab(false));
  expect(visible.is).toBe('here');
  if (visible.is === 'here') visible.release();
  close();
  await vi.waitFor(async () => expect(await heldNames()).not.toContain('sidetone.call-logging.shown.b1'));
  const alone = await turnOfTab('b3', tab(true));
  expect(alone.is).toBe('here');
  if (alone.is === 'here') alone.release();
});

test('a tab that is opened during the call leaves it where it is shown, and where it was closed', async () => {
  const turn = await turnOfTab('c1', tab(false));
  const close = showsPanelOf('c1', tab(false));
  await isShown('c1');
  expect(await turnOfTab('c1', tab(false))).toEqual({ is: 'elsewhere' });
  close();
  await vi.waitFor(async () => expect(await heldNames()).not.toContain('sidetone.call-logging.shown.c1'));
  expect(await turnOfTab('c1', tab(false))).toEqual({ is: 'elsewhere' });
  if (turn.is === 'here') turn.release();
});

test('without locks the tab is the only one', async () => {
  const alone = { locks: undefined, isHidden: () => true };
  showsPanelOf('d1', alone)();
  expect((await turnOfTab('d1', alone)).is).toBe('here');
});
