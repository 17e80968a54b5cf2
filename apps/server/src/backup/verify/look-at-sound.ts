/** Enough to know a sound by. */
const headBytes = 4096;

const ofSounds = /^(recordings|voicemails|captures|greetings|announcements|hold-music|answers)\/.*\.(wav|mp3)$/;

export const isSound = (name: string): boolean => ofSounds.test(name);

/**
 * Reads one sound to its end; false where it cannot be played. What is empty has only just been begun, and a recording that
 * grew while it was copied has more to it than its head says, or less.
 */
export async function looksPlayable(name: string, body: AsyncIterable<Uint8Array>): Promise<boolean> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    if (size < headBytes) pieces.push(piece);
    size += piece.length;
  }
  if (size === 0) return true;
  const head = Buffer.concat(pieces).subarray(0, headBytes);
  return name.endsWith('.wav') ? isWav(head) : isMp3(head);
}

const isWav = (head: Buffer): boolean =>
  head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WAVE' && head.includes('fmt ');

/** With tags before its first frame, or without. */
const isMp3 = (head: Buffer): boolean =>
  head.toString('latin1', 0, 3) === 'ID3' || (head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0);
