import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from '@playwright/test';
import {
  chromiumPath,
  headlessShellPath,
  microphoneAllowed,
  microphoneFlags,
  quietFlags,
} from '@sidetone/signals/chromium.ts';

/** What a browser can only be told when it starts: its microphone, and the answer to the question for it. */
export interface Hearing {
  /** WAV that the microphone plays in a loop. */
  readonly microphone: string;
  /** Chromium's answer to the question for the microphone. */
  readonly microphoneAllowed?: boolean;
  /** False for a machine without any microphone. */
  readonly microphonePresent?: boolean;
}

/** Open browsers by their flags. A worker plays one file, whose people have few microphones: none is closed before it ends. */
const pool = new Map<string, Promise<Browser>>();

/** The flags with which Chromium is started for someone who hears and is heard in this way. */
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
  const browser = pool.get(key) ?? launch(hearing, args);
  pool.set(key, browser);
  try {
    return await (await browser).newContext(options);
  } catch (error) {
    // A browser that crashed is not given to anyone again.
    pool.delete(key);
    throw error;
  }
}

/**
 * Drawing and network work within the browser's own process: two processes less for each browser, and less said between
 * them. Only for shared browsers, whose processes no story looks at. The other features are those that Playwright names in
 * the same flag, of which Chromium reads the last.
 */
const inOneProcess = [
  '--in-process-gpu',
  '--enable-features=NetworkServiceInProcess2,CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies',
];

/** Chromium's headless shell, or the whole of it where the shell is not installed. */
export const shellPath = existsSync(headlessShellPath) ? headlessShellPath : chromiumPath;

/** Only the whole of Chromium has questions for permissions, and so someone who says no. */
const launch = ({ microphoneAllowed }: Hearing, args: readonly string[]): Promise<Browser> =>
  microphoneAllowed === false
    ? chromium.launch({ executablePath: chromiumPath, headless: true, args: [...args] })
    : chromium.launch({ executablePath: shellPath, headless: true, args: [...args, ...inOneProcess] });

/** Closes every browser of this worker. */
export async function closeBrowsers(): Promise<void> {
  const open = [...pool.values()];
  pool.clear();
  for (const result of await Promise.allSettled(open)) {
    if (result.status === 'fulfilled') await result.value.close();
  }
}
