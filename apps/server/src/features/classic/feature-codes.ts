/** What a user keys in a call of the classic generation means. */
export type KeyedCommand =
  | { readonly do: 'sendTones'; readonly digits: string }
  | { readonly do: 'startTransfer'; readonly number: string }
  | { readonly do: 'switchLine' }
  | { readonly do: 'confer' }
  | { readonly do: 'toggleRecording' }
  | { readonly do: 'dropTransfer' };

/** Where keying stands: star-3 came and the number of the other line is being keyed. */
export interface Keying {
  readonly number: string;
  /** Milliseconds; when the last key came. */
  readonly at: number;
}

/** A star-3 that gets no number in this time was a slip, and the first line continues. */
export const numberWithinMs = 10_000;
/** Nobody has a longer number (E.164: 15 digits, with what some dial in front of it). */
const mostDigits = 40;

const codes: Readonly<Record<string, KeyedCommand>> = {
  '*4': { do: 'switchLine' },
  '*5': { do: 'confer' },
  '*6': { do: 'toggleRecording' },
  '*8': { do: 'dropTransfer' },
};

/** The keys of a command that only a transfer gives a meaning; null for any other. */
export function transferCodeOf(command: KeyedCommand): string | null {
  if (command.do === 'toggleRecording') return null;
  return Object.keys(codes).find((code) => codes[code]?.do === command.do) ?? null;
}

/**
 * Reads one sequence of keys: feature codes, the number that follows star-3 up to its hash (00 stands for the plus), and
 * tones for the other side. A code is one only when both of its keys came together. `now` in milliseconds.
 */
export function readKeys(
  before: Keying | null,
  sequence: string,
  now: number,
): { readonly keying: Keying | null; readonly commands: readonly KeyedCommand[] } {
  let keying = before && now - before.at < numberWithinMs ? before : null;
  const commands: KeyedCommand[] = [];
  let tones = '';
  const flush = () => {
    if (tones !== '') commands.push({ do: 'sendTones', digits: tones });
    tones = '';
  };
  for (let at = 0; at < sequence.length; at += 1) {
    const key = sequence.charAt(at);
    const code = sequence.slice(at, at + 2);
    if (code === '*3' || Object.hasOwn(codes, code)) {
      flush();
      at += 1;
      keying = code === '*3' ? { number: '', at: now } : null;
      const command = codes[code];
      if (command) commands.push(command);
    } else if (keying && keying.number.length < mostDigits && /[0-9]/.test(key)) {
      keying = { number: keying.number + key, at: now };
    } else if (keying && key === '#') {
      if (keying.number !== '') commands.push({ do: 'startTransfer', number: keying.number.replace(/^00/, '+') });
      keying = null;
    } else {
      keying = null;
      tones += key;
    }
  }
  flush();
  return { keying, commands };
}
