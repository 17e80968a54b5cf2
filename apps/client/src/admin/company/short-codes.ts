/** Short codes as lines of a text: the code, then the number that it calls. */
export function shortCodesText(codes: Readonly<Record<string, string>>): string {
  return Object.entries(codes)
    .map(([code, number]) => `${code} ${number}`)
    .join('\n');
}

/** The lines read back; `read` brings a number into E.164 form. A line without a number keeps an empty one. */
export function shortCodesOf(text: string, read: (typed: string) => string): Record<string, string> {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [code = '', ...number] = line.split(/[\s=:]+/);
      return [code, read(number.join(' '))];
    }),
  );
}
