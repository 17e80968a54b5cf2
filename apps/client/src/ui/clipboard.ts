/**
 * Copies a text to the clipboard. A page without a secure connection has no `navigator.clipboard`, and copies a
 * selection instead. Rejects where neither is allowed.
 */
export async function copyToClipboard(text: string, page: Document = document): Promise<void> {
  const clipboard: Clipboard | undefined = page.defaultView?.navigator.clipboard;
  if (clipboard) return await clipboard.writeText(text);
  if (!copyMarked(text, page)) throw new Error('This page may not copy.');
}

function copyMarked(text: string, page: Document): boolean {
  const focused = page.activeElement;
  const field = page.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.cssText = 'position: fixed; inset: 0 auto auto 0; opacity: 0';
  // A dialog keeps the focus within itself, so the field has to be in there.
  (focused?.closest('[role=dialog]') ?? page.body).append(field);
  try {
    field.select();
    return page.execCommand('copy');
  } finally {
    field.remove();
    (focused as HTMLElement | null)?.focus?.();
  }
}
