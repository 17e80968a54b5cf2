import fc from 'fast-check';
import { expect, test } from 'vitest';
import { downloadFileName } from './file-names.ts';

test.each([
  ['Dr. Ulrike Sommerfeld', 'dr._ulrike_sommerfeld.mp3'],
  ['+49 221 4710 318', '0049_221_4710_318.mp3'],
  ['Ärger  mit\tÖl', 'ärger_mit_öl.mp3'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a_b_c_d_e_f_g_h_i_j.mp3'],
  ['../../etc/passwd', '_.._etc_passwd.mp3'],
  ['...hidden', 'hidden.mp3'],
  ['photo\u202Egpj', 'photo_gpj.mp3'],
  ['', 'sidetone.mp3'],
  ['   ', 'sidetone.mp3'],
  ['...', 'sidetone.mp3'],
])('%j is downloaded as %j', (name, file) => {
  expect(downloadFileName(name, 'mp3')).toBe(file);
});

test('for any name of a person the file is lower case, has no space, no plus and no way out of its folder', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (name) => {
      const file = downloadFileName(name, 'mp3');
      expect(file).toMatch(/^[^\s+/\\:*?"<>|.][^\s+/\\:*?"<>|]*\.mp3$/u);
      expect(file).toBe(file.toLowerCase());
      expect([...file].length).toBeLessThanOrEqual(124);
      expect(file.isWellFormed()).toBe(true);
    }),
  );
});
