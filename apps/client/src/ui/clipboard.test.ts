import { expect, test, vi } from 'vitest';
import { copyToClipboard } from './clipboard.ts';

/** The part of a document that copying needs; `clipboard` is missing on pages without a secure connection. */
function page(about: { clipboard?: { writeText: (text: string) => Promise<void> }; allows?: boolean }) {
  const field = { value: '', style: {}, select: vi.fn(), remove: vi.fn() };
  const focused = { focus: vi.fn(), closest: () => null };
  const execCommand = vi.fn(() => about.allows ?? true);
  const document = {
    activeElement: focused,
    createElement: () => field,
    body: { append: vi.fn() },
    execCommand,
    defaultView: { navigator: { clipboard: about.clipboard } },
  } as unknown as Document;
  return { document, field, focused, execCommand };
}

test('a secure page writes to the clipboard', async () => {
  const writeText = vi.fn(async () => {});
  const { document, execCommand } = page({ clipboard: { writeText } });
  await copyToClipboard('+4930901820', document);
  expect(writeText).toHaveBeenCalledExactlyOnceWith('+4930901820');
  expect(execCommand).not.toHaveBeenCalled();
});

test('a page that is not secure copies the selection, and leaves nothing behind', async () => {
  const { document, field, focused, execCommand } = page({});
  await copyToClipboard('+4930901820', document);
  expect([field.value, execCommand.mock.calls]).toEqual(['+4930901820', [['copy']]]);
  expect(field.remove).toHaveBeenCalled();
  expect(focused.focus).toHaveBeenCalled();
});

test('a page that may not copy says so', async () => {
  const { document, field } = page({ allows: false });
  await expect(copyToClipboard('x', document)).rejects.toThrow();
  expect(field.remove).toHaveBeenCalled();
});
