import { expect, test, vi } from 'vitest';
import { questions } from '#ui/confirm.ts';
import { askFirst } from './ask-first.ts';

const question = { headline: 'Discard your changes?', action: 'Discard' };
const pressed = (more: object = {}) => ({
  preventDefault: vi.fn(),
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...more,
});
const asked = () => questions.getState().waiting[0];

test('a link out of a form that is not saved asks first, and leads there only after a yes', async () => {
  const go = vi.fn();
  for (const yes of [false, true]) {
    const press = pressed();
    askFirst(true, question, go)(press);
    expect(press.preventDefault).toHaveBeenCalled();
    expect(asked()).toMatchObject({ ...question, critical: true });
    asked()?.answer(yes, false);
    await Promise.resolve();
    await Promise.resolve();
    expect(go).toHaveBeenCalledTimes(yes ? 1 : 0);
  }
});

test('nothing is asked where nothing is lost: all is saved, or another tab opens', () => {
  const go = vi.fn();
  const press = pressed();
  askFirst(false, question, go)(press);
  const away = pressed({ ctrlKey: true });
  askFirst(true, question, go)(away);
  for (const { preventDefault } of [press, away]) expect(preventDefault).not.toHaveBeenCalled();
  expect(asked()).toBeUndefined();
});
