/** Has the browser save this as a file. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // A browser that asks where to save it may read it later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The same for a plain text. */
export const saveText = (text: string, name: string): void =>
  saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), name);
