import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from '@playwright/test';
import {
  chromiumPath,
  headlessShellPath,
  microphoneAllowed,
  microphoneFlags,
  quietFlags,
} from '@sidetone/simulator/people/chromium.ts';

/** What a browser can only be told when it starts: its microphone, and the answer to the question for it. */
export interface Hearing {
  /** WAV that the microphone plays in a loop. */
  readonly microphone: string;
  /** Chromium's answer to the question for the microphone. */
  readonly microphoneAllowed?: boolean;
  /** False for a machine without any microphone. */
  readonly microphonePresent?: boolean;
}

/** Browsers that stay open without anybody at them; most stories need one for each of two microphones. */
const idleLimit = 3;

/** Open browsers by their flags, the one used last at the end. */
const pool = new Map<string, Promise<Browser>>();

/** The flags with which Chromium is started for somebody who hears and is heard in this way. */
export function browserFlags({
  microphone,
  microphoneAllowed: allowed,
  microphonePresent: present,
}: Hearing): string[] {
  return [
    ...quietFlags,
    (allowed ?? true) ? microphoneAllowed : '--deny-permission-prompts',
    ...((present ?? true) ? microphoneFlags(microphone) : ['--disable-audio-input']),
  ];
}

/**
 * A context in a browser that this worker shares among its people: cookies, storage, locks and channels are its own, as a
 * person's are. Chromium's headless shell is used where it is installed: the same engine, without the windows that
 * nobody sees.
 */
export async function openContext(hearing: Hearing, options: BrowserContextOptions): Promise<BrowserContext> {
  const args = browserFlags(hearing);
  const key = args.join(' ');
  const browser = pool.get(key) ?? launch(args, programFor(hearing));
  // Put last, as the one used last.
  pool.delete(key);
  pool.set(key, browser);
  try {
    const context = await (await browser).newContext(options);
    await closeIdle();
    return context;
  } catch (error) {
    // A browser that crashed is not given to anybody again.
    pool.delete(key);
    throw error;
  }
}

/** Only the whole of Chromium has questions for permissions, and so somebody who says no. */
const programFor = ({ microphoneAllowed }: Hearing): string =>
  microphoneAllowed !== false && existsSync(headlessShellPath) ? headlessShellPath : chromiumPath;

const launch = (args: string[], executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, headless: true, args });

/** Closes browsers nobody sits at, those used longest ago first, down to the limit. */
const closeIdle = async (): Promise<void> => {
  for (const [key, starting] of [...pool].slice(0, Math.max(0, pool.size - idleLimit))) {
    const browser = await starting;
    if (browser.contexts().length > 0) continue;
    pool.delete(key);
    await browser.close();
  }
};

/** Closes every browser of this worker. */
export async function closeBrowsers(): Promise<void> {
  const open = [...pool.values()];
  pool.clear();
  for (const result of await Promise.allSettled(open)) {
    if (result.status === 'fulfilled') await result.value.close();
  }
}
