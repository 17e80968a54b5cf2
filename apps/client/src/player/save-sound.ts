import { downloadFileName } from './file-names.ts';
import { soundFile } from './playing.ts';
import type { Sound } from './sound.ts';

/** Has the browser save the MP3 of a sound. Throws ApiError. */
export async function saveSound(sound: Sound): Promise<void> {
  const address = URL.createObjectURL(new Blob([await soundFile(sound)], { type: 'audio/mpeg' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = downloadFileName(sound.downloadName, 'mp3');
  link.click();
  // A browser that asks where to save it may read it later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
