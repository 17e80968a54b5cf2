/** A table as CSV, its heads first. No cell is a formula, whatever was typed into it. */
export function csvOf(lines: readonly (readonly (string | number)[])[]): string {
  return lines.map((line) => `${line.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(value: string | number): string {
  const text = String(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Has the browser save a table as a file. */
export const saveCsv = (text: string, name: string): void => save(text, 'text/csv;charset=utf-8', name);

/** The same for a plain text. */
export const saveText = (text: string, name: string): void => save(text, 'text/plain;charset=utf-8', name);

function save(text: string, type: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
