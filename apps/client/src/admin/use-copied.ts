import { useState } from 'react';
import { copyToClipboard } from '#ui/clipboard.ts';

/** Copies a text, and says whether it was copied. Where a page may not copy, the text can be selected by hand. */
export function useCopied(text: string): { readonly copied: boolean; readonly copy: () => Promise<void> } {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    copyToClipboard(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return { copied, copy };
}
