/** Characters that file systems refuse, and names that would hide a file or leave its folder. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what no file name may have
const unfit = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069/\\:*?"<>|]+/gu;
const longestName = 120;

/**
 * The name of a download: lower case, `_` for spaces and `00` for a plus (specification of settings and shell, 4.9),
 * without anything that a file system refuses. `extension` comes without its dot.
 */
export function downloadFileName(name: string, extension: string): string {
  const plain = name.normalize('NFC').replace(unfit, ' ').trim().toLowerCase();
  const told = plain.replace(/\+/gu, '00').replace(/\s+/gu, '_').replace(/^\.+/u, '');
  // Cut between characters, never within one.
  const short = [...told].slice(0, longestName).join('');
  return `${short === '' ? 'sidetone' : short}.${extension}`;
}
