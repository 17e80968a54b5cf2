import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toast, toastManager, toastMs, withdrawToast } from './toasts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const watched = () => ({
  add: vi.spyOn(toastManager, 'add').mockImplementation(({ id }) => id ?? ''),
  close: vi.spyOn(toastManager, 'close').mockImplementation(() => {}),
});

test('a toast appears 300 ms after it was asked for and stays for 5 s', () => {
  const { add } = watched();
  const id = toast({ title: 'Copied' });
  vi.advanceTimersByTime(299);
  expect(add).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(add).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id, title: 'Copied', timeout: toastMs }));
  expect(toastMs).toBe(5000);
});

test('of two with one id that are requested at the same time the later one appears', () => {
  const { add } = watched();
  toast({ id: 'save', title: 'Saving' });
  vi.advanceTimersByTime(200);
  toast({ id: 'save', title: 'Saved' });
  vi.advanceTimersByTime(300);
  expect(add.mock.calls.map(([{ title }]) => title)).toEqual(['Saved']);
});

test('it goes 100 ms after its button was pressed', () => {
  const { add, close } = watched();
  const run = vi.fn();
  const id = toast({ title: 'Resolved', action: { label: 'Undo', run } });
  vi.advanceTimersByTime(300);
  const press = add.mock.calls[0]?.[0].actionProps?.onClick as () => void;
  press();
  expect(run).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(99);
  expect(close).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(close).toHaveBeenCalledExactlyOnceWith(id);
});

test('one that stays does not end by itself, and says when it was closed', () => {
  const { add } = watched();
  const onAnswered = vi.fn();
  toast({ title: 'Lost', stays: { onAnswered } });
  vi.advanceTimersByTime(300);
  const shown = add.mock.calls[0]?.[0];
  expect(shown?.timeout).toBe(0);
  shown?.onClose?.();
  expect(onAnswered).toHaveBeenCalledOnce();
});

test('it stays while the work of its button is not done', async () => {
  const { add, close } = watched();
  const run = vi.fn<() => Promise<boolean>>().mockResolvedValueOnce(false).mockResolvedValueOnce(true);
  const id = toast({ title: 'Lost', action: { label: 'Copy', run }, stays: { onAnswered: vi.fn() } });
  vi.advanceTimersByTime(300);
  const press = add.mock.calls[0]?.[0].actionProps?.onClick as () => void;
  press();
  await vi.advanceTimersByTimeAsync(1000);
  expect(close).not.toHaveBeenCalled();
  press();
  await vi.advanceTimersByTimeAsync(100);
  expect(close).toHaveBeenCalledExactlyOnceWith(id);
});

test('one that is withdrawn goes without an answer, and never appears if it has not yet', () => {
  const { add, close } = watched();
  const onAnswered = vi.fn();
  const id = toast({ title: 'Lost', stays: { onAnswered } });
  vi.advanceTimersByTime(300);
  close.mockImplementationOnce(() => add.mock.calls[0]?.[0].onClose?.());
  withdrawToast(id);
  expect(close).toHaveBeenCalledExactlyOnceWith(id);
  withdrawToast(toast({ title: 'Lost', stays: { onAnswered } }));
  vi.advanceTimersByTime(300);
  expect(add).toHaveBeenCalledOnce();
  expect(onAnswered).not.toHaveBeenCalled();
});
