import { describe, expect, test } from 'vitest';
import { openedPanel, type Panel, type PanelEvent, panelStep } from './panel.ts';

const auto = { autoClose: true, logOnClose: true };
const byHand = { autoClose: false, logOnClose: false };
const end: PanelEvent = { is: 'callEnded', now: 1_000 };
const tick = (now: number): PanelEvent => ({ is: 'ticked', now });
const after = (panel: Panel, ...events: PanelEvent[]) => events.reduce(panelStep, panel);

describe('SLOG-001, SLOG-009: with auto close it closes ten seconds after the call and logs it', () => {
  test('not during the call', () => {
    expect(after(openedPanel(auto, false), tick(1_000_000)).leaving).toBeNull();
  });

  test('after the call', () => {
    expect(after(openedPanel(auto, false), end, tick(10_999)).leaving).toBeNull();
    expect(after(openedPanel(auto, false), end, tick(11_000)).leaving).toBe('log');
  });

  test('it closes without logging where only closing was wanted', () => {
    expect(after(openedPanel({ autoClose: true, logOnClose: false }, false), end, tick(11_000)).leaving).toBe('draft');
  });
});

test('SLOG-002: opened by hand it does not close by itself', () => {
  expect(after(openedPanel(byHand, false), end, tick(1_000_000)).leaving).toBeNull();
});

test('SLOG-005, SLOG-006: a press or a typed note keeps it open', () => {
  expect(after(openedPanel(auto, false), end, { is: 'touched' }, tick(1_000_000)).leaving).toBeNull();
});

describe('SLOG-008: Escape', () => {
  const searching: PanelEvent = { is: 'picker', event: { is: 'opened' } };

  test('closes the overlay first, and leaves the countdown', () => {
    const left = after(openedPanel(auto, false), end, searching, { is: 'left' });
    expect([left.picker.open, left.leaving, left.countdown.is]).toEqual([false, null, 'runs']);
    expect(panelStep(left, { is: 'left' }).leaving).toBe('log');
  });

  test('ends the countdown where the search is closed, also one that is paused, and logs the call', () => {
    for (const before of [[end], [end, tick(4_000)], [end, { is: 'touched' }]] as const) {
      const left = after(openedPanel(auto, false), ...before, { is: 'left' });
      expect([left.countdown.is, left.leaving]).toEqual(['over', 'log']);
      // It ended once: the time that would have been left logs nothing a second time.
      expect(panelStep(left, tick(1_000_000))).toBe(left);
    }
  });

  test('leaves a draft during the call, and where nothing is to be logged by closing', () => {
    expect(after(openedPanel(auto, false), { is: 'left' }).leaving).toBe('draft');
    expect(after(openedPanel(byHand, false), end, { is: 'left' }).leaving).toBe('draft');
  });
});

test('SLOG-007: the button logs, whatever closing would do, also while the countdown is paused', () => {
  expect(after(openedPanel(byHand, false), end, { is: 'logged' }).leaving).toBe('log');
  expect(after(openedPanel(auto, false), end, { is: 'touched' }, { is: 'logged' }).leaving).toBe('log');
});

test('SLOG-012: a call that was logged before is kept up to date, and its panel stays open', () => {
  const update = after(openedPanel(auto, true), end, tick(1_000_000));
  expect(update.leaving).toBeNull();
  expect(panelStep(update, { is: 'left' }).leaving).toBe('log');
});

test('leaving happens once, and where it fails the panel is there again without a countdown', () => {
  const left = after(openedPanel(auto, false), end, tick(11_000));
  expect(panelStep(left, { is: 'left' })).toBe(left);
  const back = panelStep(left, { is: 'stayed' });
  expect([back.leaving, back.countdown.is]).toEqual([null, 'paused']);
  expect(after(back, tick(1_000_000)).leaving).toBeNull();
  expect(panelStep(back, { is: 'logged' }).leaving).toBe('log');
  // Without a connection its user must get out.
  expect(panelStep(back, { is: 'left' }).leaving).toBe('draft');
});

test('a call that was taken out of its CRM is not written again by leaving the panel', () => {
  const taken = after(openedPanel(auto, true), end, { is: 'takenAway' });
  expect(panelStep(taken, { is: 'left' }).leaving).toBe('draft');
  expect(panelStep(taken, { is: 'logged' }).leaving).toBe('log');
});
