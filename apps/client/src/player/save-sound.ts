import { saveFile } from '#platform/save-file.ts';
import { downloadFileName } from './file-names.ts';
import { soundFile } from './playing.ts';
import type { Sound } from './sound.ts';

/** Has the browser save the MP3 of a sound. Throws ApiError. */
export async function saveSound(sound: Sound): Promise<void> {
  const file = new Blob([await soundFile(sound)], { type: 'audio/mpeg' });
  saveFile(file, downloadFileName(sound.downloadName, 'mp3'));
}
